// Calendário: the appointments of a period, their details, and the filters.
import { and, eq, gt, gte, inArray, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { WINDOW_DAYS, type calendar as rows, type CalendarFilter } from '../../../shared/features/calendar.ts'
import { addDays, wallDay, type Clock } from '../../../shared/clock.ts'
import { activities, appointments, cars, clients, regions, users } from '../db/schema.ts'
import { choices } from '../choices.ts'
import type { Db } from '../db/sql.ts'
import { listed } from './appointments.ts'
import type { Api, Handlers } from '../handlers.ts'
import { found } from '../versions.ts'

/** Colours for activities, assigned by id. As a dot, each has a contrast of at least 3:1 on the background of the light and of the dark theme. */
const COLORS = ['#487BF0', '#CF7A22', '#2F8A6B', '#E060B0', '#4296D0', '#8F7A10']

const among = (column: PgColumn, ids: number[] | undefined) => (ids?.length ? inArray(column, ids) : undefined)

/** The appointments that a filter selects. */
export async function eventsOf(db: Db, clock: Clock, body: CalendarFilter) {
  const from = body.dataInicio ?? addDays(wallDay(clock()), -WINDOW_DAYS)
  const until = body.dataFim ?? null
  // A period that ends before it begins gives an empty list; the database would reject such a range.
  if (until !== null && until < from) return []
  const events = db
    .select({
      id: appointments.id,
      name: sql<string>`${users.name} || ' - ' || ${activities.description}`,
      activity: activities.id,
      ID: users.id,
      NOMECOMPLETOUSUARIO: users.name,
      cliente: clients.name,
      regiao: regions.description,
      CODIGOCARRO: appointments.carId,
      DESCRICAOCARRO: cars.description,
      status: appointments.status,
      versao: appointments.version,
      start: appointments.startsAt,
      end: appointments.endsAt,
    })
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.userId))
    .innerJoin(activities, eq(activities.id, appointments.activityId))
    .leftJoin(clients, eq(clients.id, appointments.clientId))
    .leftJoin(cars, eq(cars.id, appointments.carId))
    .leftJoin(regions, eq(regions.id, appointments.regionId))
    .where(
      and(
        body.estornados ? undefined : eq(appointments.status, 'A'),
        // The condition matches the index appointments_period.
        sql`tsrange(${appointments.startsAt}, ${appointments.endsAt}, '[]') && tsrange(${from}::timestamp, ${until}::date + 1, '[)')`,
        // Excludes an appointment that ended exactly when the first day began.
        or(gt(appointments.endsAt, from), gte(appointments.startsAt, from)),
        among(appointments.userId, body.users),
        among(appointments.activityId, body.atividade),
        among(appointments.carId, body.veiculo),
        among(users.departmentId, body.departamento),
      ),
    )
    .orderBy(appointments.startsAt, appointments.id)
  const shown = await listed(db, events)
  return shown.map(({ activity, ID, NOMECOMPLETOUSUARIO, CODIGOCARRO, DESCRICAOCARRO, ...event }) => ({
    ...event,
    color: COLORS[activity % COLORS.length] ?? null,
    colaborador: { ID, NOMECOMPLETOUSUARIO },
    carro: CODIGOCARRO === null ? null : { CODIGOCARRO, DESCRICAOCARRO },
  }))
}

export const calendar = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /dash/calendarioOndeEstou': async ({ db }) => ({
    users: await choices.people(db),
    atividades: await choices.activities(db),
    veiculos: await choices.cars(db),
    departamentos: await choices.departments(db),
  }),

  'POST /dash/calendarioOndeEstou': ({ db, body }) => eventsOf(db, clock, body),

  'GET /detailcalendar/{id}': async ({ db, path }) =>
    found(
      await db
        .select({
          cliente: clients.name,
          idCliente: appointments.clientId,
          atividade: activities.description,
          carro: cars.description,
          regiao: regions.description,
          dataInicio: sql<string>`to_char(${appointments.startsAt}, 'YYYY-MM-DD')`,
          horaInicio: sql<string>`to_char(${appointments.startsAt}, 'HH24:MI')`,
          dataFim: sql<string>`to_char(${appointments.endsAt}, 'YYYY-MM-DD')`,
          horaFim: sql<string>`to_char(${appointments.endsAt}, 'HH24:MI')`,
        })
        .from(appointments)
        .innerJoin(activities, eq(activities.id, appointments.activityId))
        .leftJoin(clients, eq(clients.id, appointments.clientId))
        .leftJoin(cars, eq(cars.id, appointments.carId))
        .leftJoin(regions, eq(regions.id, appointments.regionId))
        .where(and(eq(appointments.id, path.id), eq(appointments.status, 'A'))),
    ),

  'GET /userstofilter': ({ db }) => choices.people(db),
})
