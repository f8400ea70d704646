// Tests the overview with more instalments and postings than fit into one response.
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { withoutAudit } from '../../server/api/audit.ts'
import { dreAccounts, postings } from '../../server/api/db/schema.ts'
import { messages } from '../../shared/features/overview.ts'
import { onOne } from '../support/api.ts'

onOne('the overview', (api) => {
  let token = ''
  const ask = (path: string, body: object) => api.ask('POST', path, { token, body })
  const fill = (statement: SQL) =>
    api.db.transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.execute(statement)
    })

  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })

  test('a list of 50,001 receivables is refused with 400, because its sum would be wrong, but the total of the month includes all', async () => {
    await fill(sql`insert into accounts (company_id, centre_id, client_id, paper, month, due_on, cents)
      select 1, 1, 949, 'M' || i, '2013-05-01', '2013-05-10', 100 from generate_series(1, 50001) as i`)
    const { body } = await ask('/dash/boletos', { period: '201305' })
    expect(body).toMatchObject({ valorGeradoCC: 50_001 })
    const { company } = (body as { totalizerByCompay: { company: string }[] }).totalizerByCompay[0] ?? {}
    const listed = await ask('/dash/boletos/drill-down', { period: '201305', company, drillDownOption: 'gerado' })
    expect([listed.status, listed.body]).toMatchObject([400, { message: messages.tooMuch }])
  })

  test('the sums of a month in the income statement are exact even if its 100,000 postings do not fit into one response', async () => {
    const account = (nth: number) => ({ dre: 'De muitos', position: nth, name: `Conta ${nth}`, analytic: null })
    const [first, last] = await api.db
      .insert(dreAccounts)
      .values([account(1), account(2)])
      .returning({ id: dreAccounts.id })
    await fill(sql`insert into postings (company_id, account_id, on_day, description, cents)
      select 1, ${first?.id}::int, '2024-03-10'::date, 'Venda ' || i, 1000 from generate_series(1, 100000) as i`)
    await api.db.insert(postings).values({ companyId: 1, accountId: last?.id ?? 0, onDay: '2024-03-31', description: 'Imposto', cents: -50_000_000 })
    const { body } = await ask('/dash/dre', { idDre: first?.id, idEmpresas: [1], firstLoad: false, typeofView: 'Mensal', period: '202403' })
    const row = { custoAnalitico: null, descricaoLancamento: null, dataLancamento: '2024-03-01' }
    expect(body).toMatchObject({
      dataset: [
        { ...row, descricaoConta: 'Conta 1', valor: 1_000_000 },
        { ...row, descricaoConta: 'Conta 2', valor: -500_000 },
      ],
    })
  })
})
