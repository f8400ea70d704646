// Releases of commissions. When a service control is paid, minutes of its movements are released. Each release is stored on the day it arises and
// never changed.
import { and, desc, eq, min, sql, sum, type SQL } from 'drizzle-orm'
import { releasedOf, type Paid } from '../../shared/features/commissions.ts'
import {
  clients,
  commissionReleases as releases,
  commissions,
  serviceControls as controls,
  serviceMovements as movements,
  users,
} from './db/schema.ts'
import { inColumns, insertRows, isAmong, type Db } from './db/sql.ts'

/** Recipient, hourly price and percentage of a release. */
interface Terms {
  userId: number
  cents: number | null
  percent: number
}
interface Released extends Terms {
  minutes: number
  firstOn: string
}
interface Worked extends Terms {
  id: number
  /** Minutes of the movement; 0 if it is inactive. */
  minutes: number
}

export const centsOfKind = (kind: 'P' | 'R') =>
  sql<number>`coalesce(sum(${commissions.cents}) filter (where ${commissions.kind} = ${kind}), 0)::float8`

/**
 * The releases to add so that the stored releases of a control match what its payments release now. `worked` holds the movements of the control and
 * `given` the stored releases of each movement, both oldest first. If one movement changes, the rounded parts of the others shift by less than a
 * minute; such a shift is ignored unless `isPaidAnew`.
 */
export function differencesOf(worked: Worked[], given: Map<number, Released[]>, paid: Paid, isPaidAnew: boolean) {
  let before = 0
  return worked.flatMap(({ id, minutes, userId, cents, percent }) => {
    const old = given.get(id) ?? []
    const adjusts = old.reduce<string | null>((first, { firstOn }) => (first === null || firstOn < first ? firstOn : first), null)
    const was = old.reduce((all, one) => all + one.minutes, 0)
    const now = releasedOf(minutes, before, paid)
    const exact = paid.due > 0 ? (minutes * Math.min(paid.received, paid.due)) / paid.due : 0
    before += minutes
    if (!isPaidAnew && Math.abs(was - exact) < 1) return []
    if (now > was) return [{ id, userId, cents, percent, minutes: now - was, adjusts }]
    // Take minutes back from the person and price that they were released for, the newest release first.
    let left = was - now
    return old.toReversed().flatMap(({ minutes: most, ...terms }) => {
      const taken = Math.min(left, most)
      left -= taken
      return taken > 0 ? [{ id, userId: terms.userId, cents: terms.cents, percent: terms.percent, minutes: -taken, adjusts }] : []
    })
  })
}

/**
 * Stores on this day what the payments of these controls release beyond the stored releases. Call it after every write of a movement, and with
 * `isPaidAnew` after every write of an instalment or a receipt.
 */
export async function settle(db: Db, day: string, controlIds: number[], isPaidAnew: boolean) {
  const which = isAmong(controls.id, controlIds)
  // Lock the controls: if two writers run at once, the second one waits and then sees the releases of the first.
  await db.select({ id: controls.id }).from(controls).where(which).orderBy(controls.id).for('no key update')
  const paid = await db
    .select({ id: controls.id, due: centsOfKind('P'), received: centsOfKind('R') })
    .from(controls)
    .leftJoin(commissions, and(eq(commissions.controlId, controls.id), eq(commissions.status, 'A')))
    .where(which)
    .groupBy(controls.id)
  const worked = await inColumns(
    db,
    db
      .select({
        id: movements.id,
        controlId: movements.controlId,
        minutes: sql<number>`case ${movements.status} when 'A' then ${movements.minutes} else 0 end`,
        userId: controls.userId,
        cents: controls.cents,
        percent: sql<number>`${users.commission}::float8`,
      })
      .from(movements)
      .innerJoin(controls, eq(controls.id, movements.controlId))
      .innerJoin(users, eq(users.id, controls.userId))
      .where(which)
      .orderBy(movements.endsOn, movements.id),
  )
  const given = await inColumns(
    db,
    db
      .select({
        id: releases.movementId,
        userId: releases.userId,
        cents: releases.cents,
        percent: sql<number>`${releases.percent}::float8`,
        minutes: sql<number>`${sum(releases.minutes)}::float8`,
        firstOn: sql<string>`${min(releases.releasedOn)}`,
      })
      .from(releases)
      .innerJoin(movements, eq(movements.id, releases.movementId))
      .where(isAmong(movements.controlId, controlIds))
      .groupBy(releases.movementId, releases.userId, releases.cents, releases.percent)
      .orderBy(min(releases.id)),
  )
  const movementsOf = Map.groupBy(worked, ({ controlId }) => controlId)
  const givenOf = Map.groupBy(given, ({ id }) => id)
  const rows = paid.flatMap(({ id, ...of }) => differencesOf(movementsOf.get(id) ?? [], givenOf, of, isPaidAnew))
  if (rows.length > 0)
    await insertRows(
      db,
      'commission_releases',
      rows.map(({ id, userId, ...row }) => ({ ...row, movement_id: id, user_id: userId, released_on: day })),
    )
}

/** The day of the work. For a release that corrects an earlier one, the day on which it was released. */
export const dateRef = sql<string>`case when ${releases.adjusts} is null then ${movements.endsOn} else ${releases.releasedOn} end`

/** The releases that match, newest first, one row each. Person and price are stored with the release. */
export const releasesWhere = (db: Db, which: SQL | undefined) =>
  db
    .select({
      releaseId: releases.id,
      controlId: controls.id,
      movementId: movements.id,
      userId: releases.userId,
      person: users.name,
      client: clients.name,
      ticket: movements.ticket,
      dateRef,
      releasedOn: releases.releasedOn,
      minutes: releases.minutes,
      cents: releases.cents,
      percent: sql<number>`${releases.percent}::float8`,
      adjusts: releases.adjusts,
    })
    .from(releases)
    .innerJoin(movements, eq(movements.id, releases.movementId))
    .innerJoin(controls, eq(controls.id, movements.controlId))
    .innerJoin(users, eq(users.id, releases.userId))
    .innerJoin(clients, eq(clients.id, controls.clientId))
    .where(which)
    .orderBy(desc(releases.id))
