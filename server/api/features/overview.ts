// Financeiro - Visão Geral: balances, cash flow and the income statement. The database sums in cents. Each figure and the list behind it use the same
// condition.
import { and, asc, between, eq, gt, inArray, isNull, lt, lte, min, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { dayBr, daysBetween, lastDayOf, wallDay } from '../../../shared/clock.ts'
import { messages, type overview as rows, type Part } from '../../../shared/features/overview.ts'
import { reaisOf } from '../../../shared/money.ts'
import { percents } from '../../../shared/percent.ts'
import {
  accounts as receivables,
  bankAccounts,
  cashBoxes,
  clients,
  companies,
  costCentres,
  dreAccounts as accounts,
  dreFilters,
  payables,
  postings,
} from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { allRows, allRowsCounted } from '../answer-limits.ts'

const sumOf = (cents: SQLWrapper) => sql<number>`coalesce(sum(${cents}), 0)::float8`
/** The document as lists show it: the name of a document from elsewhere, or number and instalment of an account. */
export const documentName = sql<string>`coalesce(${receivables.paper}, 'Conta ' || ${receivables.reference} || '/' || ${receivables.instalment})`
const open = sql`${receivables.owedCents} - ${receivables.receivedCents}`

/** The first and last day of a period 'YYYYMM'. */
const daysOf = (period: string) => {
  const month = `${period.slice(0, 4)}-${period.slice(4, 6)}`
  return [`${month}-01`, lastDayOf(month)] as const
}
/** A cancelled account counts only if something was received of it. */
const isOwed = ne(receivables.owedCents, 0)
/** Receivables that are due in one month or in any, of one company or of all. Every figure and the list behind it use this condition. */
const dueIn = (period: string | null, company: string | null | undefined) =>
  and(isOwed, period === null ? undefined : between(receivables.dueOn, ...daysOf(period)), company == null ? undefined : eq(companies.name, company))

const isOpen = lt(receivables.receivedCents, receivables.owedCents)
const openCents = sql<number>`(${open})::float8`
/** For each figure: the condition for its receivables, and the amount that each of them contributes. */
const figuresAt = (today: string): Record<Part, { which: SQL | undefined; cents: SQL<number>; all?: true }> => {
  const overdue = { which: and(isOpen, lt(receivables.dueOn, today)), cents: openCents }
  return {
    gerado: { which: undefined, cents: sql<number>`${receivables.owedCents}::float8` },
    recebido: { which: gt(receivables.receivedCents, 0), cents: sql<number>`${receivables.receivedCents}::float8` },
    aReceber: { which: isOpen, cents: openCents },
    vencidas: overdue,
    vencendoHoje: { which: and(isOpen, eq(receivables.dueOn, today)), cents: openCents },
    aVencer: { which: and(isOpen, gt(receivables.dueOn, today)), cents: openCents },
    vencidasGeral: { ...overdue, all: true },
    aReceberGeral: { which: isOpen, cents: openCents, all: true },
  }
}

export const overview = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /dash/saldoBancosCaixas': async ({ db, query }) => {
    if (query.typeofModal === 'cxa') {
      const boxes = await db
        .select({ company: companies.name, box: cashBoxes.description, cents: cashBoxes.cents })
        .from(cashBoxes)
        .innerJoin(companies, eq(companies.id, cashBoxes.companyId))
        .orderBy(asc(companies.name), asc(cashBoxes.description))
      const total = boxes.reduce((sum, { cents }) => sum + cents, 0)
      return {
        dataset: boxes.map(({ company, box, cents }) => ({ ...none, descricao: `${box} · ${company}`, saldoCxa: reaisOf(cents) })),
        total: { ...none, saldoCxa: reaisOf(total) },
      }
    }
    const found = await db
      .select({
        company: companies.name,
        account: bankAccounts.description,
        current: bankAccounts.currentCents,
        invested: bankAccounts.investedCents,
      })
      .from(bankAccounts)
      .innerJoin(companies, eq(companies.id, bankAccounts.companyId))
      .orderBy(asc(companies.name), asc(bankAccounts.description))
    const balances = (current: number, invested: number) => ({
      saldoCC: reaisOf(current),
      saldoAplicacao: reaisOf(invested),
      saldoTotal: reaisOf(current + invested),
      saldoCxa: null,
    })
    const sum = (of: 'current' | 'invested') => found.reduce((all, one) => all + one[of], 0)
    return {
      dataset: found.map(({ company, account, current, invested }) => ({ descricao: `${account} · ${company}`, ...balances(current, invested) })),
      total: balances(sum('current'), sum('invested')),
    }
  },

  'POST /dash/boletos': async ({ db, body: { period, company, idOptionCentroCusto = 1 } }) => {
    const today = wallDay(clock())
    const sums = await db
      .select({
        company: companies.name,
        centre: costCentres.name,
        made: sumOf(receivables.owedCents),
        received: sumOf(receivables.receivedCents),
        late: sql<number>`coalesce(sum(${open}) filter (where ${receivables.dueOn} < ${today}), 0)::float8`,
        now: sql<number>`coalesce(sum(${open}) filter (where ${receivables.dueOn} = ${today}), 0)::float8`,
      })
      .from(receivables)
      .innerJoin(companies, eq(companies.id, receivables.companyId))
      .innerJoin(costCentres, eq(costCentres.id, receivables.centreId))
      .where(dueIn(period, company))
      .groupBy(companies.name, costCentres.name)
      .orderBy(companies.name, costCentres.name)
    const total = (of: (sum: (typeof sums)[number]) => number, among = sums) => among.reduce((all, one) => all + of(one), 0)
    const [banks] = await db.select({ cents: sumOf(sql`${bankAccounts.currentCents} + ${bankAccounts.investedCents}`) }).from(bankAccounts)
    const [boxes] = await db.select({ cents: sumOf(sql`${cashBoxes.cents}`) }).from(cashBoxes)
    const [due] = await db
      .select({ cents: sumOf(open) })
      .from(receivables)
      .where(isOpen)
    const [overdue] = await db
      .select({ cents: sumOf(open) })
      .from(receivables)
      .where(figuresAt(today).vencidasGeral.which)
    const [owed] = await db
      .select({ cents: sumOf(sql`${payables.cents}`) })
      .from(payables)
      .where(isNull(payables.paidOn))
    const [bank, box, toReceive, toPay] = [banks, boxes, due, owed].map((sum) => sum?.cents ?? 0) as [number, number, number, number]
    const [made, received, late, now] = [total((one) => one.made), total((one) => one.received), total((one) => one.late), total((one) => one.now)]
    const [percentReceived = 0, percentLeft = 0] = percents([received, made - received])
    const byName = (name: 'company' | 'centre') => [...Map.groupBy(sums, (one) => one[name])]
    return {
      saldoBanco: reaisOf(bank),
      saldoCaixa: reaisOf(box),
      saldoGeral: reaisOf(bank + box + toReceive - toPay),
      valorPagarGeral: reaisOf(toPay),
      valorReceberGeral: reaisOf(toReceive),
      valorGeradoCC: reaisOf(made),
      valorRecebidoCC: reaisOf(received),
      percentualRecebidoCC: percentReceived,
      valorReceberCC: reaisOf(made - received),
      percentualReceberCC: percentLeft,
      vencidasVencendoHoje: {
        vencidas: reaisOf(late),
        vencendoHoje: reaisOf(now),
        aVencer: reaisOf(made - received - late - now),
      },
      vencidasGeral: reaisOf(overdue?.cents ?? 0),
      // Companies are sorted by size, like the cost centres.
      totalizerByCompay: byName('company')
        .map(([name, those]) => ({ name, all: total((one) => one.made, those), some: total((one) => one.received, those) }))
        .toSorted((a, b) => b.all - a.all)
        .map(({ name, all, some }) => ({
          company: name,
          valorGerado: reaisOf(all),
          valorRecebido: reaisOf(some),
          valorAReceber: reaisOf(all - some),
        })),
      receveidByCenter: byName('centre')
        .map(([name, those]) => ({
          tipoConta: name,
          cents: total((one) => (idOptionCentroCusto === 2 ? one.made - one.received : one.received), those),
        }))
        .filter(({ cents }) => cents > 0)
        .toSorted((a, b) => b.cents - a.cents)
        .map(({ tipoConta, cents }) => ({ tipoConta, valorRecebido: reaisOf(cents) })),
    }
  },

  'POST /dash/boletos/drill-down': async ({ db, body: { period, company, centro, drillDownOption } }) => {
    const today = wallDay(clock())
    const { which, cents, all } = figuresAt(today)[drillDownOption]
    const list = await allRowsCounted(
      db,
      db
        .select({
          idConta: sql<number | null>`case when ${receivables.issuerId} is not null then ${receivables.id} end`,
          documento: documentName,
          empresa: companies.name,
          cliente: sql<string>`coalesce(${clients.name}, ${receivables.name})`,
          centro: costCentres.name,
          vencimento: receivables.dueOn,
          recebimento: receivables.receivedOn,
          left: sql<number>`(${open})::float8`,
          cents,
        })
        .from(receivables)
        .innerJoin(companies, eq(companies.id, receivables.companyId))
        .innerJoin(costCentres, eq(costCentres.id, receivables.centreId))
        .leftJoin(clients, eq(clients.id, receivables.clientId))
        .where(and(dueIn(all ? null : period, company), centro == null ? undefined : eq(costCentres.name, centro), which))
        .orderBy(receivables.dueOn, receivables.id),
    )
    if (!list) throw refusal(400, messages.tooMuch)
    return {
      columns: [
        { title: 'Documento', field: 'documento' },
        ...(company == null ? [{ title: 'Empresa', field: 'empresa' }] : []),
        { title: 'Cliente', field: 'cliente' },
        { title: 'Centro de custo', field: 'centro' },
        { title: 'Vencimento', field: 'vencimento' },
        { title: 'Situação', field: 'situacao' },
        { title: 'Valor', field: 'valor' },
      ],
      dataset: list.map(({ cents: own, left, vencimento, recebimento, ...row }) => ({
        ...row,
        vencimento,
        situacao: standingOf({ left, vencimento, recebimento, today }),
        valor: reaisOf(own),
      })),
    }
  },

  'GET /dash/dre': async ({ db }) => ({
    dres: await dres(db),
    empresas: await db
      .select({ id: companies.id, descricao: companies.name })
      .from(companies)
      .where(eq(companies.status, 'A'))
      .orderBy(companies.name),
  }),

  'POST /dash/dre': async ({ db, me, body }) => {
    const [saved] = body.firstLoad ? await db.select().from(dreFilters).where(eq(dreFilters.userId, me.id)) : []
    const filters = saved ? { idDre: saved.dreId, idEmpresas: saved.companyIds } : { idDre: body.idDre, idEmpresas: body.idEmpresas }
    const dre = (await dres(db)).find(({ id }) => id === filters.idDre)
    if (!dre || filters.idEmpresas.length === 0) return { haveFilter: false, dataset: [], contas: [], filters: { idDre: null, idEmpresas: [] } }
    const ofDre = eq(accounts.dre, dre.descricao)
    const contas = await db
      .select({ descricao: accounts.name, subtotal: sql<boolean>`bool_and(${accounts.subtotal})` })
      .from(accounts)
      .where(ofDre)
      .groupBy(accounts.name)
      .orderBy(min(accounts.position))
    const isYear = body.typeofView === 'Anual'
    const year = body.period.slice(0, 4)
    const [from, until] = isYear ? [`${year}-01-01`, `${year}-12-31`] : daysOf(body.period)
    const booked = bookings(db, wallDay(clock()))
    const those = and(inArray(booked.companyId, filters.idEmpresas), between(booked.onDay, from, until), ofDre)
    const month = sql<string>`to_char(${booked.onDay}, 'YYYY-MM-01')`
    const cents = sql<number>`sum(${booked.cents})::float8`
    // Undefined if the rows do not fit into one answer, because a part of the rows would give wrong figures.
    const sums = () =>
      allRows(
        db,
        db
          .select({
            descricaoConta: accounts.name,
            custoAnalitico: accounts.analytic,
            descricaoLancamento: sql<null>`null`,
            dataLancamento: month,
            cents,
          })
          .from(booked)
          .innerJoin(accounts, eq(accounts.id, booked.accountId))
          .where(those)
          .groupBy(accounts.id, month)
          .orderBy(min(accounts.position), accounts.analytic, month),
      )
    const each = () =>
      allRowsCounted(
        db,
        db
          .select({
            descricaoConta: accounts.name,
            custoAnalitico: accounts.analytic,
            descricaoLancamento: booked.description,
            dataLancamento: booked.onDay,
            cents: booked.cents,
          })
          .from(booked)
          .innerJoin(accounts, eq(accounts.id, booked.accountId))
          .where(those)
          .orderBy(accounts.position, accounts.analytic, booked.onDay, booked.id),
      )
    const found = (isYear ? undefined : await each()) ?? (await sums())
    if (!found) throw refusal(400, messages.tooMuch)
    return {
      haveFilter: true,
      dataset: found.map(({ cents: own, ...row }) => ({ ...row, valor: reaisOf(own) })),
      contas,
      filters,
    }
  },

  'PUT /dash/dre': async ({ db, me, body: { idDre, idEmpresas } }) => {
    if (!(await dres(db)).some(({ id }) => id === idDre)) throw refusal(400, messages.unknownDre)
    const known = await db.select({ id: companies.id }).from(companies).where(inArray(companies.id, idEmpresas))
    if (known.length < new Set(idEmpresas).size) throw refusal(400, messages.unknownCompany)
    const filter = { userId: me.id, dreId: idDre, companyIds: idEmpresas }
    await db.insert(dreFilters).values(filter).onConflictDoUpdate({ target: dreFilters.userId, set: filter })
    return {}
  },
})

