// The registers that are alike, over real HTTP on both databases: each row of the table is one of them.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Car, StoredCar } from '../../shared/features/cars.ts'
import { Department, StoredDepartment } from '../../shared/features/departments.ts'
import { Region, StoredRegion } from '../../shared/features/regions.ts'
import { StoredActivity, Activity } from '../../shared/features/activities.ts'
import { onBoth } from '../support/api.ts'

interface Register {
  path: string
  listed: z.ZodObject
  stored: z.ZodObject
  /** The reply's field that holds the id. */
  id: string
  sent: Record<string, unknown>
  /** What is stored of it. */
  read: Record<string, unknown>
  change: Record<string, unknown>
  changed: Record<string, unknown>
  /** What may not be empty, and what is said then. */
  required: Record<string, string>
}

const description = { descricao: 'Descrição precisa ser preenchida.' }
const registers: Register[] = [
  {
    path: '/cars',
    listed: Car,
    stored: StoredCar,
    id: 'CODIGOCARRO',
    sent: { placa: 'QCZ9Z99', numero: '77', descricao: ' Jipe ', status: 'A' },
    read: { PLACACARRO: 'QCZ9Z99', NUMEROCARRO: '77', DESCRICAOCARRO: 'Jipe', CODIGO_STATUS: 'A' },
    change: { placa: 'QCZ9Z98', numero: '78', descricao: 'Jipe da fazenda', status: 'I' },
    changed: { PLACACARRO: 'QCZ9Z98', NUMEROCARRO: '78', DESCRICAOCARRO: 'Jipe da fazenda', CODIGO_STATUS: 'I' },
    required: { placa: 'Placa precisa ser preenchida.', numero: 'Número precisa ser preenchido.', ...description },
  },
  {
    path: '/region',
    listed: Region,
    stored: StoredRegion,
    id: 'ID',
    sent: { descricao: ' Vale do Araguaia ', id_status: 'A' },
    read: { DESCRICAO: 'Vale do Araguaia', STATUS: 'A' },
    change: { descricao: 'Araguaia', id_status: 'I' },
    changed: { DESCRICAO: 'Araguaia', STATUS: 'I' },
    required: description,
  },
  {
    path: '/tasks',
    listed: Activity,
    stored: StoredActivity,
    id: 'CODTAREFAEXTERNO',
    sent: { descricao: ' Vistoria ', status: 'A', envolveClient: 'S', carro: 'N', regiao: 'S', mostrarTv: 'N' },
    read: { DESCTAREFAEXTERNO: 'Vistoria', CODIGO_STATUS: 'A', CLIENTE: 'S', CARRO: 'N', REGIAO: 'S', MOSTRARTV: 'N' },
    change: { descricao: 'Vistoria de silo', status: 'I', envolveClient: 'N', carro: 'S', regiao: 'N', mostrarTv: 'S' },
    changed: { DESCTAREFAEXTERNO: 'Vistoria de silo', CODIGO_STATUS: 'I', CLIENTE: 'N', CARRO: 'S', REGIAO: 'N', MOSTRARTV: 'S' },
    required: description,
  },
  {
    path: '/department',
    listed: Department,
    stored: StoredDepartment,
    id: 'CODIGOSETOR',
    sent: { descricao: ' Jurídico ', codigo_status: 'A' },
    read: { DESCRICAOSETOR: 'Jurídico', CODIGO_STATUS: 'A' },
    change: { descricao: 'Jurídico e Contratos', codigo_status: 'I' },
    changed: { DESCRICAOSETOR: 'Jurídico e Contratos', CODIGO_STATUS: 'I' },
    required: description,
  },
]

onBoth('a register', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('supervisor')
  })

  describe.each(registers)('$path', ({ path, listed, stored, id, sent, read, change, changed, required }) => {
    const send = (method: 'POST' | 'PUT', body: object) => api.ask(method, path, { token, body })
    const get = async (of: number) => z.strictObject(stored.shape).parse((await api.ask('GET', `${path}/${of}`, { token })).body)
    const list = async () => z.array(z.strictObject(listed.shape)).parse((await api.ask('GET', path, { token })).body)
    let before: unknown[]
    let made: number
    beforeAll(async () => {
      before = await list()
      const { status, body } = await send('POST', sent)
      expect(status).toBe(200)
      made = z.strictObject({ id: z.int().positive() }).parse(body).id
    })

    test('creates, with the words trimmed, and lists it first', async () => {
      expect(await list()).toEqual([{ [id]: made, ...read }, ...before])
      expect(await get(made)).toEqual({ [id]: made, ...read, versao: 1 })
    })

    test('changes every field, and counts the change', async () => {
      expect(await send('PUT', { ...change, id: made, versao: 1 })).toMatchObject({ status: 200, body: {} })
      expect(await get(made)).toEqual({ [id]: made, ...changed, versao: 2 })
      expect((await list())[0]).toEqual({ [id]: made, ...changed })
    })

    test('lets one of two win who opened the same version [15.4.2 2.3.1-4]', async () => {
      const { versao } = z.looseObject({ versao: z.int() }).parse(await get(made))
      const answers = await Promise.all([1, 2, 3].map(() => send('PUT', { ...change, id: made, versao })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({
        message: 'Este registro foi alterado por outra pessoa. Feche e abra de novo para ver a versão atual.',
      })
      expect(await get(made)).toMatchObject({ versao: versao + 1 })
    })

    test('without a version the last one wins', async () => {
      expect((await send('PUT', { ...change, id: made })).status).toBe(200)
      expect(await get(made)).toMatchObject({ versao: 4 })
    })

    test('says why not, and changes nothing', async () => {
      const gone = { status: 404, body: { message: 'Registro não encontrado.' } }
      expect(await api.ask('GET', `${path}/2147483647`, { token })).toMatchObject(gone)
      for (const versao of [undefined, 1]) expect(await send('PUT', { ...change, id: 2147483647, versao })).toMatchObject(gone)
      for (const [field, message] of Object.entries(required))
        for (const empty of ['', '  ']) expect(await send('POST', { ...sent, [field]: empty })).toMatchObject({ status: 400, body: { message } })
      expect(await send('POST', { ...sent, descricao: 'x'.repeat(51) })).toMatchObject({
        status: 400,
        body: { message: 'Descrição não pode ter mais que 50 caracteres.' },
      })
      for (const wrong of [{ id: made }, { dono: 1 }, ...Object.keys(sent).map((field) => ({ [field]: undefined }))])
        expect((await send('POST', { ...sent, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
      expect((await send('PUT', change)).status).toBe(400)
      expect((await list()).filter((row) => row[id] !== made && JSON.stringify(row).includes(String(Object.values(read)[0])))).toEqual([])
      expect(await get(made)).toMatchObject({ ...changed, versao: 4 })
    })

    test('keeps what SQL would understand as it was typed [1.2.4]', async () => {
      const descricao = `'; drop table cars; -- %_\\ "x" ação 🌾`
      await send('PUT', { ...change, id: made, descricao })
      expect(Object.values(await get(made))).toContain(descricao)
    })
  })

  test('a plate is one car’s only', async () => {
    const taken = { placa: 'QCA1A01', numero: '1', descricao: 'Outro', status: 'A' }
    const refused = { status: 409, body: { message: 'Já existe um carro com essa placa.' } }
    expect(await api.ask('POST', '/cars', { token, body: taken })).toMatchObject(refused)
    expect(await api.ask('PUT', '/cars', { token, body: { ...taken, id: 2 } })).toMatchObject(refused)
    expect((await api.ask('PUT', '/cars', { token, body: { ...taken, id: 1 } })).status).toBe(200)
  })
})
