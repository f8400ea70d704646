// Ended appointments of the caller that may become time entries.
import { and, desc, eq, gt, lte, notExists, sql } from 'drizzle-orm'
import { DAY, secondsBetween, wallTime } from '../../../shared/clock.ts'
import type { trackVisits as rows } from '../../../shared/features/track-visits.ts'
import { duration } from '../../../shared/hours.ts'
import { activities, answeredVisits as answered, appointments, clients, monthClosings, timeEntries } from '../db/schema.ts'
import { instant, type Db } from '../db/sql.ts'
import type { Api, Handlers } from '../handlers.ts'
import { found } from '../versions.ts'

/** An appointment is offered for this long after its end, in ms. */
const BACK = 7 * DAY
/** Length in hours up to which an appointment is a visit, and not an absence or a journey. */
const LONGEST = 12
/** Number of appointments that are offered at once. */
const MOST = 5

/** Notes that the caller has booked or dismissed the time of an appointment. Throws 404 if it is not an appointment of the caller. */
export async function answerVisit(db: Db, appointmentId: number, userId: number) {
  found(
    await db
      .select({ id: appointments.id })
      .from(appointments)
      .where(and(eq(appointments.id, appointmentId), eq(appointments.userId, userId)))
      // The appointment must not change its person before this transaction ends.
      .for('share'),
  )
  await db.insert(answered).values({ appointmentId, userId }).onConflictDoNothing()
}

export const trackVisits = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /track-visits': async ({ db, me }) => {
    const isAnswered = db
      .select({ id: answered.id })
      .from(answered)
      .where(and(eq(answered.appointmentId, appointments.id), eq(answered.userId, me.id)))
    const isInClosedMonth = db
      .select({ id: monthClosings.id })
      .from(monthClosings)
      .where(and(eq(monthClosings.month, sql`date_trunc('month', ${appointments.startsAt})`), monthClosings.closed))
    /** The part of the appointment for which the person has time already. */
    const spent = sql`(
      select coalesce(sum(least(coalesce(t.ended_at, ${wallTime(clock())}::timestamp), ${appointments.endsAt}) - greatest(t.started_at, ${appointments.startsAt})), interval '0')
      from ${timeEntries} t
      where t.user_id = ${me.id} and t.started_at < ${appointments.endsAt} and coalesce(t.ended_at, ${wallTime(clock())}::timestamp) > ${appointments.startsAt})`
    const visits = await db
      .select({
        id: appointments.id,
        atividade: activities.description,
        cliente: clients.name,
        dataHoraInicio: instant(appointments.startsAt),
        until: instant(appointments.endsAt),
      })
      .from(appointments)
      .innerJoin(activities, eq(activities.id, appointments.activityId))
      .leftJoin(clients, eq(clients.id, appointments.clientId))
      .where(
        and(
          eq(appointments.userId, me.id),
          eq(appointments.status, 'A'),
          lte(appointments.endsAt, wallTime(clock())),
          gt(appointments.endsAt, wallTime(clock() - BACK)),
          gt(appointments.endsAt, appointments.startsAt),
          sql`${appointments.endsAt} - ${appointments.startsAt} <= make_interval(hours => ${LONGEST}::int)`,
          notExists(isAnswered),
          notExists(isInClosedMonth),
          sql`2 * ${spent} < ${appointments.endsAt} - ${appointments.startsAt}`,
        ),
      )
      .orderBy(desc(appointments.endsAt), desc(appointments.id))
      .limit(MOST)
    return visits.map(({ until, ...visit }) => ({ ...visit, total: duration(secondsBetween(visit.dataHoraInicio, until)) }))
  },

  'DELETE /track-visits/{id}': async ({ db, me, path }) => {
    await answerVisit(db, path.id, me.id)
    return {}
  },
})
