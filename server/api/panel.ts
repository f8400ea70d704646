// The wall panel: where each person is now, or goes next today.
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { wallDay, wallTime } from '../../shared/clock.ts'
import type { panel as rows } from '../../shared/panel.ts'
import { instant } from './db/sql.ts'
import { activities, appointments, clients, users } from './db/schema.ts'
import type { Api, Handlers } from './implement.ts'

export const panel = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /dash/painelOndeEstou': ({ db }) => {
    const now = wallTime(clock())
    const next = db
      .select({ client: clients.name, activity: activities.description, startsAt: appointments.startsAt, endsAt: appointments.endsAt })
      .from(appointments)
      .innerJoin(activities, and(eq(activities.id, appointments.activityId), eq(activities.onTv, 'S')))
      .leftJoin(clients, eq(clients.id, appointments.clientId))
      .where(
        and(
          eq(appointments.userId, users.id),
          eq(appointments.status, 'A'),
          gt(appointments.endsAt, now),
          lt(appointments.startsAt, sql`${wallDay(clock())}::date + 1`),
        ),
      )
      // What runs comes first; of two that run, the one that began last says more.
      .orderBy(gt(appointments.startsAt, now), sql`abs(extract(epoch from ${appointments.startsAt} - ${now}::timestamp))`, appointments.id)
      .limit(1)
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
      .leftJoinLateral(next, sql`true`)
      .where(and(eq(users.status, 'A'), eq(users.staff, true)))
      .orderBy(users.name, users.id)
  },
})
