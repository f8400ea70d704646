// Closings of commissions. A release is in at most one closing, whose rows the database keeps as they are.
import { and, eq, lte, min, notExists, sql } from 'drizzle-orm'
import { dayBr, lastDayOf, wallDay } from '../../shared/clock.ts'
import { messages } from '../../shared/features/commission-closings.ts'
import { commissionOf } from '../../shared/features/commissions.ts'
import { allRowsCounted } from './answer-limits.ts'
import { LOCKS } from './db/locks.ts'
import { commissionClosingRows as rows, commissionClosings as closings, commissionReleases as releases } from './db/schema.ts'
import { insertRows, isAmong, type Db } from './db/sql.ts'
import { refusal } from './errors.ts'
import { releasesWhere } from './releases.ts'
import { inserted } from './versions.ts'

/** The rows that a closing of this month would take, newest first. `month` is 'YYYY-MM'. */
export async function openUntil(db: Db, month: string) {
  const closed = db.select({ id: rows.releaseId }).from(rows).where(eq(rows.releaseId, releases.id))
  const open = await allRowsCounted(db, releasesWhere(db, and(lte(releases.releasedOn, lastDayOf(month)), notExists(closed))))
  if (!open) throw refusal(400, messages.tooMany)
  const movements = open.map(({ movementId }) => movementId)
  const before = await db
    .select({ movementId: rows.movementId, month: min(closings.month) })
    .from(rows)
    .innerJoin(closings, eq(closings.id, rows.closingId))
    .where(isAmong(rows.movementId, movements))
    .groupBy(rows.movementId)
  const closedIn = new Map(before.map((one) => [one.movementId, one.month]))
  return open.map((row) => ({
    ...row,
    commissionCents: row.cents === null ? null : commissionOf(row.minutes, row.cents, row.percent),
    adjusts: closedIn.get(row.movementId) ?? null,
  }))
}

/** Closes a month for everybody and returns the id of the closing. Throws 409 if there is nothing to close. */
export async function closeMonth(db: Db, { month, at, userId }: { month: string; at: Date; userId: number }) {
  if (`${month}-01` > wallDay(at.getTime())) throw refusal(400, messages.notBegun)
  // The lock makes the second of two simultaneous closings wait, so that it finds only the releases that the first one left.
  await db.execute(sql`select pg_advisory_xact_lock(${LOCKS.closings}, 0)`)
  const open = await openUntil(db, month)
  if (open.length === 0) throw refusal(409, messages.nothing(dayBr(lastDayOf(month))))
  const { id } = inserted(
    await db
      .insert(closings)
      .values({ month: `${month}-01`, closedAt: at, closedBy: userId })
      .returning({ id: closings.id }),
  )
  await insertRows(
    db,
    'commission_closing_rows',
    open.map((row) => ({
      release_id: row.releaseId,
      closing_id: id,
      control_id: row.controlId,
      movement_id: row.movementId,
      user_id: row.userId,
      person: row.person,
      client: row.client,
      ticket: row.ticket,
      date_ref: row.dateRef,
      released_on: row.releasedOn,
      minutes: row.minutes,
      cents: row.cents,
      percent: row.percent,
      commission_cents: row.commissionCents,
      adjusts: row.adjusts,
    })),
  )
  return id
}
