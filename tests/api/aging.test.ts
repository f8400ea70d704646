// Tests what is still to be received by client and delay, on both databases.
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { assert, asyncProperty, integer } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '../../server/api/db/schema.ts'
import { BUCKETS, type AgingClient, type AgingDocument, messages } from '../../shared/features/aging.ts'
import { addDays, wallDay } from '../../shared/clock.ts'
import { sumReais } from '../../shared/money.ts'
import { onBoth } from '../support/api.ts'

type Aging = { total: AgingClient; clientes: AgingClient[] }

onBoth('Cobrança', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })
  const ask = async (path: string) => (await api.ask('GET', path, { token })).body
  const aging = async () => (await ask('/dash/aging')) as Aging
  const documentsOf = async (client: string) => (await ask(`/dash/aging/documents?${new URLSearchParams({ cliente: client })}`)) as AgingDocument[]

  test('the total is the card A receber of all months, and each client the sum of its documents by their delay', async () => {
    const { total, clientes } = await aging()
    const card = await api.ask('POST', '/dash/boletos', { token, body: { period: '202611', idOptionCentroCusto: 1 } })
    expect(total.total).toBe((card.body as { valorReceberGeral: number }).valorReceberGeral)
    expect(clientes.length).toBeGreaterThan(5)
    for (const bucket of BUCKETS) expect(total[bucket]).toBe(sumReais(clientes, (one) => one[bucket]))
    for (const one of clientes.slice(0, 20)) {
      const documents = await documentsOf(one.cliente)
      const sum = (from: number, until: number) =>
        sumReais(
          documents.filter(({ dias }) => dias >= from && dias <= until),
          ({ valor }) => valor,
        )
      expect({ ...one }).toEqual({
        cliente: one.cliente,
        idCliente: one.idCliente,
        contas: documents.length,
        aVencer: sum(-Infinity, 0),
        ate30: sum(1, 30),
        ate60: sum(31, 60),
        ate90: sum(61, 90),
        mais90: sum(91, Infinity),
        total: sumReais(documents, ({ valor }) => valor),
      })
    }
  })

  test('a document falls into the bucket of its delay, whatever the day', async () => {
    const [model] = await api.db
      .select()
      .from(accounts)
      .where(and(isNotNull(accounts.issuerId), lt(accounts.receivedCents, accounts.owedCents)))
      .orderBy(accounts.id)
      .limit(1)
    const { id: _, owedCents: __, receivedCents: ___, receivedOn: ____, ...fields } = model as NonNullable<typeof model>
    let copies = 0
    await assert(
      asyncProperty(integer({ min: -400, max: 400 }), async (days) => {
        const name = `Atraso ${(copies += 1)}`
        const own = { clientId: null, name, reference: 930_000_000 + copies, dueOn: addDays(wallDay(api.time.now), -days) }
        const [made] = await api.db
          .insert(accounts)
          .values({ ...fields, ...own })
          .returning({ id: accounts.id })
        const one = (await aging()).clientes.find(({ cliente }) => cliente === name)
        const filled = BUCKETS.filter((bucket) => bucket !== 'total' && one?.[bucket] !== 0)
        expect(filled).toEqual([days <= 0 ? 'aVencer' : days <= 30 ? 'ate30' : days <= 60 ? 'ate60' : days <= 90 ? 'ate90' : 'mais90'])
        await api.db.delete(accounts).where(eq(accounts.id, made?.id ?? 0))
      }),
      { numRuns: 25 },
    )
  })

  test('only overdue accounts with an issued boleto and an address can be collected, and the others say why', async () => {
    const those = await api.db
      .select({ name: accounts.name })
      .from(accounts)
      .where(and(isNotNull(accounts.issuerId), lt(accounts.receivedCents, accounts.owedCents), sql`${accounts.clientId} is null`))
      .groupBy(accounts.name)
    const documents = (await Promise.all(those.slice(0, 30).map(({ name }) => documentsOf(name)))).flat()
    const rows = await api.db
      .select()
      .from(accounts)
      .where(
        inArray(
          accounts.id,
          documents.map(({ id }) => id),
        ),
      )
    for (const { id, dias, impedimento } of documents) {
      const row = rows.find((one) => one.id === id)
      expect(impedimento).toBe(
        dias <= 0 ? messages.notOverdue : row?.slipStatus !== 2 ? messages.noSlip : row.emails.length === 0 ? messages.noAddress : null,
      )
    }
    expect(documents.length).toBeGreaterThan(0)
  })
})
