// Financeiro - Visão Geral, Cobrança: open amounts by client and by the days since they were due.
import { and, asc, between, desc, eq, lt, max, sql, type SQL } from 'drizzle-orm'
import { openFrom } from '../../../shared/bank-days.ts'
import { addDays, daysBetween } from '../../../shared/clock.ts'
import { BUCKETS, messages, type aging as rows } from '../../../shared/features/aging.ts'
import { messages as overview } from '../../../shared/features/overview.ts'
import { reaisOf, sumReais } from '../../../shared/money.ts'
import { allRows } from '../answer-limits.ts'
import { accounts, clients, collections, companies, costCentres } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { todayFor } from '../tags.ts'
import { documentName } from './overview.ts'

const isOpen = lt(accounts.receivedCents, accounts.owedCents)
const open = sql`${accounts.owedCents} - ${accounts.receivedCents}`
/** The client in the register, or the customer of the account. */
const clientName = sql<string>`coalesce(${clients.name}, ${accounts.name})`

export const aging = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /dash/aging': async ({ db }) => {
    const today = todayFor(clock)
    /** The open amount that is overdue by a number of days, in cents. */
    const late = (from: number, until: number) =>
      sql<number>`coalesce(sum(${open}) filter (where ${accounts.dueOn} between ${addDays(today, -until)} and ${addDays(today, -from)}), 0)::float8`
    const found = await allRows(
      db,
      db
        .select({
          cliente: clientName.as('cliente'),
          idCliente: max(accounts.clientId).as('id_cliente'),
          contas: sql<number>`count(*)::int`.as('contas'),
          aVencer: sql<number>`coalesce(sum(${open}) filter (where ${accounts.dueOn} >= ${today}), 0)::float8`.as('a_vencer'),
          ate30: late(1, 30).as('ate30'),
          ate60: late(31, 60).as('ate60'),
          ate90: late(61, 90).as('ate90'),
          mais90: sql<number>`coalesce(sum(${open}) filter (where ${accounts.dueOn} < ${addDays(today, -90)}), 0)::float8`.as('mais90'),
          total: sql<number>`sum(${open})::float8`.as('total'),
        })
        .from(accounts)
        .leftJoin(clients, eq(clients.id, accounts.clientId))
        .where(isOpen)
        .groupBy(clientName)
        .orderBy(desc(sql`total`), asc(sql`cliente`)),
    )
    if (!found) throw refusal(400, overview.tooMuch)
    const reais = (of: (bucket: (typeof BUCKETS)[number]) => number) =>
      Object.fromEntries(BUCKETS.map((bucket) => [bucket, reaisOf(of(bucket))])) as Record<(typeof BUCKETS)[number], number>
    return {
      total: reais((bucket) => found.reduce((sum, one) => sum + one[bucket], 0)),
      clientes: found.map((one) => ({ cliente: one.cliente, idCliente: one.idCliente, contas: one.contas, ...reais((bucket) => one[bucket]) })),
    }
  },

  'GET /dash/aging/documents': ({ db, query: { cliente } }) => openDocuments(db, todayFor(clock), eq(clientName, cliente)),

  'GET /dash/aging/client/{id}': async ({ db, path: { id } }) => {
    const today = todayFor(clock)
    const month = sql`date_trunc('month', ${today}::date)`
    const [all] = await db
      .select({ cents: sql<number>`coalesce(sum(${accounts.owedCents}), 0)::float8` })
      .from(accounts)
      .where(and(eq(accounts.clientId, id), between(accounts.month, sql`${month} - interval '11 months'`, month)))
    const documentos = await openDocuments(db, today, eq(accounts.clientId, id))
    const valueOf = (some: typeof documentos) => sumReais(some, ({ valor }) => valor)
    return {
      gerado: reaisOf(all?.cents ?? 0),
      aVencer: valueOf(documentos.filter(({ dias }) => dias <= 0)),
      vencido: valueOf(documentos.filter(({ dias }) => dias > 0)),
      documentos,
    }
  },
})

/** The open documents that meet a condition, the earliest due first. Throws 400 if there are too many. */
async function openDocuments(db: Db, today: string, only: SQL) {
  const asked = db
    .select({ accountId: collections.accountId, last: max(collections.onDay).as('last') })
    .from(collections)
    .groupBy(collections.accountId)
    .as('asked')
  const list = await allRows(
    db,
    db
      .select({
        id: accounts.id,
        documento: documentName.as('documento'),
        empresa: companies.name,
        centro: costCentres.name,
        vencimento: accounts.dueOn,
        cents: sql<number>`(${open})::float8`.as('cents'),
        issuerId: accounts.issuerId,
        slipStatus: accounts.slipStatus,
        addresses: sql<number>`cardinality(${accounts.emails})`.as('addresses'),
        last: asked.last,
      })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .innerJoin(costCentres, eq(costCentres.id, accounts.centreId))
      .leftJoin(clients, eq(clients.id, accounts.clientId))
      .leftJoin(asked, eq(asked.accountId, accounts.id))
      .where(and(isOpen, only))
      .orderBy(accounts.dueOn, accounts.id),
  )
  if (!list) throw refusal(400, overview.tooMuch)
  return list.map(({ cents, issuerId, slipStatus, addresses, last, ...row }) => ({
    ...row,
    dias: daysBetween(row.vencimento, today),
    valor: reaisOf(cents),
    nfse: issuerId !== null,
    impedimento:
      openFrom(row.vencimento) >= today
        ? messages.notOverdue
        : issuerId === null || slipStatus !== 2
          ? messages.noSlip
          : addresses === 0
            ? messages.noAddress
            : last === today
              ? messages.collectedToday
              : null,
    cobradaEm: last,
  }))
}
