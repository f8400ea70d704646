// What the payments of a service control release of its commissions. It is written down when it arises, and stays as it is.
import { inArray, sql, type SQL } from 'drizzle-orm'
import { wallDay, ZONE, type Clock } from '../../shared/clock.ts'
import { serviceControls } from './db/schema.ts'
import type { Db } from './db/sql.ts'

/** Locks a control before anything of it is written: of two writers at once the second one settles what the first one left. */
export const lockControl = (db: Db, which: SQL | undefined) =>
  db.select({ id: serviceControls.id }).from(serviceControls).where(which).orderBy(serviceControls.id).for('no key update')

/** Writes down what is released now beyond what was, of one movement or of all of a control. The control is locked. */
export const settle = (db: Db, clock: Clock, controlId: number, movementId: number | null = null) =>
  db.execute(sql`select settle_commissions(${controlId}::integer, ${movementId}::integer, ${wallDay(clock())}::date)`)

/** The same of the controls that an import brought something of. Another movement of a control moves others' parts by a minute: that alone is no difference. */
export async function settleImported(db: Db, controlIds: number[], leastChange: 1 | 2): Promise<number[]> {
  const ids = [...new Set(controlIds)]
  if (ids.length === 0) return []
  await lockControl(db, inArray(serviceControls.id, ids))
  await db.execute(sql`select settle_commissions(id, null, (now() at time zone ${ZONE})::date, ${leastChange}::integer)
    from service_controls where ${inArray(serviceControls.id, ids)} order by id`)
  return []
}
