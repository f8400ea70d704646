// Tests batches and their ledgers, on both databases.
import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { batches, batchMovements, users } from '../../server/api/db/schema.ts'
import { Batch, BatchExport, BatchHeader, LARGEST_RECEIPT, messages, Movement, MovementCard } from '../../shared/features/ledger.ts'
import { History } from '../../shared/history.ts'
import { messages as common } from '../../shared/messages.ts'
import { onBoth } from '../support/api.ts'
import { attachedTo, noPoppler, textOf } from '../support/nfse.ts'

const Ledger = z.object({ data: z.array(z.strictObject(MovementCard.shape)), dataLote: z.strictObject(BatchHeader.shape) })
const debit = {
  operador: 'D',
  operacao: 'C',
  valor: 10,
  responsavel: 'E',
  obs: 'Teste',
  data: '2026-11-10',
  idCliente: null as number | null,
  idTipo: 2 as number | null,
  idStatus: 'A',
}
const closing = { ...debit, operador: 'F', operacao: '', responsavel: null, idTipo: null }

onBoth('the ledger', (api) => {
  const tokens: Record<string, string> = {}
  const people: number[] = []
  beforeAll(async () => {
    for (const name of ['supervisor', 'equipe']) tokens[name] = await api.signIn(name)
    // New people, because everybody else in the demo company may already have a batch.
    const rows = await api.db
      .insert(users)
      .values(Array.from({ length: 60 }, (_, nth) => ({ name: `Pessoa ${nth}`, email: `p${nth}@lote.co`, passwordHash: '', departmentId: 3 })))
      .returning({ id: users.id })
    people.push(...rows.map(({ id }) => id))
  })
  const ask = (method: string, path: string, body?: unknown, who = 'supervisor') => api.ask(method, path, { token: tokens[who] ?? '', body })
  const batch = async (idColaborador = people.pop() ?? 0) =>
    ((await ask('POST', '/financial-control', { idColaborador, idStatus: 'A' })).body as { id: number }).id
  const move = async (idControleFinanceiro: number, change: object = {}) =>
    ((await ask('POST', '/financial-control-batch', { ...debit, idControleFinanceiro, ...change })).body as { id: number }).id
  const ledger = async (idLote: number, query = '') => Ledger.parse((await ask('GET', `/financial-control-batch?idLote=${idLote}${query}`)).body)
  /** Returns the id of a batch whose person has no finance rights: Bruno's in the demo company. */
  const own = async () => ((await ask('GET', '/financial-control-user', undefined, 'equipe')).body as { ID: number }).ID

  describe('the receipt of a movement', () => {
    const pdf = Buffer.from(`%PDF-1.7\n${'á'.repeat(500)}`)
    const [JFIF, JFIG] = ['JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0']
    /** Builds a JPEG from one segment of the given kind and an end marker. */
    const jpeg = (inside: string, kind = 0xe0) =>
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, kind, 0, inside.length + 2]), Buffer.from(inside), Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9])])
    const attach = (id: number, nome: string, file: Buffer, who = 'supervisor') =>
      ask('PUT', `/financial-control-batch/${id}/receipt`, { nome, conteudo: file.toString('base64') }, who)
    const stored = async (id: number, who = 'supervisor') => {
      const headers = { 'x-channel': api.secret, authorization: `Bearer ${tokens[who]}` }
      const response = await fetch(`${api.url}/financial-control-batch/${id}/receipt`, { headers })
      return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status
    }

    test('a receipt is stored byte for byte, and a new receipt replaces it', async () => {
      const lote = await batch()
      const id = await move(lote)
      expect(await stored(id)).toBe(404)
      expect((await attach(id, 'nota.pdf', pdf)).body).toEqual({})
      expect(await stored(id)).toEqual(pdf)
      await attach(id, 'cupom.jpg', jpeg(JFIF))
      expect(await stored(id)).toEqual(jpeg(JFIF))
      expect((await ledger(lote)).data).toMatchObject([{ comprovante: 'cupom.jpg', comprovanteBytes: 26 }])
      const history = History.parse((await ask('GET', `/financial-control-batch/${id}/history`)).body)
      expect(history[0]?.campos.slice(0, 2)).toEqual([
        { campo: 'Comprovante', de: 'nota.pdf', para: 'cupom.jpg' },
        { campo: 'Tamanho do comprovante', de: '1,0 kB', para: '0,0 kB' },
      ])
      // Another file with the same name and length, so that only the digests in the history differ.
      await attach(id, 'cupom.jpg', jpeg(JFIG))
      const [newest] = History.parse((await ask('GET', `/financial-control-batch/${id}/history`)).body)
      const digest = (file: Buffer) => createHash('sha256').update(file).digest('hex').slice(0, 12)
      expect(newest?.campos).toEqual([{ campo: 'Conteúdo do comprovante', de: digest(jpeg(JFIF)), para: digest(jpeg(JFIG)) }])
    })

    test('a photo that contains a location or other metadata anywhere is refused with 400', async () => {
      const id = await move(await batch())
      for (const [inside, kind] of [
        ['Exif\0\0GPS', 0xe1],
        ['http://ns.adobe.com/xap/1.0/', 0xe1],
        ['Photoshop 3.0', 0xed],
        ['Sorriso', 0xfe],
        ['Exif\0\0GPS', 0xe0],
        [`${JFIF}miniatura`, 0xe0],
        ['Adobe de Sorriso', 0xee],
      ] as const)
        expect(await attach(id, 'foto.jpg', jpeg(inside, kind))).toMatchObject({ status: 400, body: { message: messages.receiptTells } })
      const exif = jpeg('Exif\0\0GPS', 0xe1)
      const [before, after] = [exif.subarray(0, 2), exif.subarray(2)]
      const plain = Buffer.concat([jpeg(JFIF).subarray(0, -2), Buffer.from([7, 0xff, 0, 0xff, 0xd0, 7, 0xff, 0xd9])])
      for (const [what, file] of [
        ['after bytes that fill', Buffer.concat([before, Buffer.from([0xff, 0xff]), after])],
        ['after a mark without a length', Buffer.concat([before, Buffer.from([0xff, 0x01, 0xff, 0xd0]), after])],
        ['after a length of nothing', Buffer.concat([before, Buffer.from([0xff, 0xe0, 0, 0]), after])],
        ['after the first of its data', Buffer.concat([plain.subarray(0, -2), after])],
        ['after its end', Buffer.concat([plain, after])],
        ['without an end', plain.subarray(0, -2)],
        ['of another application', jpeg('MPF\0', 0xe2)],
      ] as const)
        expect(await attach(id, 'foto.jpg', file), what).toMatchObject({ status: 400, body: { message: messages.receiptTells } })
      expect(await stored(id)).toBe(404)
      for (const file of [plain, jpeg('ICC_PROFILE\0', 0xe2), jpeg('Adobe\0d\0\0\0\0\u0001', 0xee)])
        expect((await attach(id, 'foto.jpg', file)).status).toBe(200)
      // PDF files are not searched for metadata, so this one is accepted.
      expect((await attach(id, 'nota.pdf', Buffer.concat([pdf, Buffer.from('Exif\0\0')]))).status).toBe(200)
    })

    test('a receipt must be an image or a PDF of at most 3 MB, and its file name must match the file type', async () => {
      const id = await move(await batch())
      for (const name of ['nota.bat', 'nota.pdf.html', '../nota.pdf', 'nota.jpg', 'a:b.pdf'])
        expect(await attach(id, name, pdf)).toMatchObject({ status: 400, body: { message: messages.receiptName } })
      expect((await attach(id, 'FOTO.JPEG', jpeg(JFIF))).status).toBe(200)
      for (const [file, said] of [
        [Buffer.from('<html>'), messages.receiptKind],
        [Buffer.concat([pdf, Buffer.alloc(LARGEST_RECEIPT)]), messages.receiptSize],
      ] as const)
        expect(await attach(id, 'nota.pdf', file)).toMatchObject({ status: 400, body: { message: said } })
      const largest = Buffer.concat([pdf, Buffer.alloc(LARGEST_RECEIPT - pdf.length, 7)])
      expect((await attach(id, 'nota.pdf', largest)).status).toBe(200)
      expect(largest.equals((await stored(id)) as Buffer)).toBe(true)
    })

    test('a receipt is accepted only from people who may change the movement, and only while the movement is active', async () => {
      const mine = await move(await own())
      const credit = await move(await own(), { operador: 'C' })
      const others = await move(await batch())
      expect((await attach(mine, 'nota.pdf', pdf, 'equipe')).status).toBe(200)
      expect((await attach(credit, 'nota.pdf', pdf, 'equipe')).status).toBe(404)
      expect((await attach(others, 'nota.pdf', pdf, 'equipe')).status).toBe(404)
      await attach(credit, 'nota.pdf', pdf)
      await attach(others, 'nota.pdf', pdf)
      expect([await stored(mine, 'equipe'), await stored(credit, 'equipe'), await stored(others, 'equipe')]).toEqual([pdf, pdf, 404])
      await ask('PATCH', `/financial-control-batch/${mine}`)
      expect(await attach(mine, 'outra.pdf', pdf, 'equipe')).toMatchObject({ status: 409, body: { message: common.inactive } })
      expect(await stored(mine, 'equipe')).toEqual(pdf)
    })
  })

  describe('the batch of a person', () => {
    test('a second active batch for the same person is refused', async () => {
      const person = people.pop() ?? 0
      const id = await batch(person)
      const again = () => ask('POST', '/financial-control', { idColaborador: person, idStatus: 'A' })
      expect(await again()).toMatchObject({ status: 409, body: { message: messages.oneBatch } })
      expect((await ask('PATCH', `/financial-control/${id}`)).body).toEqual({ idStatus: 'I' })
      expect((await again()).status).toBe(200)
      expect(await ask('PATCH', `/financial-control/${id}`)).toMatchObject({ status: 409, body: { message: messages.oneBatch } })
    })

    test('batches are filtered by person, status and remaining card or cash balance', async () => {
      const [card, cash, none] = [await batch(), await batch(), await batch()]
      await move(card, { operador: 'C', valor: 0.01 })
      await move(cash, { operacao: 'D' })
      await move(none, { operador: 'C', valor: 5 })
      await move(none, { operador: 'D', valor: 5 })
      const found = async (query: string) => {
        const { body } = await ask('GET', `/financial-control?typeReq=grid${query}`)
        return (body as { id: number }[]).map(({ id }) => id).filter((id) => [card, cash, none].includes(id))
      }
      expect(await found('')).toEqual([none, cash, card])
      expect(await found('&saldoCartao=1')).toEqual([card])
      expect(await found('&saldoDinheiro=1')).toEqual([cash])
      expect(await found('&saldoCartao=0&saldoDinheiro=0')).toEqual([none])
      await ask('PATCH', `/financial-control/${none}`)
      expect(await found('&status=I')).toEqual([none])
      const [{ userId } = { userId: 0 }] = await api.db.select({ userId: batches.userId }).from(batches).where(eq(batches.id, cash))
      expect(await found(`&colaboradores=${userId}`)).toEqual([cash])
    })

    test('the list shows the balances of each batch, and the amount and day of its last active closing', async () => {
      const [id, empty] = [await batch(), await batch()]
      await move(id, { operador: 'C', operacao: 'D', valor: 100.1, data: '2026-09-01' })
      await move(id, { valor: 30, data: '2026-09-02' })
      await move(id, { ...closing, valor: 70.1, data: '2026-09-30' })
      await move(id, { ...closing, valor: 60, data: '2026-10-31' })
      const later = await move(id, { ...closing, valor: 50, data: '2026-11-01' })
      await ask('PATCH', `/financial-control-batch/${later}`)
      const rows = z.array(z.strictObject(Batch.shape)).parse((await ask('GET', '/financial-control?typeReq=grid')).body)
      const of = (batchId: number) => rows.find((row) => row.id === batchId)
      expect(of(id)).toMatchObject({ saldoDinheiro: 100.1, saldoCartao: -30, ultFecha: 60, dtUltFecha: '2026-10-31' })
      expect(of(empty)).toMatchObject({ saldoDinheiro: 0, saldoCartao: 0, ultFecha: null, dtUltFecha: null })
    })

    test('the export contains each batch with its movements, including batches without movements', async () => {
      const [id, empty] = [await batch(), await batch()]
      await move(id, { obs: '=1+1' })
      await move(id, { ...closing, valor: 0 })
      const { body } = await ask('GET', '/financial-control?typeReq=export')
      const lines = z.array(z.strictObject(BatchExport.shape)).parse(body)
      const of = (batchId: number) => lines.filter(({ ID_LOTE }) => ID_LOTE === batchId)
      expect(of(id)).toMatchObject([
        { OPERADOR: 'F', OPERACAO: '', VALOR: 0, RESPONSAVEL: null, TIPO: null },
        { OPERADOR: 'D', OPERACAO: 'C', VALOR: 10, OBSERVACAO: '=1+1', RESPONSAVEL: 'E', TIPO: 'Alimentação', DATA_LANCAMENTO: '2026-11-10' },
      ])
      expect(of(empty)).toMatchObject([{ OPERADOR: null, VALOR: null, STATUS_LANCAMENTO: null, STATUS_LOTE: 'A' }])
    })
  })

  describe('the balance of a batch', () => {
    test('the balance after a hundred simultaneous movements is their sum', async () => {
      const id = await batch()
      await Promise.all(Array.from({ length: 100 }, (_, nth) => move(id, { valor: 0.1 + nth, operacao: nth % 2 ? 'C' : 'D' })))
      const { dataLote } = await ledger(id)
      // The amounts are 0 to 99 plus 10 cents each: the even ones in cash, the odd ones on the card.
      expect([dataLote.saldoDinheiro, dataLote.saldoCartao]).toEqual([-2455, -2505])
    })

    const Step = record({
      operador: constantFrom('C', 'D', 'F'),
      operacao: constantFrom('C', 'D'),
      cents: integer({ min: 1, max: 1_000_000 }),
      day: integer({ min: 1, max: 28 }),
      active: boolean(),
    })
    test('the balance is active credits minus active debits, and the reply has the last active closing', { timeout: 60_000 }, async () => {
      await assert(
        asyncProperty(array(Step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const person = people.pop() ?? 0
          const id = await batch(person)
          const of = { C: 0, D: 0 }
          let last: { data: string; cents: number } | undefined
          let count = 0
          for (const { operador, operacao, cents, day, active } of steps) {
            const data = `2026-10-${String(day).padStart(2, '0')}`
            // An entry before the last closing is skipped, because it would be refused.
            if (last && data < last.data) continue
            const moved = await move(
              id,
              operador === 'F' ? { ...closing, valor: cents / 100, data } : { operador, operacao, valor: cents / 100, data },
            )
            count += active ? 1 : 0
            if (!active) await ask('PATCH', `/financial-control-batch/${moved}`)
            if (active && operador === 'F') last = { data, cents }
            if (active && operador !== 'F') of[operacao] += operador === 'C' ? cents : -cents
          }
          const { data, dataLote } = await ledger(id)
          expect([dataLote.saldoCartao, dataLote.saldoDinheiro]).toEqual([of.C / 100, of.D / 100])
          expect(dataLote.ultFecha).toBe(last ? last.cents / 100 : null)
          expect(data).toHaveLength(count)
          // The newest movement comes first.
          if (data[0]) expect([data[0].saldoCartao, data[0].saldoDinheiro]).toEqual([of.C / 100, of.D / 100])
          await api.db.delete(batchMovements).where(eq(batchMovements.batchId, id))
          await api.db.delete(batches).where(inArray(batches.id, [id]))
          people.push(person)
        }),
        { numRuns: 15 },
      )
    })

    test('the balance ignores all filters, and a list without a status filter contains only active movements', async () => {
      const id = await batch()
      const client = 949
      await move(id, { operador: 'C', operacao: 'D', valor: 100, data: '2026-11-01' })
      await move(id, { responsavel: 'C', idCliente: client, data: '2026-11-05' })
      await move(id, { ...closing, valor: 90, data: '2026-11-30' })
      const gone = await move(id, { valor: 7, data: '2026-11-30' })
      await ask('PATCH', `/financial-control-batch/${gone}`)
      const { data, dataLote } = await ledger(id)
      expect(data.map(({ operador, valor, cliente }) => [operador, valor, cliente !== null])).toEqual([
        ['F', '90,00', false],
        ['D', '10,00', true],
        ['C', '100,00', false],
      ])
      expect(data.map(({ saldoCartao, saldoDinheiro }) => [saldoCartao, saldoDinheiro])).toEqual([
        [-10, 100],
        [-10, 100],
        [0, 100],
      ])
      for (const [query, count] of [
        ['&operador=F', 1],
        ['&operacao=D', 1],
        ['&responsavel=C', 1],
        ['&dataInicial=2026-11-02&dataFinal=2026-11-29', 1],
        ['&status=I', 1],
      ] as const) {
        const some = await ledger(id, query)
        expect([some.data.length, some.dataLote], query).toEqual([count, dataLote])
      }
      expect((await ledger(id, '&status=I')).data).toMatchObject([{ saldoCartao: null, saldoDinheiro: null }])
    })
  })

  describe('a movement of a batch', () => {
    test('an amount of zero is accepted only for a closing, and a closing is stored without client and other details', async () => {
      const id = await batch()
      expect(await ask('POST', '/financial-control-batch', { ...debit, valor: 0, idControleFinanceiro: id })).toMatchObject({
        status: 400,
        body: { message: common.zero },
      })
      const whole = { ...debit, operador: 'F', valor: 0, responsavel: 'C', idCliente: 949 }
      const closed = await move(id, whole)
      const { versao, ...stored } = Movement.parse((await ask('GET', `/financial-control-batch/${closed}`)).body)
      expect(versao).toBe(1)
      expect(stored).toMatchObject({ operador: 'F', operacao: '', responsavel: null, idCliente: null, idTipo: null, valor: 0 })
    })

    test('a negative amount is refused, and the message depends on the kind of movement', async () => {
      const body = { ...debit, valor: -1, idControleFinanceiro: await batch() }
      const refused = (message: string) => ({ status: 400, body: { message } })
      expect(await ask('POST', '/financial-control-batch', body)).toMatchObject(refused('Valor deve ser maior que zero.'))
      expect(await ask('POST', '/financial-control-batch', { ...body, ...closing, valor: -1 })).toMatchObject(refused(common.negative))
    })

    test('if the company pays a movement, the client in the request is not stored', async () => {
      const moved = await move(await batch(), { responsavel: 'E', idCliente: 949 })
      expect((await ask('GET', `/financial-control-batch/${moved}`)).body).toMatchObject({ responsavel: 'E', idCliente: null })
    })

    test('a change to an inactive movement or to an outdated version is refused with 409', async () => {
      const id = await batch()
      const moved = await move(id)
      const sent = { ...debit, id: moved, idControleFinanceiro: id, versao: 1 }
      expect((await ask('PUT', '/financial-control-batch', { ...sent, valor: 20 })).status).toBe(200)
      expect(await ask('PUT', '/financial-control-batch', { ...sent, valor: 30 })).toMatchObject({ status: 409 })
      await ask('PATCH', `/financial-control-batch/${moved}`)
      const { versao: _, ...last } = sent
      expect(await ask('PUT', '/financial-control-batch', last)).toMatchObject({ status: 409, body: { message: common.inactive } })
      expect((await ledger(id)).dataLote.saldoCartao).toBe(0)
    })

    test('the history of a movement lists its changes with the labels on screen', async () => {
      const id = await batch()
      const moved = await move(id, { responsavel: 'C', idCliente: 949 })
      await ask('PUT', '/financial-control-batch', { ...debit, id: moved, idControleFinanceiro: id, operador: 'C', operacao: 'D' })
      const [changed] = History.parse((await ask('GET', `/financial-control-batch/${moved}/history`)).body)
      expect(changed?.campos).toEqual([
        { campo: 'Operador', de: 'Débito', para: 'Crédito' },
        { campo: 'Operação', de: 'Cartão', para: 'Dinheiro' },
        { campo: 'Responsável', de: 'Cliente', para: 'Empresa' },
        { campo: 'Cliente', de: expect.any(String) as string, para: null },
      ])
    })

    test('people without finance rights do not see changes from another person’s batch in the history of a movement', async () => {
      const [other, id] = [await batch(), await own()]
      const moved = await move(other, { obs: 'Do outro lote' })
      for (const [idControleFinanceiro, obs] of [
        [other, ''],
        [id, ''],
        [id, 'Deste lote'],
      ] as const)
        expect((await ask('PUT', '/financial-control-batch', { ...debit, id: moved, idControleFinanceiro, obs })).status).toBe(200)
      const told = async (who: string) =>
        History.parse((await ask('GET', `/financial-control-batch/${moved}/history`, undefined, who)).body).map(({ campos }) => campos)
      expect(await told('supervisor')).toHaveLength(4)
      expect(await told('equipe')).toEqual([[{ campo: 'Observação', de: null, para: 'Deste lote' }], [{ campo: 'Lote', de: null, para: String(id) }]])
    })
  })

  describe('an inactive batch', () => {
    test('an inactive batch refuses new movements, changes, toggles and receipts with 409', async () => {
      const id = await batch()
      const moved = await move(id)
      const [other, foreign] = [await batch(), await batch()]
      const goes = await move(foreign)
      await ask('PATCH', `/financial-control/${id}`)
      const refused = { status: 409, body: { message: messages.batchInactive } }
      const receipt = { nome: 'nota.pdf', conteudo: Buffer.from('%PDF-1.7').toString('base64') }
      for (const [method, path, body] of [
        ['POST', '/financial-control-batch', { ...debit, idControleFinanceiro: id }],
        ['PUT', '/financial-control-batch', { ...debit, id: moved, idControleFinanceiro: id }],
        // The movement is moved twice: out of the inactive batch, and into it.
        ['PUT', '/financial-control-batch', { ...debit, id: moved, idControleFinanceiro: other }],
        ['PUT', '/financial-control-batch', { ...debit, id: goes, idControleFinanceiro: id }],
        ['PATCH', `/financial-control-batch/${moved}`, undefined],
        ['PUT', `/financial-control-batch/${moved}/receipt`, receipt],
      ] as const)
        expect(await ask(method, path, body), `${method} ${path}`).toMatchObject(refused)
      expect((await ledger(id)).data).toMatchObject([{ id: moved, valor: '10,00' }])
      await ask('PATCH', `/financial-control/${id}`)
      expect((await ask('PATCH', `/financial-control-batch/${moved}`)).status).toBe(200)
    })
  })

  describe('a closing of a batch', () => {
    const refused = { status: 409, body: { message: messages.closed('31/10/2026') } }
    const credit = { operador: 'C', valor: 100, data: '2026-10-01' }
    const closed = async () => {
      const id = await batch()
      const before = await move(id, credit)
      await move(id, { operacao: 'D', valor: 30, data: '2026-10-31' })
      return { id, before, closing: await move(id, { ...closing, valor: 70, data: '2026-10-31' }) }
    }
    const found = async (id: number, closingId: number) =>
      (await ledger(id)).data.flatMap((one) => (one.id === closingId ? [one.saldoCartao, one.saldoDinheiro] : []))

    test('after a closing, movements for an earlier day are refused with 409, and later or same-day movements are accepted', async () => {
      const { id, before } = await closed()
      const early = { ...debit, data: '2026-10-30', idControleFinanceiro: id }
      const late = await move(id, { data: '2026-11-01' })
      const receipt = { nome: 'nota.pdf', conteudo: Buffer.from('%PDF-1.7').toString('base64') }
      for (const [method, path, body] of [
        ['POST', '/financial-control-batch', early],
        ['POST', '/financial-control-batch', { ...early, ...closing, data: '2026-10-30' }],
        ['PUT', '/financial-control-batch', { ...debit, id: before, idControleFinanceiro: id, data: '2026-10-01' }],
        ['PUT', '/financial-control-batch', { ...debit, id: before, idControleFinanceiro: id, data: '2026-11-02' }],
        ['PUT', '/financial-control-batch', { ...early, id: late }],
        ['PATCH', `/financial-control-batch/${before}`, undefined],
        ['PUT', `/financial-control-batch/${before}/receipt`, receipt],
      ] as const)
        expect(await ask(method, path, body), `${method} ${path} ${JSON.stringify(body)}`).toMatchObject(refused)
      for (const data of ['2026-10-31', '2026-11-01'])
        expect((await ask('POST', '/financial-control-batch', { ...early, data })).status, data).toBe(200)
    })

    test('the balances of a closing stay the same if a movement of the same day is added or the note of the closing is changed', async () => {
      const { id, closing: closingId } = await closed()
      expect(await found(id, closingId)).toEqual([100, -30])
      await move(id, { data: '2026-10-31', valor: 5 })
      const changed = { ...closing, valor: 70, data: '2026-10-31', obs: 'Conferido', id: closingId, idControleFinanceiro: id }
      expect((await ask('PUT', '/financial-control-batch', changed)).status).toBe(200)
      expect(await found(id, closingId)).toEqual([100, -30])
      // The closing is moved to another day, so its balances are computed again.
      await ask('PUT', '/financial-control-batch', { ...changed, data: '2026-11-01' })
      expect(await found(id, closingId)).toEqual([95, -30])
    })

    test('while a closing is inactive, earlier movements can be changed, and reactivating the closing computes its balances again', async () => {
      const { id, before, closing: closingId } = await closed()
      await ask('PATCH', `/financial-control-batch/${closingId}`)
      const change = { ...debit, ...credit, valor: 200, id: before, idControleFinanceiro: id }
      expect((await ask('PUT', '/financial-control-batch', change)).status).toBe(200)
      await ask('PATCH', `/financial-control-batch/${closingId}`)
      expect(await found(id, closingId)).toEqual([200, -30])
      // A later closing exists now, so this one cannot be changed.
      await move(id, { ...closing, data: '2026-11-10' })
      expect(await ask('PATCH', `/financial-control-batch/${closingId}`)).toMatchObject({
        status: 409,
        body: { message: messages.closed('10/11/2026') },
      })
    })

    test('the balances of a closing include every earlier movement, even one created at the same moment', async () => {
      const id = await batch()
      const body = { ...debit, idControleFinanceiro: id, data: '2026-10-02' }
      const [closes, ...entered] = await Promise.all([
        move(id, { ...closing, data: '2026-10-31' }),
        ...Array.from({ length: 8 }, () => ask('POST', '/financial-control-batch', body)),
      ])
      const taken = entered.filter(({ status }) => status === 200).length
      expect(await found(id, closes)).toEqual([0 - 10 * taken, 0])
    })
  })

  describe.skipIf(noPoppler)('the report of a closing', () => {
    const report = async (id: number, who = 'supervisor') => {
      const headers = { 'x-channel': api.secret, authorization: `Bearer ${tokens[who]}` }
      const response = await fetch(`${api.url}/financial-control-batch/${id}/report`, { headers })
      return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status
    }

    test('the report has the movements since the closing before, and its balances are those on screen', async () => {
      const id = await batch()
      const early = await move(id, { operador: 'C', valor: 500, data: '2026-09-01', obs: 'De setembro' })
      await move(id, { ...closing, valor: 500, data: '2026-09-30' })
      const paid = await move(id, { valor: 0.1, data: '2026-10-02', obs: 'De outubro', responsavel: 'C', idCliente: 949 })
      const gone = await move(id, { valor: 77, data: '2026-10-03', obs: 'Inativado' })
      await ask('PATCH', `/financial-control-batch/${gone}`)
      const receipt = { nome: 'nota.pdf', conteudo: Buffer.from('%PDF-1.7\nnota').toString('base64') }
      expect((await ask('PUT', `/financial-control-batch/${paid}/receipt`, receipt)).status).toBe(200)
      const closes = await move(id, { ...closing, valor: 499.9, data: '2026-10-31' })
      await move(id, { data: '2026-11-02', obs: 'De novembro' })
      const file = await report(closes)
      if (!Buffer.isBuffer(file)) throw new Error(`refused with ${file}`)
      const text = (await textOf(file)).replaceAll(/ +/g, ' ')
      expect(text).toContain('Período 01/10/2026 a 31/10/2026')
      expect(text).toContain('02/10/2026 De outubro Alimentação Cartão 1 −R$ 0,10')
      expect(text).toContain('Saldo inicial R$ 500,00 R$ 0,00 R$ 500,00')
      expect(text).toContain('Saldo final R$ 499,90 R$ 0,00 R$ 499,90')
      expect(text).toMatch(/Cliente: \S/)
      for (const other of ['De setembro', 'De novembro', 'Inativado']) expect(text).not.toContain(other)
      expect([...(await attachedTo(file)).keys()]).toEqual(['Comprovante 1 - nota.pdf'])
      expect(await report(early)).toBe(409)
    })

    test('a receipt that would make the file larger than a reply may be is left out and named, and those after it are in the file', async () => {
      const id = await batch()
      const receipt = { nome: 'nota.pdf', conteudo: Buffer.from('%PDF-1.7\nnota').toString('base64') }
      const large = await move(id)
      for (const moved of [large, await move(id)]) await ask('PUT', `/financial-control-batch/${moved}/receipt`, receipt)
      await api.db
        .update(batchMovements)
        .set({ receiptBytes: 23 * 1024 * 1024 })
        .where(eq(batchMovements.id, large))
      const file = await report(await move(id, { ...closing, data: '2026-11-10' }))
      if (!Buffer.isBuffer(file)) throw new Error(`refused with ${file}`)
      expect([...(await attachedTo(file)).keys()]).toEqual(['Comprovante 2 - nota.pdf'])
      expect(await textOf(file)).toContain('Comprovante 1 - nota.pdf: não coube neste arquivo')
    })

    test('a person without finance rights gets the reports of the own batch only, and nobody that of an inactive closing', async () => {
      const [mine, other] = [await own(), await batch()]
      const [ofMine, ofOther] = [await move(mine, { ...closing, data: '2026-11-19' }), await move(other, { ...closing, valor: 0 })]
      expect(Buffer.isBuffer(await report(ofMine, 'equipe'))).toBe(true)
      expect(await report(ofOther, 'equipe')).toBe(404)
      expect(Buffer.isBuffer(await report(ofOther))).toBe(true)
      for (const id of [ofMine, ofOther]) await ask('PATCH', `/financial-control-batch/${id}`)
      expect([await report(ofMine, 'equipe'), await report(ofOther)]).toEqual([404, 404])
    })
  })

  test('a movement dated more than a year ahead is refused with 400, unless this date is already stored', async () => {
    const id = await batch()
    const body = { ...debit, idControleFinanceiro: id }
    const refused = { status: 400, body: { message: messages.tooFar } }
    for (const change of [{}, { operador: 'C' }, closing])
      expect(await ask('POST', '/financial-control-batch', { ...body, ...change, data: '2027-11-20' })).toMatchObject(refused)
    const moved = await move(id, { data: '2027-11-19' })
    expect(await ask('PUT', '/financial-control-batch', { ...body, id: moved, data: '2027-11-20' })).toMatchObject(refused)
    await api.db.update(batchMovements).set({ onDay: '2036-11-19' }).where(eq(batchMovements.id, moved))
    expect((await ask('PUT', '/financial-control-batch', { ...body, id: moved, data: '2036-11-19', obs: 'Antiga' })).status).toBe(200)
  })

  test('a person without finance rights can create and change only debits, and only while the batch is active', async () => {
    const id = await own()
    const path = (moved: number) => `/financial-control-batch/${moved}`
    const mine = await move(id)
    const credit = await move(id, { operador: 'C' })
    expect((await ask('PATCH', path(credit), undefined, 'equipe')).status).toBe(404)
    expect((await ask('PUT', '/financial-control-batch', { ...debit, id: credit, idControleFinanceiro: id }, 'equipe')).status).toBe(404)
    expect((await ask('PATCH', path(mine), undefined, 'equipe')).status).toBe(200)
    await ask('PATCH', `/financial-control/${id}`)
    expect((await ask('GET', '/financial-control-user', undefined, 'equipe')).body).toEqual({ ID: null })
    for (const [method, to, body] of [
      ['GET', `/financial-control-batch?idLote=${id}`, undefined],
      ['GET', path(mine), undefined],
      ['GET', `${path(mine)}/history`, undefined],
      ['POST', '/financial-control-batch', { ...debit, idControleFinanceiro: id }],
      ['PUT', '/financial-control-batch', { ...debit, id: mine, idControleFinanceiro: id }],
      ['PATCH', path(mine), undefined],
    ] as const)
      expect((await ask(method, to, body, 'equipe')).status, `${method} ${to}`).toBe(404)
    await ask('PATCH', `/financial-control/${id}`)
  })
})
