// Closes and reopens months of time tracking, and refuses changes of time that began in a closed month.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lastDayOf, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages as track } from '../../../shared/features/track.ts'
import { messages, type trackMonths as rows } from '../../../shared/features/track-months.ts'
import { LOCKS } from '../db/locks.ts'
import { monthClosings as table, timeEntries, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { historyOf } from '../history.ts'
import { nextVersion } from '../versions.ts'

/**
 * Throws 409 if one of these wall times is in a closed month. The months then stay open until the transaction ends, because closing one waits for it.
 */
export async function mustBeInOpenMonth(db: Db, ...walls: string[]) {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${LOCKS.monthClosings}, 0)`)
  const months = walls.map((wall) => `${wall.slice(0, 7)}-01`)
  if ((await db.$count(table, and(inArray(table.month, months), table.closed))) > 0) throw refusal(409, track.monthClosed)
}

export const trackMonths = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /track-months': async ({ db }) => {
    const months = await db
      .select({
        id: table.id,
        mes: sql<string>`to_char(${table.month}, 'YYYY-MM')`,
        fechado: table.closed,
        changedAt: table.changedAt,
        por: users.name,
      })
      .from(table)
      .innerJoin(users, eq(users.id, table.changedBy))
      .orderBy(desc(table.month))
    return months.map(({ changedAt, ...month }) => ({ ...month, em: wallTime(changedAt.getTime()) }))
  },

  'PUT /track-months': async ({ db, me, body: { mes, fechado: closed } }) => {
    const month = `${mes}-01`
    if (lastDayOf(mes) >= wallDay(clock())) throw refusal(400, messages.notOver)
    // Waits for the changes of time in progress, and lets none begin before this one ends.
    await db.execute(sql`select pg_advisory_xact_lock(${LOCKS.monthClosings}, 0)`)
    if (closed) await nobodyRuns(db, month)
    const change = { closed, changedAt: new Date(clock()), changedBy: me.id }
    const [was] = await db.select({ closed: table.closed }).from(table).where(eq(table.month, month))
    if (!was && closed) await db.insert(table).values({ month, ...change })
    if (was && was.closed !== closed)
      await db
        .update(table)
        .set({ ...change, version: nextVersion(table) })
        .where(eq(table.month, month))
    return {}
  },

  'GET /track-months/{id}/history': ({ db, path, query }) => historyOf(db, table, { ...path, ...query }),
})

/** Throws 409 if somebody's time that began in the month still runs: its person could not end it any more. */
async function nobodyRuns(db: Db, month: string) {
  const running = await db
    .selectDistinct({ name: users.name })
    .from(timeEntries)
    .innerJoin(users, eq(users.id, timeEntries.userId))
    .where(and(isNull(timeEntries.endedAt), sql`date_trunc('month', ${timeEntries.startedAt}) = ${month}::date`))
    .orderBy(users.name)
  if (running.length > 0) throw refusal(409, messages.running(running.map(({ name }) => name)))
}
