// Closings of commissions, and the day of their payment.
import { asc, countDistinct, desc, eq, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type commissionClosings as Rows } from '../../../shared/features/commission-closings.ts'
import { valueOf } from '../../../shared/features/commissions.ts'
import { contracted } from '../../../shared/hours.ts'
import { moneyBr } from '../../../shared/money.ts'
import { allRows, rowsThatFit } from '../answer-limits.ts'
import { closeMonth, openUntil } from '../closings.ts'
import { commissionClosingRows as rows, commissionClosings as closings, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { historyOf } from '../history.ts'
import { asRead, changed, found, nextVersion } from '../versions.ts'

const payer = alias(users, 'payer')
/** The closings, newest month first. */
const closingsIn = (db: Db) =>
  db
    .select({
      id: closings.id,
      mes: sql<string>`to_char(${closings.month}, 'YYYY-MM')`,
      colaboradores: countDistinct(rows.userId),
      cents: sql<number>`coalesce(${sum(rows.commissionCents)}, 0)::float8`,
      closedAt: sql<number>`(extract(epoch from ${closings.closedAt}) * 1000)::float8`,
      fechadoPor: users.name,
      pagoEm: closings.paidOn,
      pagoPor: payer.name,
      versao: closings.version,
    })
    .from(closings)
    .innerJoin(rows, eq(rows.closingId, closings.id))
    .innerJoin(users, eq(users.id, closings.closedBy))
    .leftJoin(payer, eq(payer.id, closings.paidBy))
    .groupBy(closings.id, users.name, payer.name)
    .orderBy(desc(closings.month), desc(closings.id))
type Stored = Awaited<ReturnType<typeof closingsIn>>[number]
/** Converts cents and the moment to the wire format. */
const shown = ({ cents, closedAt, ...rest }: Stored) => ({ ...rest, valor: moneyBr(cents), fechadoEm: wallTime(closedAt) })

export const commissionClosings = ({ clock }: Api): Handlers<typeof Rows> => ({
  'GET /comission-closing': async ({ db }) => (await rowsThatFit(db, closingsIn(db).$dynamic())).map(shown),

  'GET /comission-closing/preview': async ({ db, query }) => {
    const people = Map.groupBy(await openUntil(db, query.mes), ({ userId }) => userId)
    return [...people]
      .map(([id, own]) => ({
        id,
        colaborador: own[0]?.person ?? '',
        registros: own.length,
        ajustes: own.filter(({ adjusts }) => adjusts !== null).length,
        valor: moneyBr(own.reduce((all, { commissionCents }) => all + (commissionCents ?? 0), 0)),
      }))
      .sort((a, b) => a.colaborador.localeCompare(b.colaborador, 'pt-BR'))
  },

  'GET /comission-closing/{id}': async ({ db, path }) => {
    const closing = found(await closingsIn(db).$dynamic().where(eq(closings.id, path.id)))
    const taken = await allRows(
      db,
      db
        .select({
          id: rows.releaseId,
          idLoteHoras: rows.controlId,
          nTicket: rows.ticket,
          colaborador: rows.person,
          cliente: rows.client,
          dataRef: rows.dateRef,
          liberadoEm: rows.releasedOn,
          minutes: rows.minutes,
          cents: rows.cents,
          comissao: sql<number>`${rows.percent}::float8`,
          commissionCents: rows.commissionCents,
          ajusteDe: sql<string | null>`to_char(${rows.adjusts}, 'YYYY-MM')`,
        })
        .from(rows)
        .where(eq(rows.closingId, path.id))
        .orderBy(asc(rows.person), desc(rows.releaseId)),
    )
    if (!taken) throw refusal(400, messages.tooMany)
    return {
      fechamento: shown(closing),
      comissoes: taken.map(({ minutes, cents, commissionCents, ...row }) => ({
        ...row,
        horas: contracted(minutes),
        valorHora: cents === null ? null : moneyBr(cents),
        total: cents === null ? null : moneyBr(valueOf(minutes, cents)),
        valor: commissionCents === null ? null : moneyBr(commissionCents),
      })),
    }
  },

  'GET /comission-closing/{id}/history': ({ db, path, query }) => historyOf(db, closings, { ...path, ...query }),

  'POST /comission-closing': async ({ db, me, body }) => ({
    id: await closeMonth(db, { month: body.mes, at: new Date(clock()), userId: me.id }),
  }),

  'PUT /comission-closing/{id}': async ({ db, me, path: { id }, body: { pagoEm, versao } }) => {
    const { month } = found(await db.select({ month: closings.month }).from(closings).where(eq(closings.id, id)))
    if (pagoEm !== null && pagoEm > wallDay(clock())) throw refusal(400, messages.paidInFuture)
    if (pagoEm !== null && pagoEm < month) throw refusal(400, messages.paidBefore)
    const sent = { id, versao }
    const change = { paidOn: pagoEm, paidBy: pagoEm === null ? null : me.id, version: nextVersion(closings) }
    const saved = await db.update(closings).set(change).where(asRead(closings, sent)).returning({ id: closings.id })
    await changed(db, closings, sent, saved)
    return {}
  },
})
