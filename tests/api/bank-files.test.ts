// Tests the files between the company and its banks, with the banks of the tests at the other end, on both databases.
import { and, eq, inArray, isNotNull, like, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TERMS, type Terms } from '../../server/api/banks/bank.ts'
import { accounts, bankOrders, emissions, issuers, mails, payments, registrations, remittances, returnLines } from '../../server/api/db/schema.ts'
import { share } from '../../server/api/nfse/money.ts'
import { CompanyTerms, messages, Remittance, Return, ReturnLine } from '../../shared/features/bank-files.ts'
import { messages as nfse, WholeAccount } from '../../shared/features/nfse.ts'
import { messages as second } from '../../shared/features/second-copy.ts'
import { centsOf, moneyBr } from '../../shared/money.ts'
import { onBoth } from '../support/api.ts'
import { nextDoorOf } from '../support/banks/all.ts'
import { noPoppler, textOf } from '../support/nfse.ts'
import { readRemittance, returnOf, type Told } from '../support/banks/next-door.ts'

/** The demo's issuers and their banks. */
const issuersOf = { '001': 1, '748': 2, '341': 3 } as const
type Code = keyof typeof issuersOf

onBoth('the files of banks', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const one = async (id: number) => WholeAccount.parse((await ask('GET', `/nfse/${id}`)).body)
  let copies = 0
  /** Issues boletos of a company. Returns the ids of their accounts. */
  const issued = async (count: number, bank: Code = '001', own: Partial<typeof accounts.$inferInsert> = {}) => {
    const ofIssuer = and(
      eq(accounts.issuerId, issuersOf[bank]),
      isNotNull(accounts.cityId),
      eq(accounts.slipStatus, 1),
      eq(accounts.receivedCents, 0),
    )
    const [model] = await api.db
      .select()
      .from(accounts)
      .where(and(ofIssuer, like(accounts.document, '04218377%')))
      .orderBy(accounts.id)
      .limit(1)
    const [other] = model
      ? [model]
      : await api.db
          .select()
          .from(accounts)
          .where(and(ofIssuer, sql`${accounts.document} ~ '^[0-9]{14}$'`))
          .orderBy(accounts.id)
          .limit(1)
    if (!other) throw new Error(`The demo company has no open account of the bank ${bank}.`)
    const { id: _, owedCents: __, receivedCents: ___, receivedOn: ____, ...fields } = other
    const rows = Array.from({ length: count }, () => ({ ...fields, reference: 800_000_000 + (copies += 1), dueOn: '2026-12-30', ...own }))
    const ids = (await api.db.insert(accounts).values(rows).returning({ id: accounts.id })).map(({ id }) => id)
    expect((await ask('PUT', '/nfse', { contas: ids, idStatus: 1, observacao: '', tipoEmissao: 2 })).status).toBe(200)
    expect((await ask('POST', '/nfse', { contasForSend: ids })).status).toBe(200)
    await api.idle()
    return ids
  }
  const register = (contas: number[]) => ask('POST', '/nfse/remittances', { contas })
  // Instructions that other tests have left waiting would go into the files of this one.
  beforeEach(async () => void (await register([])))
  /** Registers boletos and returns the file as the bank next door reads it. */
  const sent = async (contas: number[], bank: Code = '001') => {
    const made = await register(contas)
    expect([made.status, made.body]).toEqual([200, [{ id: expect.any(Number) as number, numero: expect.any(Number) as number }]])
    const [{ id, numero } = { id: 0, numero: 0 }] = made.body as { id: number; numero: number }[]
    const file = (await ask('GET', `/nfse/remittances/${id}`)).body as { arquivo: string; conteudo: string }
    return { id, numero, ...file, read: readRemittance(nextDoorOf(bank), file.conteudo) }
  }
  const cnpjOf = async (bank: Code) => {
    const [issuer] = await api.db.select({ cnpj: issuers.cnpj }).from(issuers).where(eq(issuers.id, issuersOf[bank]))
    return issuer?.cnpj ?? ''
  }
  let sequence = 0
  /** Has the bank next door answer, and reads its file. */
  const tell = async (told: Told[], { bank = '001', skip = false, header = {} }: { bank?: Code; skip?: boolean; header?: object } = {}) => {
    const text = returnOf(nextDoorOf(bank), { cnpj: await cnpjOf(bank), sequence: (sequence += 1), ...header }, told)
    return read(text, skip)
  }
  const read = async (text: string, skip = false) => {
    const answer = await ask('POST', '/nfse/returns', {
      nome: 'CB301101.RET',
      conteudo: Buffer.from(text, 'latin1').toString('base64'),
      semDesconhecidos: skip,
    })
    await api.idle()
    return answer
  }
  const numbersOf = async (ids: number[]) => {
    const those = await api.db.select().from(registrations).where(inArray(registrations.accountId, ids))
    return ids.map((id) => those.find(({ accountId }) => accountId === id)?.ourNumber ?? '')
  }
  /** Issues, registers and confirms boletos. */
  const registered = async (count: number, bank: Code = '001') => {
    const ids = await issued(count, bank)
    await sent(ids, bank)
    const numbers = await numbersOf(ids)
    expect(
      (
        await tell(
          numbers.map((ourNumber) => ({ movement: '02', t: { ourNumber } })),
          { bank },
        )
      ).status,
    ).toBe(200)
    return ids.map((id, nth) => ({ id, ourNumber: numbers[nth] ?? '' }))
  }
  const statesOf = async (ids: number[]) => {
    const those = await api.db.select().from(registrations).where(inArray(registrations.accountId, ids))
    return ids.map((id) => those.find(({ accountId }) => accountId === id)?.state ?? null)
  }
  const netOf = async (id: number) => centsOf((await one(id)).VALOR_LIQUIDO ?? 0)

  describe('a remessa', () => {
    test.each(Object.keys(issuersOf) as Code[])('the bank %s reads each boleto that was registered, and the file stays the same', async (bank) => {
      const ids = await issued(3, bank)
      expect((await one(ids[0] ?? 0)).REGISTRO_BOLETO).toBeNull()
      const { id, numero, read: file, conteudo } = await sent(ids, bank)
      const numbers = await numbersOf(ids)
      expect(file.orders.map(({ p }) => p.ourNumber.trim())).toEqual(numbers)
      for (const [nth, { p, q, movement }] of file.orders.entries()) {
        const account = await one(ids[nth] ?? 0)
        expect(movement).toBe('01')
        expect(Number(p.cents)).toBe(centsOf(account.VALOR_LIQUIDO ?? 0))
        expect(p.dueOn).toBe('30122026')
        expect(Number(q.payer)).toBe(Number(account.CNPJ_TOMADOR))
        expect([account.REGISTRO_BOLETO, account.IMPEDIMENTO_REGISTRO]).toEqual(['sent', null])
        expect(account.instrucoes).toMatchObject([{ movimento: 'entry', remessa: numero }])
      }
      expect(Number(file.header.sequence)).toBe(numero)
      const listed = Remittance.array().parse((await ask('GET', '/nfse/remittances')).body)
      expect(listed.find((one) => one.id === id)).toMatchObject({
        numero,
        entradas: 3,
        instrucoes: 0,
        aceitos: 0,
        recusados: 0,
        por: 'Letícia Arantes',
      })
      expect((await ask('GET', `/nfse/remittances/${id}`)).body).toMatchObject({ conteudo })
      await expect(api.db.update(remittances).set({ content: 'x' }).where(eq(remittances.id, id))).rejects.toThrow()
    })

    test('ten simultaneous requests put a boleto into one remessa, and the numbers of the files have no gaps', async () => {
      const ids = await issued(4)
      const answers = await Promise.all(Array.from({ length: 10 }, () => register(ids)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
      for (const { status, body } of answers) if (status === 409) expect(body).toEqual({ message: messages.already })
      const files = await api.db.select({ number: remittances.number }).from(remittances).where(eq(remittances.issuerId, 1))
      const [{ next } = { next: 0 }] = await api.db.select({ next: issuers.nextFile }).from(issuers).where(eq(issuers.id, 1))
      expect(files.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: next - 1 }, (_, nth) => nth + 1))
    })

    test('boletos of two companies go into two files', async () => {
      const ids = [...(await issued(1, '748')), ...(await issued(1, '341'))]
      const { status, body } = await register(ids)
      expect([status, (body as unknown[]).length]).toEqual([200, 2])
    })

    test('a boleto that is not issued, is overdue or has a payer with letters in its CNPJ is not registered, and no other of the request is', async () => {
      const [good = 0] = await issued(1)
      const [lettered = 0] = await issued(1, '001', { document: '12ABC34501DE35' })
      expect((await one(lettered)).IMPEDIMENTO_REGISTRO).toContain('BANCO DO BRASIL')
      expect((await register([good, lettered])).status).toBe(409)
      expect(await statesOf([good, lettered])).toEqual([null, null])
      const [open] = await api.db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(isNotNull(accounts.issuerId), eq(accounts.slipStatus, 1)))
        .orderBy(accounts.id)
        .limit(1)
      expect(await register([open?.id ?? 0])).toMatchObject({ status: 409, body: { message: messages.notIssued } })
      expect((await register([2_000_000_000])).status).toBe(404)
      // The first request may take instructions that other tests left.
      await register([])
      expect(await register([])).toMatchObject({ status: 409, body: { message: messages.nothing } })
    })
  })

  describe('a retorno', () => {
    test('confirmed, refused, paid, written off, postponed and charged boletos are so, and the same file again changes nothing', async () => {
      const ids = await issued(6)
      const { id: file } = await sent(ids)
      const numbers = await numbersOf(ids)
      const t = (nth: number) => ({ ourNumber: numbers[nth] ?? '' })
      const net = await netOf(ids[2] ?? 0)
      const told: Told[] = [
        ...[0, 2, 3, 4, 5].map((nth) => ({ movement: '02', t: t(nth) })),
        { movement: '03', t: { ...t(1), reasons: '4800' } },
        { movement: '06', t: { ...t(2), cents: net }, u: { paid: net, credited: net, on: '2026-11-18', creditedOn: '2026-11-19' } },
        { movement: '09', t: { ...t(3), reasons: '10' } },
        { movement: '14', t: { ...t(4), dueOn: '2027-01-15' } },
        { movement: '28', t: { ...t(5), fee: 250 } },
        { movement: '99', t: t(5) },
      ]
      const text = returnOf(nextDoorOf('001'), { cnpj: await cnpjOf('001'), sequence: 900 }, told)
      const { status, body } = await read(text)
      expect([status, body]).toEqual([200, { id: expect.any(Number) as number, jaLido: false }])
      expect(await statesOf(ids)).toEqual(['registered', 'refused', 'paid', 'writtenOff', 'registered', 'registered'])
      const [, refused, paid, , postponed, charged] = await Promise.all(ids.map(one))
      expect(refused).toMatchObject({ REGISTRO_BOLETO: 'refused', RECUSA_REGISTRO: expect.stringContaining('CEP') as string })
      expect(paid).toMatchObject({
        VALOR_RECEBIDO: net / 100,
        pagamentos: [{ valor: net / 100, pagoEm: '2026-11-18', creditadoEm: '2026-11-19', forma: 'Boleto' }],
      })
      expect(postponed?.DATA_VENCTO).toBe('2027-01-15')
      expect(charged?.eventosBoletos.map(({ descricaoEvento }) => descricaoEvento)).toEqual(
        expect.arrayContaining([expect.stringContaining('Tarifa'), expect.stringContaining('Ocorrência 99')]),
      )
      const counted = Remittance.array().parse((await ask('GET', '/nfse/remittances')).body)
      expect(counted.find(({ id }) => id === file)).toMatchObject({ entradas: 6, aceitos: 5, recusados: 1 })

      const events = await Promise.all(ids.map(async (id) => (await one(id)).eventosBoletos.length))
      expect(await read(text)).toMatchObject({ status: 200, body: { ...(body as object), jaLido: true } })
      // The same messages in a file with another number are known, except that a boleto may be refused or postponed anew.
      const others = told.filter(({ movement }) => !['03', '14'].includes(movement))
      const again = await read(returnOf(nextDoorOf('001'), { cnpj: await cnpjOf('001'), sequence: 901 }, others))
      expect(Return.parse((await ask('GET', `/nfse/returns/${(again.body as { id: number }).id}`)).body)).toMatchObject({
        mensagens: 9,
        conhecidas: 9,
      })
      expect(await Promise.all(ids.map(async (id) => (await one(id)).eventosBoletos.length))).toEqual(events)
      // So are two that arrive at once.
      const twice = returnOf(nextDoorOf('001'), { cnpj: await cnpjOf('001'), sequence: 902 }, [{ movement: '28', t: { ...t(4), fee: 990 } }])
      expect((await Promise.all([read(twice), read(twice)])).map(({ status }) => status === 200 || status === 409)).toEqual([true, true])
      expect((await one(ids[4] ?? 0)).eventosBoletos.filter(({ retornoEvento }) => retornoEvento?.includes('9,90'))).toHaveLength(1)
      // One new message among known ones is taken alone.
      const more = await tell([...told, { movement: '28', t: { ...t(0), fee: 250 } }])
      const { id: third } = more.body as { id: number }
      expect(Return.parse((await ask('GET', `/nfse/returns/${third}`)).body)).toMatchObject({
        mensagens: 12,
        conhecidas: 9,
        pendentes: 0,
        desconhecidas: 0,
      })
      expect(await statesOf(ids)).toEqual(['registered', 'refused', 'paid', 'writtenOff', 'registered', 'registered'])
    })

    test('a boleto paid in part, with interest, with a discount or twice settles what it settles, and no cent is lost', async () => {
      const those = await registered(4, '748')
      const net = await netOf(those[0]?.id ?? 0)
      const pay = (nth: number, u: Told['u'], movement = '06'): Told => ({
        movement,
        t: { ourNumber: those[nth]?.ourNumber ?? '', cents: net },
        u: { on: '2026-11-18', creditedOn: '2026-11-19', ...u },
      })
      const { status } = await tell(
        [
          pay(0, { paid: 1_000, credited: 1_000 }),
          pay(1, { paid: net + 300, credited: net + 300, additions: 300 }),
          pay(2, { paid: net - 200, credited: net - 200, discount: 200 }),
          pay(3, { paid: net, credited: net }),
          pay(3, { paid: net, credited: net }, '17'),
        ],
        { bank: '748' },
      )
      expect(status).toBe(200)
      const rows = await api.db
        .select({
          id: payments.accountId,
          cents: payments.cents,
          additions: payments.additionsCents,
          discount: payments.discountCents,
          note: payments.note,
        })
        .from(payments)
        .where(
          inArray(
            payments.accountId,
            those.map(({ id }) => id),
          ),
        )
        .orderBy(payments.id)
      expect(rows.map(({ cents, additions, discount }) => [cents, additions, discount])).toEqual([
        [1_000, 0, 0],
        [net, 300, 0],
        [net, 0, 200],
        [net, 0, 0],
        [0, net, 0],
      ])
      expect(rows[4]?.note).toContain(`R$ ${moneyBr(net)} a mais: devolver ao pagador`)
      expect(await statesOf(those.map(({ id }) => id))).toEqual(['registered', 'paid', 'paid', 'paid'])
      expect((await one(those[0]?.id ?? 0)).VALOR_RECEBIDO).toBe(10)
    })

    test('a payment of a retorno may be undone, and the file again does not bring it back', async () => {
      const [{ id, ourNumber } = { id: 0, ourNumber: '' }] = await registered(1)
      const net = await netOf(id)
      const told = [{ movement: '06', t: { ourNumber, cents: net }, u: { paid: net, on: '2026-11-18', creditedOn: '2026-11-19' } }]
      await tell(told)
      const payment = (await one(id)).pagamentos?.[0]?.id ?? 0
      expect((await ask('POST', `/nfse/payments/${payment}/undo`, { motivo: 'Estornado pelo banco.' })).status).toBe(200)
      await tell(told)
      expect((await one(id)).VALOR_RECEBIDO).toBe(0)
    })

    test('unknown titles and titles of another company are named by line, and nothing is taken unless they are left out', async () => {
      const [{ id, ourNumber } = { id: 0, ourNumber: '' }] = await registered(1)
      const [{ ourNumber: theirs } = { ourNumber: '' }] = await registered(1, '341')
      const told: Told[] = [
        { movement: '09', t: { ourNumber } },
        { movement: '06', t: { ourNumber: '26014880000099999' }, u: { paid: 100 } },
      ]
      const { status, body } = await tell(told)
      expect([status, (body as { message: string }).message]).toEqual([400, expect.stringContaining('Linha 5: O título 26014880000099999')])
      expect(await statesOf([id])).toEqual(['registered'])
      expect(await tell([{ movement: '09', t: { ourNumber: theirs } }])).toMatchObject({ status: 400 })
      expect(await tell(told, { header: { cnpj: '00000000000191' } })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('outra empresa') as string },
      })
      const taken = await tell(told, { skip: true })
      expect(taken.status).toBe(200)
      expect(await statesOf([id])).toEqual(['writtenOff'])
      const whole = (await ask('GET', `/nfse/returns/${(taken.body as { id: number }).id}`)).body as { linhas: unknown }
      expect(Return.parse(whole)).toMatchObject({ desconhecidas: 1, mensagens: 2 })
      expect(ReturnLine.array().parse(whole.linhas)).toMatchObject([{ linha: 3, conta: id, sentido: 'writtenOff' }])
    })

    test('a message that states another account or amount than the boleto with this number is about a boleto of another system', async () => {
      const [{ id, ourNumber } = { id: 0, ourNumber: '' }] = await registered(1)
      const net = await netOf(id)
      for (const t of [
        { ourNumber, companyUse: String(id + 1) },
        { ourNumber, cents: net + 1 },
      ])
        expect(await tell([{ movement: '06', t, u: { paid: net } }])).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining('outra empresa') as string },
        })
      expect(
        (await tell([{ movement: '06', t: { ourNumber, companyUse: String(id), cents: net }, u: { paid: net, on: '2026-11-18' } }])).status,
      ).toBe(200)
      expect(await statesOf([id])).toEqual(['paid'])
    })

    test('a file with a cut line, or of no bank, is refused with the number of the line', async () => {
      for (const text of ['nada', `${' '.repeat(240)}\r\n`])
        expect(await read(text)).toMatchObject({
          status: 400,
          body: { message: expect.stringMatching(/^O arquivo não foi lido\.\nLinha 1: /) as string },
        })
    })

    test('the messages of a file that was stored when the process ended are applied by the next one', async () => {
      const [{ id, ourNumber } = { id: 0, ourNumber: '' }] = await registered(1)
      const [{ emissionId } = { emissionId: 0 }] = await api.db.select().from(registrations).where(eq(registrations.accountId, id))
      const [{ returnId, happening } = { returnId: 0, happening: undefined }] = await api.db
        .select()
        .from(returnLines)
        .where(eq(returnLines.emissionId, emissionId))
      if (!happening) throw new Error('No message was stored.')
      const late = { ...happening, ourNumber, occurrence: '09', meaning: 'writtenOff' as const, name: 'Baixa' }
      await api.db.insert(returnLines).values({ returnId, line: 99, emissionId, key: 'late', happening: late })
      // Any write of this menu wakes the jobs, as the start does.
      await ask('POST', '/nfse', { contasForSend: [id] })
      await api.idle()
      expect(await statesOf([id])).toEqual(['writtenOff'])
    })
  })

  describe('the terms of a company', () => {
    const none = {
      juros: 'none',
      jurosValor: null,
      multa: 'none',
      multaValor: null,
      desconto: 'none',
      descontoValor: null,
      descontoDias: null,
      baixaDias: null,
      protesto: 'none',
      protestoDias: null,
    }
    const termsOf = async (id: number) =>
      CompanyTerms.array()
        .parse((await ask('GET', '/nfse/terms')).body)
        .find((one) => one.id === id)
    const change = async (id: number, terms: object) => ask('PUT', `/nfse/terms/${id}`, { ...none, ...terms, versao: (await termsOf(id))?.versao })

    test('the terms of a company are in the remessa and on the paper of the boletos that are issued from then on', async () => {
      const [before = 0] = await issued(1)
      expect((await change(1, { juros: 'daily', jurosValor: 0.5, multa: 'share', multaValor: 2, protesto: 'working', protestoDias: 5 })).status).toBe(
        200,
      )
      expect((await termsOf(1))?.resumo).toBe('juros R$ 0,50 por dia; multa 2,00%; protesto após 5 dias úteis')
      const [after = 0] = await issued(1)
      const { read: file } = await sent([before, after])
      expect(file.orders.map(({ p, r }) => [Number(p.interest), Number(r?.fine ?? 0), p.protestCode, Number(p.protestDays)])).toEqual([
        [0, 0, '3', 0],
        [50, 200, '2', 5],
      ])
      expect((await change(1, none)).status).toBe(200)
    })

    test('terms that the bank does not take, an old version and an unknown company are refused', async () => {
      expect(await change(1, { baixaDias: 30 })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('Banco do Brasil') as string },
      })
      expect((await change(2, { multa: 'fixed', multaValor: 10 })).status).toBe(400)
      expect((await ask('PUT', '/nfse/terms/3', { ...none, versao: 0 })).status).toBe(409)
      expect((await ask('PUT', '/nfse/terms/2000000000', { ...none, versao: 1 })).status).toBe(404)
    })
  })

  describe('an instruction to the bank', () => {
    const order = (id: number, body: object) => ask('POST', `/nfse/${id}/orders`, body)

    test('a write-off, a new due date and an abatement wait for the next remessa, once each, and can be dropped until then', async () => {
      const those = await registered(3)
      const [first = 0, second = 0, third = 0] = those.map(({ id }) => id)
      expect((await order(first, { movimento: 'writeOff' })).status).toBe(200)
      expect(await order(first, { movimento: 'writeOff' })).toMatchObject({ status: 409, body: { message: messages.orderWaits } })
      expect((await order(second, { movimento: 'dueDate', vencimento: '2027-01-20' })).status).toBe(200)
      expect((await order(third, { movimento: 'abatement', abatimento: 5 })).status).toBe(200)
      const [waiting] = (await one(first)).instrucoes ?? []
      expect(waiting).toMatchObject({ movimento: 'writeOff', remessa: null, por: 'Letícia Arantes' })
      expect((await ask('DELETE', `/nfse/orders/${waiting?.id}`)).status).toBe(200)
      expect((await order(first, { movimento: 'writeOff' })).status).toBe(200)
      const { read: file } = await sent([])
      expect(file.orders.map(({ movement }) => movement).toSorted()).toEqual(['02', '04', '06'])
      expect(file.orders.find(({ movement }) => movement === '06')?.p.dueOn).toBe('20012027')
      expect(Number(file.orders.find(({ movement }) => movement === '04')?.p.abatement)).toBe(500)
      const gone = (await one(first)).instrucoes?.[0]
      expect(await ask('DELETE', `/nfse/orders/${gone?.id}`)).toMatchObject({ status: 409, body: { message: messages.orderSent } })
      // The due date changes when the bank has confirmed it.
      expect((await one(second)).DATA_VENCTO).toBe('2026-12-30')
      expect((await order(third, { movimento: 'cancelAbatement' })).status).toBe(200)
      expect((await order(second, { movimento: 'cancelAbatement' })).status).toBe(409)
    })

    test('a payment by another way asks the bank to write the boleto off, and a payment at the bank drops what waits', async () => {
      const [byHand, atBank] = await registered(2)
      const net = await netOf(byHand?.id ?? 0)
      const paid = { valor: net / 100, pagoEm: '2026-11-18', forma: 'PIX' }
      expect((await ask('POST', `/nfse/${byHand?.id}/payments`, paid)).status).toBe(200)
      expect((await one(byHand?.id ?? 0)).instrucoes?.[0]).toMatchObject({ movimento: 'writeOff', remessa: null })
      // With the payment, its write-off is undone.
      const [payment] = (await one(byHand?.id ?? 0)).pagamentos ?? []
      expect((await ask('POST', `/nfse/payments/${payment?.id}/undo`, { motivo: 'Era de outra conta.' })).status).toBe(200)
      expect((await one(byHand?.id ?? 0)).instrucoes?.map(({ movimento }) => movimento)).toEqual(['entry'])
      expect((await ask('POST', `/nfse/${byHand?.id}/payments`, paid)).status).toBe(200)
      await order(atBank?.id ?? 0, { movimento: 'writeOff' })
      await tell([
        { movement: '06', t: { ourNumber: atBank?.ourNumber ?? '', cents: net }, u: { paid: net, on: '2026-11-18', creditedOn: '2026-11-19' } },
      ])
      expect((await one(atBank?.id ?? 0)).instrucoes?.map(({ movimento }) => movimento)).toEqual(['entry'])
      const { read: file } = await sent([])
      expect(file.orders.map(({ movement }) => movement)).toEqual(['02'])
    })

    test('a boleto that was paid by another way before its bank confirmed it is written off, and no person enters a payment at the bank', async () => {
      const [id = 0] = await issued(1)
      await sent([id])
      const net = await netOf(id)
      const paid = { valor: net / 100, pagoEm: '2026-11-18', forma: 'Boleto' }
      expect(await ask('POST', `/nfse/${id}/payments`, paid)).toMatchObject({ status: 409 })
      expect((await ask('POST', `/nfse/${id}/payments`, { ...paid, forma: 'PIX' })).status).toBe(200)
      const [ourNumber = ''] = await numbersOf([id])
      await tell([{ movement: '02', t: { ourNumber } }])
      expect((await one(id)).instrucoes?.[0]).toMatchObject({ movimento: 'writeOff', remessa: null })
    })

    test('files for a former bank of the company go on from the last one', async () => {
      const [{ id } = { id: 0 }] = await registered(1, '748')
      const [was] = await api.db.select().from(issuers).where(eq(issuers.id, 2))
      if (!was) throw new Error('The demo company has no second issuer.')
      await api.db.update(issuers).set({ bank: '341', nextFile: 1 }).where(eq(issuers.id, 2))
      try {
        expect((await order(id, { movimento: 'writeOff' })).status).toBe(200)
        const made = (await register([])).body as { id: number; numero: number }[]
        expect(made.map(({ numero }) => numero)).toContain(was.nextFile)
      } finally {
        await api.db
          .update(issuers)
          .set({ bank: was.bank, nextFile: was.nextFile + 1 })
          .where(eq(issuers.id, 2))
      }
    })

    test('wrong values and a boleto without registration are refused', async () => {
      const [{ id } = { id: 0 }] = await registered(1)
      const [open = 0] = await issued(1)
      expect((await order(id, { movimento: 'dueDate' })).status).toBe(400)
      expect(await order(id, { movimento: 'dueDate', vencimento: '2026-11-01' })).toMatchObject({
        status: 400,
        body: { message: messages.dueInPast },
      })
      expect(await order(id, { movimento: 'dueDate', vencimento: '2026-12-30' })).toMatchObject({ status: 400, body: { message: messages.sameDue } })
      expect(await order(id, { movimento: 'abatement', abatimento: 1e6 })).toMatchObject({ status: 400, body: { message: messages.tooMuch } })
      expect(await order(open, { movimento: 'writeOff' })).toMatchObject({ status: 409, body: { message: messages.notRegistered } })
      expect((await order(2_000_000_000, { movimento: 'writeOff' })).status).toBe(404)
      expect((await ask('DELETE', '/nfse/orders/2000000000')).status).toBe(404)
    })

    test('the database refuses to change an instruction that the bank has', async () => {
      const [{ id } = { id: 0 }] = await registered(1)
      const [{ emissionId } = { emissionId: 0 }] = await api.db.select().from(registrations).where(eq(registrations.accountId, id))
      await expect(api.db.delete(bankOrders).where(eq(bankOrders.emissionId, emissionId))).rejects.toThrow()
    })
  })
  describe('a second copy', () => {
    const DAY = 24 * 60 * 60 * 1000
    /** Interest of 1 % a month and a fine of 2 %. */
    const terms: Terms = { ...NO_TERMS, interest: { kind: 'monthly', rate: 100 }, fine: { kind: 'share', rate: 200 } }
    const withTerms = async (own: Terms | null) => void (await api.db.update(issuers).set({ terms: own }).where(eq(issuers.id, 1)))
    /** Runs something at a later day. */
    const later = async <T>(days: number, run: () => Promise<T>) => {
      api.time.now += days * DAY
      return run().finally(() => void (api.time.now -= days * DAY))
    }
    const copy = (id: number, vencimento: string, semEncargos = false) => ask('POST', `/nfse/${id}/second-copy`, { vencimento, semEncargos })
    const preview = (id: number, vencimento: string) => ask('GET', `/nfse/${id}/second-copy?vencimento=${vencimento}`)
    const pdfOf = async (id: number) => {
      const headers = { 'x-channel': api.secret, authorization: `Bearer ${token}` }
      return Buffer.from(await (await fetch(`${api.url}/nfse-download-file?id=${id}&tipo=2`, { headers })).arrayBuffer())
    }

    test('a second copy asks for the open amount, fine and interest, replaces the boleto, and the bank writes the old one off', async () => {
      await withTerms(terms)
      const [{ id, ourNumber } = { id: 0, ourNumber: '' }] = await registered(1)
      await withTerms(null)
      const net = await netOf(id)
      expect(await preview(id, '2026-12-31')).toMatchObject({ status: 409, body: { message: second.notOverdue } })
      // Due on 30/12/2026: on 19/01/2027 the boleto is overdue, and 29/01/2027 is 30 days after the due date.
      await later(61, async () => {
        expect(await copy(id, '2027-01-18')).toMatchObject({ status: 400, body: { message: nfse.dueInPast } })
        const [fine, interest] = [share(net, 200), share(net, 100)]
        const seen = { emAberto: net / 100, dias: 30, multa: fine / 100, juros: interest / 100, total: (net + fine + interest) / 100 }
        expect((await preview(id, '2027-01-29')).body).toEqual(seen)
        expect((await copy(id, '2027-01-29')).status).toBe(200)
        await api.idle()
        const account = await one(id)
        expect(account.SEGUNDA_VIA).toEqual({ vencimento: '2027-01-29', valor: seen.total, multa: seen.multa, juros: seen.juros })
        expect([account.DATA_VENCTO, account.REGISTRO_BOLETO, account.IMPEDIMENTO_REGISTRO]).toEqual(['2026-12-30', null, null])
        expect(account.instrucoes).toMatchObject([{ movimento: 'writeOff', remessa: null }, { movimento: 'entry' }])
        if (!noPoppler) {
          const text = await textOf(await pdfOf(id))
          for (const part of [
            'Segunda via, vencimento original em 30/12/2026',
            `Multa: R$ ${moneyBr(fine)}`,
            `Juros: R$ ${moneyBr(interest)}`,
            '29/01/2027',
          ])
            expect(text).toContain(part)
        }

        const { read: file } = await sent([id])
        expect(file.orders.map(({ movement }) => movement).toSorted()).toEqual(['01', '02'])
        const entry = file.orders.find(({ movement }) => movement === '01')
        expect([Number(entry?.p.cents), entry?.p.dueOn]).toEqual([net + fine + interest, '29012027'])
        const fresh = entry?.p.ourNumber.trim() ?? ''
        expect(fresh).not.toBe(ourNumber)
        const total = net + fine + interest
        await tell([
          { movement: '09', t: { ourNumber } },
          { movement: '02', t: { ourNumber: fresh } },
          { movement: '06', t: { ourNumber: fresh, cents: total }, u: { paid: total, credited: total, on: '2027-01-19', creditedOn: '2027-01-19' } },
        ])
        const paid = await one(id)
        expect([paid.REGISTRO_BOLETO, paid.VALOR_RECEBIDO]).toEqual(['paid', net / 100])
        expect(paid.pagamentos).toMatchObject([{ valor: net / 100, acrescimos: (fine + interest) / 100 }])
        expect(paid.pagamentos?.[0]?.observacao).not.toContain('devolver')
        expect(await copy(id, '2027-01-29')).toMatchObject({ status: 409, body: { message: second.nothingOwed } })
      })
    })

    test('ten simultaneous requests make one second copy; one without charges asks for what is still owed', async () => {
      await withTerms(terms)
      const [id = 0] = await issued(1)
      const net = await netOf(id)
      expect((await ask('POST', `/nfse/${id}/payments`, { valor: 10, pagoEm: '2026-11-18', forma: 'PIX' })).status).toBe(200)
      await later(61, async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => copy(id, '2027-01-29', true)))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        await api.idle()
        const { SEGUNDA_VIA, slips } = {
          ...(await one(id)),
          slips: await api.db
            .select()
            .from(emissions)
            .where(and(eq(emissions.accountId, id), eq(emissions.document, 'B'))),
        }
        expect(SEGUNDA_VIA).toEqual({ vencimento: '2027-01-29', valor: (net - 1_000) / 100, multa: 0, juros: 0 })
        expect(new Set(slips.map(({ voidedAs }) => voidedAs))).toEqual(new Set([null, 'replaced']))
        // A boleto that is already replaced stays as it is.
        const old = slips.find(({ voidedAs }) => voidedAs === 'replaced')
        await expect(
          api.db
            .update(emissions)
            .set({ voidedAs: null })
            .where(eq(emissions.id, old?.id ?? 0)),
        ).rejects.toThrow()
      })
      // The next one counts the interest from the first due date.
      await later(100, async () => {
        expect((await preview(id, '2027-02-28')).body).toMatchObject({ dias: 60, emAberto: (net - 1_000) / 100 })
        expect((await copy(id, '2027-02-28')).status).toBe(200)
        await api.idle()
        expect((await one(id)).SEGUNDA_VIA).toMatchObject({ vencimento: '2027-02-28', multa: share(net - 1_000, 200) / 100 })
      })
      await withTerms(null)
    })

    test('a request to pay that waits is given up once the account is paid, and one for a refused second copy can be made again', async () => {
      const emails = ['contas@exemplo.com.br']
      const [{ id } = { id: 0 }, { id: other } = { id: 0 }] = await registered(2)
      await api.db.execute(sql`alter table accounts disable trigger user`)
      await api.db
        .update(accounts)
        .set({ emails })
        .where(inArray(accounts.id, [id, other]))
      await api.db.execute(sql`alter table accounts enable trigger user`)
      const collect = (ids: number[]) => ask('POST', '/nfse/collections', { ids, vencimento: '2027-01-29' })
      const asked = (account: number) =>
        api.db
          .select({ state: mails.state, log: mails.log })
          .from(mails)
          .where(and(eq(mails.accountId, account), eq(mails.kind, 'C')))
      await later(61, async () => {
        expect((await collect([id])).status).toBe(200)
        await api.idle()
        expect(await asked(id)).toMatchObject([{ state: 'pending' }])
        const { VALOR_LIQUIDO } = await one(id)
        expect((await ask('POST', `/nfse/${id}/payments`, { valor: VALOR_LIQUIDO, pagoEm: '2027-01-10', forma: 'PIX' })).status).toBe(200)
        await api.idle()
        expect(await asked(id)).toMatchObject([{ state: 'failed', log: expect.stringContaining('já foi recebida') as string }])
        expect(await collect([id])).toMatchObject({ status: 409, body: { message: second.nothingOwed } })
        // With a wrong contract, the second copy is refused; the account may be asked for again on the same day.
        const [{ agreement } = { agreement: '' }] = await api.db.select({ agreement: issuers.agreement }).from(issuers).where(eq(issuers.id, 1))
        await api.db.update(issuers).set({ agreement: '1' }).where(eq(issuers.id, 1))
        expect((await collect([other])).status).toBe(200)
        await api.idle()
        await api.db.update(issuers).set({ agreement }).where(eq(issuers.id, 1))
        expect(await asked(other)).toMatchObject([{ state: 'failed', log: expect.stringContaining('recusada') as string }])
        expect((await one(other)).RECUSA_BOLETO).toMatch(/convênio/i)
        expect((await collect([other])).status).toBe(200)
        await api.idle()
        expect((await one(other)).SEGUNDA_VIA).not.toBeNull()
        await sent([other])
      })
    })

    test('the bank changes the due date of a second copy, not that of the account, and a refused write-off is asked for again', async () => {
      const [{ id, ourNumber } = { id: 0, ourNumber: '' }] = await registered(1)
      await later(61, async () => {
        expect((await copy(id, '2027-01-29')).status).toBe(200)
        await api.idle()
        const { read: file } = await sent([id])
        const fresh = file.orders.find(({ movement }) => movement === '01')?.p.ourNumber.trim() ?? ''
        const waiting = async () => (await one(id)).instrucoes?.filter(({ movimento, remessa }) => movimento === 'writeOff' && remessa === null) ?? []
        await tell([
          { movement: '02', t: { ourNumber: fresh } },
          { movement: '26', t: { ourNumber, reasons: '40' } },
        ])
        const [order] = await waiting()
        expect(order).toMatchObject({ nossoNumero: ourNumber })
        expect(await ask('DELETE', `/nfse/orders/${order?.id}`)).toMatchObject({ status: 409, body: { message: messages.orderNeeded } })
        await tell([{ movement: '14', t: { ourNumber: fresh, dueOn: '2027-02-15' } }])
        const account = await one(id)
        expect([account.DATA_VENCTO, account.SEGUNDA_VIA?.vencimento]).toEqual(['2026-12-30', '2027-02-15'])
        // The bank is asked three times at most.
        for (const left of [1, 0]) {
          expect((await register([])).status).toBe(200)
          await tell([{ movement: '26', t: { ourNumber, reasons: '40' } }])
          expect(await waiting()).toHaveLength(left)
        }
      })
    })

    test('an overdue account is asked for once a day, and the e-mail waits until the bank knows the second copy', async () => {
      const [{ id } = { id: 0 }] = await registered(1)
      const [unregistered = 0] = await issued(1)
      const emails = ['contas@exemplo.com.br']
      await api.db.execute(sql`alter table accounts disable trigger user`)
      await api.db
        .update(accounts)
        .set({ emails })
        .where(inArray(accounts.id, [id, unregistered]))
      await api.db.execute(sql`alter table accounts enable trigger user`)
      const collect = (ids: number[]) => ask('POST', '/nfse/collections', { ids, vencimento: '2027-01-29' })
      const asked = async (account: number) =>
        (
          await api.db
            .select({ state: mails.state })
            .from(mails)
            .where(and(eq(mails.accountId, account), eq(mails.kind, 'C')))
        ).map(({ state }) => state)
      expect(await collect([id])).toMatchObject({ status: 409, body: { message: second.notOverdue } })
      await later(61, async () => {
        expect((await collect([id, unregistered])).status).toBe(200)
        await api.idle()
        expect([await asked(id), await asked(unregistered)]).toEqual([['pending'], ['pending']])
        expect((await one(id)).emailState?.pendentMails).toBe(0)
        expect(await collect([id])).toMatchObject({ status: 409, body: { message: second.collectedToday } })
        expect((await one(id)).SEGUNDA_VIA?.vencimento).toBe('2027-01-29')
        const { read: file } = await sent([id, unregistered])
        const fresh = file.orders.filter(({ movement }) => movement === '01').map(({ p }) => p.ourNumber.trim())
        expect(fresh).toHaveLength(2)
        await tell(fresh.map((ourNumber) => ({ movement: '02', t: { ourNumber } })))
        // The write-off of the old boleto was in that file, and is not asked for again.
        expect((await one(id)).instrucoes?.map(({ movimento }) => movimento)).toEqual(['entry', 'writeOff', 'entry'])
        await ask('POST', '/nfse', { contasForSend: [id] })
        await api.idle()
        expect([await asked(id), await asked(unregistered)]).toEqual([['sent'], ['sent']])
      })
    })
  })
})
