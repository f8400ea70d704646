// Tests the registers that work alike, over real HTTP on both databases.
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls as table } from '../../shared/calls.ts'
import { countThatFits } from '../../server/api/answer-limits.ts'
import { onBoth } from '../support/api.ts'
import { registers } from '../support/registers.ts'

test('the longest list of the API has no more values than the BFF accepts', () => {
  const person = { id: 1, menus: Array.from({ length: 19 }, (_, index) => index) }
  expect(countThatFits(Array.from({ length: 50_000 }, () => person))).toBe(Math.floor(800_000 / 21))
})

onBoth('a register', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('supervisor')
  })

  describe.each(registers)('$path', ({ calls: path, listed, stored, id, sent, read, change, changed, required, optional = [], name, sheet }) => {
    const send = (method: 'POST' | 'PUT', body: object) => api.ask(method, path, { token, body })
    const get = async (of: number) => z.strictObject(stored.shape).parse((await api.ask('GET', `${path}/${of}`, { token })).body)
    const list = async () => z.array(z.strictObject(listed.shape)).parse((await api.ask('GET', path, { token })).body)
    let before: unknown[]
    let made: number
    beforeEach(async () => {
      before = await list()
      const { status, body } = await send('POST', sent)
      expect(status).toBe(200)
      made = z.strictObject({ id: z.int().positive() }).parse(body).id
    })
    afterEach(() => api.db.execute(sql`delete from ${sql.identifier(sheet.table)} where id = ${made}`))

    test('the sample records for the tests contain every field of the call', () => {
      const { body } = table.find((row) => row.name === `POST ${path}`) ?? {}
      const fields = Object.keys((body as unknown as z.ZodObject).shape).filter((field) => field !== 'id')
      expect(Object.keys(sent).toSorted(), `tests/support/registers: what is sent to ${path} lacks a field`).toEqual(fields.toSorted())
    })

    test('a new record is stored with trimmed texts and listed first', async () => {
      expect(await list()).toEqual([{ [id]: made, ...read }, ...before])
      expect(await get(made)).toEqual({ [id]: made, ...read, versao: 1 })
    })

    test('PUT stores every field of the record and increments the version', async () => {
      expect(await send('PUT', { ...change, id: made, versao: 1 })).toMatchObject({ status: 200, body: {} })
      expect(await get(made)).toEqual({ [id]: made, ...changed, versao: 2 })
      expect((await list())[0]).toEqual({ [id]: made, ...changed })
    })

    test('if several requests change the same version of a record, one succeeds, and the others are refused with 409 [15.4.2 2.3.1-4]', async () => {
      const { versao } = z.looseObject({ versao: z.int() }).parse(await get(made))
      const answers = await Promise.all([1, 2, 3].map(() => send('PUT', { ...change, id: made, versao })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({
        message: 'Este registro foi alterado por outra pessoa.',
      })
      expect(await get(made)).toMatchObject({ versao: versao + 1 })
    })

    test('a change that names no version is stored, whatever the current version of the record', async () => {
      for (const versao of [2, 3]) {
        expect((await send('PUT', { ...change, id: made })).status).toBe(200)
        expect(await get(made)).toMatchObject({ versao })
      }
    })

    test('an invalid record is refused with a message that names the problem, and nothing is stored', async () => {
      const gone = { status: 404, body: { message: 'Registro não encontrado.' } }
      expect(await api.ask('GET', `${path}/2147483647`, { token })).toMatchObject(gone)
      for (const versao of [undefined, 1]) expect(await send('PUT', { ...change, id: 2147483647, versao })).toMatchObject(gone)
      for (const [field, message] of Object.entries(required))
        for (const empty of ['', '  ']) expect(await send('POST', { ...sent, [field]: empty })).toMatchObject({ status: 400, body: { message } })
      expect(await send('POST', { ...sent, [name.field]: 'x'.repeat(name.max + 1) })).toMatchObject({
        status: 400,
        body: { message: `${name.label} não pode ter mais que ${name.max} caracteres.` },
      })
      const mustCome = Object.keys(sent).filter((field) => !optional.includes(field))
      for (const wrong of [{ id: made }, { dono: 1 }, ...mustCome.map((field) => ({ [field]: undefined }))])
        expect((await send('POST', { ...sent, ...wrong })).status, `with ${String(Object.entries(wrong))}`).toBe(400)
      expect((await send('PUT', change)).status).toBe(400)
      expect((await list()).filter((row) => row[id] !== made && JSON.stringify(row).includes(String(Object.values(read)[0])))).toEqual([])
      expect(await get(made)).toMatchObject({ ...read, versao: 1 })
    })

    test('the maximum length of a name counts characters, so a name of emojis or rare letters may have as many as any other', async () => {
      for (const one of ['🌾', 'ç', '\u{2070E}']) {
        const most = one.repeat(name.max)
        expect((await send('PUT', { ...change, id: made, [name.field]: most })).status).toBe(200)
        expect(Object.values(await get(made))).toContain(most)
        expect(await send('PUT', { ...change, id: made, [name.field]: most + one })).toMatchObject({
          status: 400,
          body: { message: `${name.label} não pode ter mais que ${name.max} caracteres.` },
        })
      }
    })

    test('a text with SQL characters is stored as it was typed [1.2.4]', async () => {
      const text = `'; drop table cars; -- %_\\ "x" ação 🌾`
      await send('PUT', { ...change, id: made, [name.field]: text })
      expect(Object.values(await get(made))).toContain(text)
    })
  })

  test('two cars cannot have the same plate, however it is written', async () => {
    const taken = { placa: 'QCA1A01', numero: '1', descricao: 'Outro', status: 'A' }
    const refused = { status: 409, body: { message: 'Já existe um carro com essa placa.' } }
    expect(await api.ask('POST', '/cars', { token, body: taken })).toMatchObject(refused)
    expect(await api.ask('PUT', '/cars', { token, body: { ...taken, id: 2 } })).toMatchObject(refused)
    expect((await api.ask('PUT', '/cars', { token, body: { ...taken, id: 1 } })).status).toBe(200)
    for (const placa of ['qca1a02', ' QCA-1A02 ', 'Qca 1a 02', 'QCA·1A02', '\u200BQCA1A02', 'ＱＣＡ1A02']) {
      expect(await api.ask('POST', '/cars', { token, body: { ...taken, placa } }), placa).toMatchObject(refused)
      expect((await api.ask('PUT', '/cars', { token, body: { ...taken, id: 2, placa } })).status, placa).toBe(200)
      expect((await api.ask('GET', '/cars/2', { token })).body).toMatchObject({ PLACACARRO: 'QCA1A02' })
    }
    for (const [placa, message] of [
      ['- -', 'Placa precisa ser preenchida.'],
      ['QÇA1A02', 'Placa deve ter somente letras de A a Z e números.'],
      ['QCA1A02QCA1', 'Placa não pode ter mais que 10 caracteres.'],
    ])
      expect(await api.ask('POST', '/cars', { token, body: { ...taken, placa } })).toMatchObject({ status: 400, body: { message } })
  })
})
