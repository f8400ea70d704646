// Tests the cash flow and the income statement on both databases. The expected values are computed here, from the records that the test inserts.
import { assert, asyncProperty, array, boolean, constantFrom, integer, record, sample } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  accounts,
  bankAccounts,
  cashBoxes,
  companies,
  costCentres,
  dreAccounts,
  dreFilters,
  issuers,
  payables,
  postings,
} from '../../server/api/db/schema.ts'
import { netOf } from '../../server/api/nfse/amounts.ts'
import type { Account } from '../../shared/features/nfse.ts'
import { Balances, CashFlow, DreLine, DreRow, DrillDown } from '../../shared/features/overview.ts'
import { onBoth } from '../support/api.ts'

const Dre = z.object({
  haveFilter: z.boolean(),
  dataset: z.array(z.strictObject(DreRow.shape)),
  contas: z.array(DreLine),
  filters: z.strictObject({ idDre: z.number().nullable(), idEmpresas: z.array(z.number()) }),
})

onBoth('the overview', (api) => {
  let token = ''
  const ask = async (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const flow = async (period: string, more: object = {}) => CashFlow.parse((await ask('POST', '/dash/boletos', { period, ...more })).body)
  const details = async (period: string, company: string | null, drillDownOption: string, more: object = {}) =>
    DrillDown.parse((await ask('POST', '/dash/boletos/drill-down', { period, company, drillDownOption, ...more })).body)
  const dre = async (body: object) =>
    Dre.parse(
      (await ask('POST', '/dash/dre', { idDre: null, idEmpresas: [], firstLoad: false, typeofView: 'Mensal', period: '202611', ...body })).body,
    )
  const cents = (reais: number) => Math.round(100 * reais)
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })

  describe('the demo company', () => {
    test('in each of the last three months, the received and open amounts add up to the total of the receivables', async () => {
      for (const period of ['202609', '202610', '202611']) {
        const one = await flow(period)
        expect(one.valorGeradoCC).toBeGreaterThan(0)
        expect(cents(one.valorRecebidoCC ?? 0) + cents(one.valorReceberCC ?? 0)).toBe(cents(one.valorGeradoCC ?? 0))
        const by = one.totalizerByCompay.map(({ valorGerado }) => cents(valorGerado ?? 0))
        expect(sum(by)).toBe(cents(one.valorGeradoCC ?? 0))
      }
    })

    test('for all companies together, each figure of the cash flow equals the sum of the list that it opens', async () => {
      const one = await flow('202611')
      const { vencidas, vencendoHoje, aVencer } = one.vencidasVencendoHoje
      const { vencidasGeral } = one
      const figures = {
        gerado: one.valorGeradoCC,
        recebido: one.valorRecebidoCC,
        aReceber: one.valorReceberCC,
        aReceberGeral: one.valorReceberGeral,
        vencidas,
        vencendoHoje,
        aVencer,
        vencidasGeral,
      }
      const sums = Object.keys(figures).map(async (option) => {
        const { dataset } = await details('202611', null, option)
        return [option, sum(dataset.map(({ valor }) => cents(Number(valor))))]
      })
      expect(Object.fromEntries(await Promise.all(sums))).toEqual(
        Object.fromEntries(Object.entries(figures).map(([option, reais]) => [option, cents(reais ?? 0)])),
      )
      expect(vencidasGeral).toBeGreaterThan(vencidas ?? 0)
      for (const { tipoConta, valorRecebido } of one.receveidByCenter) {
        const { dataset } = await details('202611', null, 'recebido', { centro: tipoConta })
        expect(sum(dataset.map(({ valor }) => cents(Number(valor))))).toBe(cents(valorRecebido ?? 0))
      }
    })

    test('the demo has an income statement for last year and this year, and its revenue in a month equals the receivables', async () => {
      const [{ dres, empresas }] = [(await ask('GET', '/dash/dre')).body as { dres: { id: number }[]; empresas: { id: number }[] }]
      expect(empresas.length).toBeGreaterThanOrEqual(2)
      const idEmpresas = empresas.map(({ id }) => id)
      for (const period of ['2025', '2026']) {
        const { dataset } = await dre({ idDre: dres[0]?.id, idEmpresas, typeofView: 'Anual', period })
        expect(dataset.length).toBeGreaterThan(50)
      }
      const { dataset } = await dre({ idDre: dres[0]?.id, idEmpresas, period: '202610' })
      const earned = sum(dataset.filter(({ descricaoConta }) => descricaoConta === 'Receita bruta').map(({ valor }) => cents(valor ?? 0)))
      expect(earned).toBe(cents((await flow('202610')).valorGeradoCC ?? 0))
    })
  })

  test('the amount that the database stores for a client to pay is the net amount of the documents, for any amount and rate', async () => {
    const [issuer] = await api.db.select({ id: issuers.id, companyId: issuers.companyId }).from(issuers).limit(1)
    const amounts = sample(
      record({ cents: integer({ min: 0, max: 9_999_999_999 }), hundredths: integer({ min: 0, max: 500 }), issWithheld: boolean() }),
      { numRuns: 2_000 },
    )
    // Half a cent of ISS is rounded to the even cent: 0.5, 1.5 and 2.5 cents.
    const halves = [50, 150, 250].map((cents) => ({ cents, hundredths: 100, issWithheld: true }))
    const rows = [...halves, ...amounts].map(({ hundredths, ...amount }, nth) => ({
      ...amount,
      issRate: hundredths / 100,
      issuerId: issuer?.id ?? 0,
      companyId: 0,
      centreId: 1,
      reference: 800_000_000 + nth,
      instalment: 1,
      month: '2040-01-01',
      dueOn: '2040-01-10',
    }))
    const stored = await api.db.insert(accounts).values(rows).returning()
    expect(stored.map(({ owedCents }) => owedCents)).toEqual(rows.map((row) => netOf(row)))
    // The database sets the company of an account with an issuer.
    expect(new Set(stored.map(({ companyId }) => companyId))).toEqual(new Set([issuer?.companyId]))
  })

  test('the accounts that are due in a month have the same net amounts in NFS-e Express and in the list of the cash flow', async () => {
    const invoiced: string[] = []
    // Accounts that were sent on the first start are due later than in their own month.
    for (const mesAno of ['10/2026', '12/2026'])
      for (const { TIPO_CONTA } of (await ask('GET', `/nfse/centrocustos?${new URLSearchParams({ mesAno })}`)).body as { TIPO_CONTA: string }[])
        for (const status of ['1', '2', '3']) {
          const query = new URLSearchParams({ mesAno, tipoRegistro: TIPO_CONTA, tipoEmissao: '3', status })
          for (const one of (await ask('GET', `/nfse?${query}`)).body as Account[])
            if (one.DATA_VENCTO?.startsWith('2026-12'))
              invoiced.push([one.RAZAO_SOCIAL_TOMADOR, one.DATA_VENCTO, cents(one.VALOR_LIQUIDO ?? 0)].join(' '))
        }
    expect(invoiced.length).toBeGreaterThan(42)
    const { dataset } = await details('202612', null, 'gerado')
    const owed = dataset
      .filter(({ documento }) => String(documento).startsWith('Conta '))
      .map(({ cliente, vencimento, valor }) => [cliente, vencimento, cents(Number(valor))].join(' '))
    expect(owed.toSorted()).toEqual(invoiced.toSorted())
  })

  test('revenue in an income statement is what is receivable for its cost centre, until the end of the current month', async () => {
    const [company] = (await api.db.insert(companies).values({ name: 'Da receita' }).returning({ id: companies.id })) as [{ id: number }]
    const [centre] = (await api.db.insert(costCentres).values({ name: 'Da receita' }).returning({ id: costCentres.id })) as [{ id: number }]
    const account = { dre: 'Da receita', position: 10, name: 'Receita', analytic: null, centreId: centre.id }
    const [linked] = (await api.db.insert(dreAccounts).values(account).returning({ id: dreAccounts.id })) as [{ id: number }]
    const receivable = (paper: string, dueOn: string, own: number) =>
      api.db.insert(accounts).values({ companyId: company.id, centreId: centre.id, paper, month: `${dueOn.slice(0, 7)}-01`, dueOn, cents: own })
    await receivable('R1', '2026-05-31', 100)
    await receivable('R2', '2026-11-30', 2_000)
    await receivable('R3', '2026-12-01', 30_000)
    await api.db.insert(postings).values({ companyId: company.id, accountId: linked.id, onDay: '2026-11-05', description: 'Outra', cents: 7 })
    api.time.now = Date.parse('2026-11-20T12:00:00Z')
    const month = await dre({ idDre: linked.id, idEmpresas: [company.id], period: '202611' })
    expect(month.dataset.map(({ descricaoLancamento, dataLancamento, valor }) => [descricaoLancamento, dataLancamento, valor])).toEqual([
      ['Outra', '2026-11-05', 0.07],
      ['R2', '2026-11-30', 20],
    ])
    const year = await dre({ idDre: linked.id, idEmpresas: [company.id], period: '2026', typeofView: 'Anual' })
    expect(year.dataset.map(({ dataLancamento, valor }) => [dataLancamento, valor])).toEqual([
      ['2026-05-01', 1],
      ['2026-11-01', 20.07],
    ])
    await expect(api.db.insert(dreAccounts).values({ ...account, position: 20, name: 'Outra' })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('dre_accounts_one_centre') as string },
    })
  })

  describe('a company with records of this test only', () => {
    let company = 0
    let centre = 0
    let nth = 0
    const NAME = 'Própria'
    beforeAll(async () => {
      ;[{ id: company }] = (await api.db.insert(companies).values({ name: NAME }).returning({ id: companies.id })) as [{ id: number }]
      ;[{ id: centre }] = (await api.db.insert(costCentres).values({ name: 'Próprio' }).returning({ id: costCentres.id })) as [{ id: number }]
    })
    const owe = (dueOn: string, owed: number, received = 0) =>
      api.db.insert(accounts).values({
        companyId: company,
        centreId: centre,
        clientId: 949,
        paper: `D${(nth += 1)}`,
        month: `${dueOn.slice(0, 7)}-01`,
        dueOn,
        cents: owed,
        importedCents: received,
        importedOn: received > 0 ? '2026-11-02' : null,
      })

    test('the amounts due in a month are split into overdue, due today and due later, by the company’s clock', async () => {
      await owe('2024-02-29', 10_000)
      await owe('2024-03-01', 20_000)
      await owe('2028-02-01', 1)
      expect(await flow('202402', { company: NAME })).toMatchObject({
        valorGeradoCC: 100,
        vencidasVencendoHoje: { vencidas: 100, vencendoHoje: 0, aVencer: 0 },
      })
      expect(await flow('202403', { company: NAME })).toMatchObject({ valorGeradoCC: 200 })
      await owe('2026-11-18', 300)
      await owe('2026-11-19', 500, 200)
      await owe('2026-11-20', 700)
      await owe('2026-11-30', 1_100, 1_100)
      // By the company's clock it is a minute before midnight, and by UTC already the next day.
      api.time.now = Date.parse('2026-11-20T03:59:00Z')
      expect(await flow('202611', { company: NAME })).toMatchObject({
        valorGeradoCC: 26,
        valorRecebidoCC: 13,
        percentualRecebidoCC: 50,
        valorReceberCC: 13,
        percentualReceberCC: 50,
        vencidasVencendoHoje: { vencidas: 3, vencendoHoje: 3, aVencer: 7 },
        totalizerByCompay: [{ company: NAME, valorGerado: 26, valorRecebido: 13, valorAReceber: 13 }],
        receveidByCenter: [{ tipoConta: 'Próprio', valorRecebido: 13 }],
      })
      expect((await flow('202611', { company: NAME, idOptionCentroCusto: 2 })).receveidByCenter).toEqual([
        { tipoConta: 'Próprio', valorRecebido: 13 },
      ])
      const { dataset } = await details('202611', NAME, 'aReceber')
      expect(dataset.map(({ vencimento, situacao, valor }) => [vencimento, situacao, valor])).toEqual([
        ['2026-11-18', 'Vencida há 1 dia', 3],
        ['2026-11-19', 'Vence hoje, recebida em parte em 02/11/2026', 3],
        ['2026-11-20', 'A vencer', 7],
      ])
    })

    test('in a month without receivables, every figure of the cash flow is zero', async () => {
      expect(await flow('199901', { company: NAME })).toMatchObject({
        valorGeradoCC: 0,
        percentualRecebidoCC: 0,
        percentualReceberCC: 0,
        totalizerByCompay: [],
        receveidByCenter: [],
      })
    })

    test('the total balance is banks plus cash plus receivables minus payables, whichever month is requested', async () => {
      const [before, later] = [await flow('202611'), await flow('199901')]
      expect(before.saldoGeral).toBe(later.saldoGeral)
      await api.db.insert(bankAccounts).values({ companyId: company, description: 'Banco', currentCents: -500, investedCents: 800 })
      await api.db.insert(cashBoxes).values({ companyId: company, description: 'Caixa', cents: 40 })
      await owe('2031-01-01', 9_000, 2_000)
      const owed = { companyId: company, supplier: 'Um', dueOn: '2026-11-01', cents: 600 }
      await api.db.insert(payables).values([
        { ...owed, document: '1' },
        { ...owed, document: '2', paidOn: '2026-11-01' },
      ])
      const after = await flow('202611')
      const differs = (key: 'saldoBanco' | 'saldoCaixa' | 'valorReceberGeral' | 'valorPagarGeral' | 'saldoGeral') =>
        cents(after[key] ?? 0) - cents(before[key] ?? 0)
      expect([differs('saldoBanco'), differs('saldoCaixa'), differs('valorReceberGeral'), differs('valorPagarGeral'), differs('saldoGeral')]).toEqual(
        [300, 40, 7_000, 600, 6_740],
      )
      for (const [asked, of] of [
        ['bco', 'saldoTotal'],
        ['cxa', 'saldoCxa'],
      ] as const) {
        const { dataset, total } = Balances.parse((await ask('GET', `/dash/saldoBancosCaixas?typeofModal=${asked}`)).body)
        expect(sum(dataset.map((one) => cents(one[of] ?? 0)))).toBe(cents(total[of] ?? 0))
        expect(cents(total[of] ?? 0)).toBe(cents((asked === 'bco' ? after.saldoBanco : after.saldoCaixa) ?? 0))
      }
    })

    test('for random receivables, each figure of the cash flow equals the sum of its parts and of the list that it opens', async () => {
      let year = 1900
      await assert(
        asyncProperty(
          array(record({ day: constantFrom('01', '15', '28'), owed: integer({ min: 1, max: 9_999_999 }), percent: constantFrom(0, 33, 100) })),
          async (owed) => {
            const period = `${(year += 1)}02`
            const rows = owed.map(({ day, owed: own, percent }) => ({ day, own, came: Math.floor((own * percent) / 100) }))
            for (const { day, own, came } of rows) await owe(`${year}-02-${day}`, own, came)
            const one = await flow(period, { company: NAME })
            const [all, came] = [sum(rows.map(({ own }) => own)), sum(rows.map((row) => row.came))]
            expect([one.valorGeradoCC, one.valorRecebidoCC, one.valorReceberCC].map((value) => cents(value ?? 0))).toEqual([all, came, all - came])
            expect(cents(sum(Object.values(one.vencidasVencendoHoje).map((value) => value ?? 0)))).toBe(all - came)
            if (all > 0) expect(Math.round(10 * ((one.percentualRecebidoCC ?? 0) + (one.percentualReceberCC ?? 0)))).toBe(1000)
            for (const [option, figure] of [
              ['gerado', all],
              ['recebido', came],
              ['aReceber', all - came],
            ] as const)
              expect(sum((await details(period, NAME, option)).dataset.map(({ valor }) => cents(Number(valor))))).toBe(figure)
          },
        ),
        { numRuns: 15 },
      )
    })

    test('each amount for a year in the income statement is the sum of its months, also for several companies', async () => {
      const base = { dre: 'Própria', position: 10, name: 'Receita' }
      const rows = await api.db
        .insert(dreAccounts)
        .values([
          { ...base, analytic: 'Vendas' },
          { ...base, analytic: null },
          { ...base, position: 20, name: 'Custo', analytic: 'Pessoal' },
          { ...base, position: 30, name: 'Resultado', analytic: null, subtotal: true },
        ])
        .returning({ id: dreAccounts.id })
      const [sales, plain, staff] = rows.map(({ id }) => id) as [number, number, number]
      const [other] = (await api.db.insert(companies).values({ name: 'Outra' }).returning({ id: companies.id })) as [{ id: number }]
      const post = (onDay: string, accountId: number, own: number, companyId = company) =>
        api.db.insert(postings).values({ companyId, accountId, onDay, description: `De ${onDay}`, cents: own })
      await post('2028-01-31', sales, 10_050)
      await post('2028-02-01', sales, 20)
      await post('2028-02-29', sales, 7)
      await post('2028-02-29', plain, 5)
      await post('2028-03-01', staff, -3_000)
      await post('2028-02-10', staff, -11, other.id)
      await post('2027-12-31', sales, 99)
      const of = async (typeofView: string, period: string, idEmpresas: number[]) => dre({ idDre: sales, idEmpresas, typeofView, period })
      const year = await of('Anual', '2028', [company, other.id])
      expect(year.contas).toEqual([
        { descricao: 'Receita', subtotal: false },
        { descricao: 'Custo', subtotal: false },
        { descricao: 'Resultado', subtotal: true },
      ])
      const row = (
        descricaoConta: string,
        custoAnalitico: string | null,
        dataLancamento: string,
        valor: number,
        descricaoLancamento: string | null = null,
      ) => ({
        descricaoConta,
        custoAnalitico,
        descricaoLancamento,
        dataLancamento,
        valor,
      })
      expect(year.dataset).toEqual([
        row('Receita', 'Vendas', '2028-01-01', 100.5),
        row('Receita', 'Vendas', '2028-02-01', 0.27),
        row('Receita', null, '2028-02-01', 0.05),
        row('Custo', 'Pessoal', '2028-02-01', -0.11),
        row('Custo', 'Pessoal', '2028-03-01', -30),
      ])
      expect((await of('Mensal', '202802', [company])).dataset).toEqual([
        row('Receita', 'Vendas', '2028-02-01', 0.2, 'De 2028-02-01'),
        row('Receita', 'Vendas', '2028-02-29', 0.07, 'De 2028-02-29'),
        row('Receita', null, '2028-02-29', 0.05, 'De 2028-02-29'),
      ])
      expect((await of('Mensal', '202802', [other.id])).dataset).toEqual([row('Custo', 'Pessoal', '2028-02-10', -0.11, 'De 2028-02-10')])
      expect((await of('Anual', '2028', [])).dataset).toEqual([])
      expect((await ask('POST', '/dash/dre', { idDre: sales, idEmpresas: [], firstLoad: false, typeofView: 'Mensal', period: '2028' })).status).toBe(
        400,
      )
    })
  })

  test('PUT /dash/dre stores the filter of the person, and the first POST /dash/dre of a visit returns this filter', async () => {
    await api.db.delete(dreFilters)
    expect(await dre({ firstLoad: true })).toEqual({ haveFilter: false, dataset: [], contas: [], filters: { idDre: null, idEmpresas: [] } })
    expect((await ask('PUT', '/dash/dre', { idDre: 1, idEmpresas: [1] })).body).toEqual({})
    expect((await ask('PUT', '/dash/dre', { idDre: 1, idEmpresas: [2, 1] })).status).toBe(200)
    const mine = await dre({ firstLoad: true })
    expect([mine.haveFilter, mine.filters, mine.dataset.length > 0]).toEqual([true, { idDre: 1, idEmpresas: [2, 1] }, true])
    const others = await api.ask('POST', '/dash/dre', {
      token: await api.signIn('supervisor'),
      body: { idDre: null, idEmpresas: [], firstLoad: true, typeofView: 'Anual', period: '2026' },
    })
    expect(others.body).toMatchObject({ haveFilter: false })
    expect((await ask('PUT', '/dash/dre', { idDre: 999_999, idEmpresas: [1] })).status).toBe(400)
    expect((await ask('PUT', '/dash/dre', { idDre: 1, idEmpresas: [999_999] })).status).toBe(400)
  })
})