const none = { saldoCC: null, saldoAplicacao: null, saldoTotal: null, saldoCxa: null }

/**
 * The summands of an income statement: the postings, and the receivables of the cost centres that its accounts name, on their due dates. Receivables of
 * months that have not begun are not revenue yet.
 */
function bookings(db: Db, today: string) {
  const posted = db
    .select({
      accountId: postings.accountId,
      companyId: postings.companyId,
      onDay: postings.onDay,
      description: postings.description,
      cents: postings.cents,
      id: postings.id,
    })
    .from(postings)
  const earned = db
    .select({
      accountId: accounts.id,
      companyId: receivables.companyId,
      onDay: receivables.dueOn,
      description: documentName.as('description'),
      cents: receivables.owedCents,
      id: receivables.id,
    })
    .from(receivables)
    .innerJoin(accounts, eq(accounts.centreId, receivables.centreId))
    .where(and(isOwed, lte(receivables.dueOn, lastDayOf(today.slice(0, 7)))))
  return unionAll(posted, earned).as('booked')
}

/** The statements that exist. A DRE is identified by the id of its first account. */
const dres = (db: Db) =>
  db
    .select({ id: sql<number>`min(${accounts.id})`, descricao: accounts.dre })
    .from(accounts)
    .groupBy(accounts.dre)
    .orderBy(accounts.dre)

/** The state of an instalment, as text for people. */
function standingOf({ left, vencimento, recebimento, today }: { left: number; vencimento: string; recebimento: string | null; today: string }) {
  if (left === 0) return `Recebida em ${recebimento === null ? '' : dayBr(recebimento)}`
  const part = recebimento === null ? '' : `, recebida em parte em ${dayBr(recebimento)}`
  if (vencimento === today) return `Vence hoje${part}`
  const late = daysBetween(vencimento, today)
  return late > 0 ? `Vencida há ${late} ${late === 1 ? 'dia' : 'dias'}${part}` : `A vencer${part}`
}
