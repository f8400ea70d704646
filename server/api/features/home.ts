// Home: the person's time this month, the next appointments, the open tasks, and the watched tickets.
import { and, between, desc, eq, gt, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { addDays, mondayOf, wallTime } from '../../../shared/clock.ts'
import { LISTED, WATCHED, type home as rows } from '../../../shared/features/home.ts'
import { duration } from '../../../shared/hours.ts'
import { instant } from '../db/sql.ts'
import {
  activities,
  appointments,
  clients,
  priorities,
  serviceControls,
  serviceMovements as movements,
  timeEntries,
  trackActivities,
  userTasks,
} from '../db/schema.ts'
import type { Api, Handlers } from '../handlers.ts'

export const home = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /dash/Home': async ({ db, me }) => {
    const now = wallTime(clock())
    const month = `${now.slice(0, 7)}-01`
    const spent = sql<number>`extract(epoch from sum(${timeEntries.endedAt} - ${timeEntries.startedAt}))::float8`

    const times = await db
      .select({ activity: trackActivities.description, seconds: spent })
      .from(timeEntries)
      .innerJoin(trackActivities, eq(trackActivities.id, timeEntries.activityId))
      .where(
        and(
          eq(timeEntries.userId, me.id),
          isNotNull(timeEntries.endedAt),
          gte(timeEntries.startedAt, month),
          lt(timeEntries.startedAt, sql`${month}::date + interval '1 month'`),
        ),
      )
      .groupBy(trackActivities.id)
      .orderBy(desc(spent), trackActivities.description)

    const compromissos = await db
      .select({
        ID: appointments.id,
        DESCTAREFAEXTERNO: activities.description,
        CLIENTE: clients.name,
        DATAINI: instant(appointments.startsAt),
        DATAFIM: instant(appointments.endsAt),
      })
      .from(appointments)
      .innerJoin(activities, eq(activities.id, appointments.activityId))
      .leftJoin(clients, eq(clients.id, appointments.clientId))
      .where(and(eq(appointments.userId, me.id), eq(appointments.status, 'A'), gt(appointments.endsAt, now)))
      .orderBy(appointments.startsAt, appointments.id)
      .limit(LISTED)

    const pendencias = await db
      .select({ CODIGOTAREFA: userTasks.id, task: userTasks.description, priority: priorities.description, dia: userTasks.day })
      .from(userTasks)
      .innerJoin(priorities, eq(priorities.id, userTasks.priorityId))
      .where(and(eq(userTasks.userId, me.id), eq(userTasks.status, 'A')))
      .orderBy(userTasks.priorityId, userTasks.id)
      .limit(LISTED)

    const today = now.slice(0, 10)
    const sumFrom = (day: string) =>
      sql<number>`coalesce(extract(epoch from sum(${timeEntries.endedAt} - ${timeEntries.startedAt}) filter (where ${timeEntries.startedAt} >= ${day}::date)), 0)::float8`
    const monday = mondayOf(today)
    const [hours] = await db
      .select({ today: sumFrom(today), week: sumFrom(monday) })
      .from(timeEntries)
      .where(and(eq(timeEntries.userId, me.id), gte(timeEntries.startedAt, monday), lt(timeEntries.startedAt, addDays(monday, 7))))
    const monitorados = await db
      .select({
        id: movements.id,
        idControleHoras: movements.controlId,
        nTicket: movements.ticket,
        cliente: clients.name,
        descricao: movements.description,
        dataMonitoramento: movements.watchedUntil,
      })
      .from(movements)
      .innerJoin(serviceControls, eq(serviceControls.id, movements.controlId))
      .innerJoin(clients, eq(clients.id, serviceControls.clientId))
      .where(and(eq(movements.userId, me.id), eq(movements.status, 'A'), between(movements.watchedUntil, today, addDays(today, WATCHED))))
      .orderBy(movements.watchedUntil, movements.id)
      .limit(LISTED)

    return {
      tempos: times.map(({ activity, seconds }) => ({ DESCRICAOATIVIDADE: activity, total: duration(seconds) })),
      total: { totalizador: duration(times.reduce((sum, { seconds }) => sum + seconds, 0)) },
      compromissos,
      pendencias,
      monitorados,
      horas: { hoje: duration(hours?.today ?? 0), semana: duration(hours?.week ?? 0) },
    }
  },
})
