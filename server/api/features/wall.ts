// The wall: where each person is now or, if the person is free, where they go next today.
import { and, eq, gt, sql } from 'drizzle-orm'
import { atWall, wallDay, wallTime } from '../../../shared/clock.ts'
import type { wall as rows } from '../../../shared/features/wall.ts'
import { instant } from '../db/sql.ts'
import { activities, appointments, clients, users } from '../db/schema.ts'
import type { Api, Handlers } from '../handlers.ts'
import { holdsUntil, timeOfDay } from '../tags.ts'

export const wall = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /dash/painelOndeEstou': async ({ db }) => {
    const time = timeOfDay(clock)
    const now = wallTime(time)
    const tomorrow = sql`${wallDay(time)}::date + interval '1 day'`
    const isToday = and(
      sql`tsrange(${appointments.startsAt}, ${appointments.endsAt}, '[]') && tsrange(${now}::timestamp, ${tomorrow}, '[)')`,
      eq(appointments.status, 'A'),
      gt(appointments.endsAt, now),
    )
    // The wall changes when an appointment starts or ends.
    const [first] = await db
      .select({
        change: instant(
          sql`min(case when ${appointments.startsAt} > ${now}::timestamp then ${appointments.startsAt} else ${appointments.endsAt} end)`,
        ),
      })
      .from(appointments)
      .where(isToday)
    if (first?.change) holdsUntil(atWall(first.change))
    // Reads all of today's appointments through the index appointments_period. Reading person by person would also read those of future years.
    const next = db
      .selectDistinctOn([appointments.userId], {
        userId: appointments.userId,
        client: clients.name,
        activity: activities.description,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
      })
      .from(appointments)
      .innerJoin(activities, and(eq(activities.id, appointments.activityId), eq(activities.onTv, 'S')))
      .leftJoin(clients, eq(clients.id, appointments.clientId))
      .where(isToday)
      // Running appointments come first. Of two running ones, the one that started later comes first, because it is more specific.
      .orderBy(
        appointments.userId,
        gt(appointments.startsAt, now),
        sql`abs(extract(epoch from ${appointments.startsAt} - ${now}::timestamp))`,
        appointments.id,
      )
      .as('next')
    return db
      .select({
        NOMECOMPLETOUSUARIO: users.name,
        CLIENTE: next.client,
        DESCTAREFAEXTERNO: next.activity,
        DATAINI: instant(next.startsAt),
        DATAFIM: instant(next.endsAt),
      })
      .from(users)
      .leftJoin(next, eq(next.userId, users.id))
      .where(and(eq(users.status, 'A'), eq(users.staff, true)))
      .orderBy(users.name, users.id)
  },
})
