// Onde Estou: the agenda of appointments.
import { and, desc, eq, gt, gte, inArray, ne, or, sql } from 'drizzle-orm'
import { dateBr, DAY, wallDay } from '../../../shared/clock.ts'
import { messages, type appointments as rows } from '../../../shared/features/appointments.ts'
import { messages as common } from '../../../shared/messages.ts'
import { LOCKS } from '../db/locks.ts'
import { inColumns, type Db } from '../db/sql.ts'
import { activities, appointments as table, cars, clients, regions, users } from '../db/schema.ts'
import { choices, mustBeActive, staff, type Choice } from '../choices.ts'
import { constraintOf, refusal } from '../errors.ts'
import type { Api, Given, Handlers } from '../handlers.ts'
import { bytesOf, countThatFits, MAX_BYTES } from '../answer-limits.ts'
import type { ColumnsOf } from '../register.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

type GivenTo<N> = Given<Extract<(typeof rows)[number], { name: N }>>

/** If no dates are given, the list begins this long ago (in ms). */
const BACK = 30 * DAY

const stored = {
  ID: table.id,
  CODCOLABORADOR: table.userId,
  CODCLIENTE: table.clientId,
  carro: table.carId,
  CODATIVIDADE: table.activityId,
  regiao: table.regionId,
  startsAt: table.startsAt,
  endsAt: table.endsAt,
  status: table.status,
  MOTIVO: table.reversalReason,
}

/** Splits the instants into days and hours, as the form has them. */
const asForm = <T extends { startsAt: string; endsAt: string }>({ startsAt, endsAt, ...rest }: T) => ({
  ...rest,
  dataIni: startsAt.slice(0, 10),
  horaIni: startsAt.slice(11, 16),
  dataFim: endsAt.slice(0, 10),
  horaFim: endsAt.slice(11, 16),
})

const carName = sql<string | null>`${cars.description} || ' (' || ${cars.plate} || ')'`

/** Maximum number of appointments in one answer. Nobody reads more of them. */
const MOST = 20_000
/** Runs a query for appointments. Refuses if there are too many. */
export async function listed<T extends object>(db: Db, query: { limit: (most: number) => Parameters<typeof inColumns<T>>[1] }) {
  const rows = await inColumns(db, query.limit(MOST + 1))
  if (rows.length > MOST) throw refusal(400, messages.tooMany)
  if (countThatFits(rows) < rows.length) throw refusal(400, messages.tooLarge)
  return rows
}

/** Appointments that overlap the requested days, the newest first. The condition matches the index appointments_period. */
async function list(db: Db, now: number, query: GivenTo<'GET /compromises'>['query'], maxBytes?: number) {
  const { colaboradores, atividades, departamentos, clientes, dataInicial, dataFinal } = query
  if (dataInicial && dataFinal && dataFinal < dataInicial) throw refusal(400, common.daysInOrder)
  const from = dataInicial ?? (dataFinal ? null : wallDay(now - BACK))
  const until = dataFinal ?? null
  const appointments = db
    .select({
      ...stored,
      NOMECOMPLETOUSUARIO: users.name,
      NOMEFANTASIACLIENTE: clients.name,
      DESLOC: carName,
      DESCTAREFAEXTERNO: activities.description,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .innerJoin(activities, eq(activities.id, table.activityId))
    .leftJoin(clients, eq(clients.id, table.clientId))
    .leftJoin(cars, eq(cars.id, table.carId))
    .where(
      and(
        sql`tsrange(${table.startsAt}, ${table.endsAt}, '[]') && tsrange(${from}::timestamp, ${until}::date + interval '1 day', '[)')`,
        // Excludes an appointment that ended exactly when the first day began.
        from === null ? undefined : or(gt(table.endsAt, from), gte(table.startsAt, from)),
        colaboradores && inArray(table.userId, colaboradores),
        atividades && inArray(table.activityId, atividades),
        departamentos && inArray(users.departmentId, departamentos),
        clientes && inArray(table.clientId, clientes),
      ),
    )
  // Active appointments sort first, so a reversed one never takes an active one's place. The unfiltered screen shows the newest that fit. A filtered
  // list is refused if it would lack active appointments.
  const rows = await inColumns(db, appointments.orderBy(table.status, desc(table.id)).limit(MOST + 1))
  const count = countThatFits(rows.slice(0, MOST), maxBytes)
  const isAsked = Object.keys(query).length > 0
  if (isAsked && rows[count]?.status === 'A') throw refusal(400, count === MOST ? messages.tooMany : messages.tooLarge)
  return rows
    .slice(0, count)
    .map(asForm)
    .toSorted((a, b) => b.ID - a.ID)
}

export const appointments = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /datatocompromise': async ({ db }) => {
    const offered = {
      colab: await choices.people(db),
      atividades: await choices.activities(db),
      clientes: await choices.clients(db),
      carros: await choices.cars(db),
      regioes: await choices.regions(db),
    }
    return { compromissos: await list(db, clock(), {}, MAX_BYTES - bytesOf(offered)), ...offered }
  },

  'GET /compromises': ({ db, query }) => list(db, clock(), query),

  'GET /compromises/data-filter': async ({ db }) => ({
    atividades: await choices.activities(db),
    colaboradores: await choices.people(db),
    departamentos: await choices.departments(db),
  }),

  'GET /compromises/{id}': async ({ db, path }) =>
    asForm(
      found(
        await db
          .select({ ...stored, versao: table.version })
          .from(table)
          .where(eq(table.id, path.id)),
      ),
    ),

  'POST /compromises': async ({ db, body }) => {
    const columns = await columnsOf(db, body)
    const others = [...new Set(body.outros)].filter((id) => id !== body.colaborador)
    for (const person of [body.colaborador, ...others]) await mustBeActive(db, users, person, messages.inactive.colaborador, staff)
    return inOneCar(db, columns, async (tx) => {
      const one = await tx
        .insert(table)
        .values({ ...columns, userId: body.colaborador })
        .returning({ id: table.id, outing: table.outing })
      const { id, outing } = inserted(one)
      // Everybody who comes along gets the same outing, so that their appointments may share its car.
      if (others.length > 0) await tx.insert(table).values(others.map((userId) => ({ ...columns, userId, outing })))
      return { id }
    })
  },

  'PUT /compromises': async ({ db, body }) => {
    // Locks the stored appointment, because it decides which values may stay.
    const was = found(await db.select().from(table).where(eq(table.id, body.id)).for('update'))
    const isOpen = and(asRead(table, body), eq(table.status, 'A'))
    const mustBeOpen = async (rows: { id: number }[]) => {
      if (rows.length === 0 && (await db.$count(table, and(eq(table.id, body.id), eq(table.status, 'I')))) > 0) throw refusal(409, messages.reversed)
      await changed(db, table, body, rows)
      return {}
    }
    // A reversal changes nothing else: a reversed appointment keeps its person, place and time for ever.
    if (body.status === 'I') {
      const reversed = { status: 'I', reversalReason: body.motivoEstorno ?? null, version: nextVersion(table) } as const
      return mustBeOpen(await db.update(table).set(reversed).where(isOpen).returning({ id: table.id }))
    }
    const columns = { ...(await columnsOf(db, body, was)), userId: body.colaborador }
    if (columns.userId !== was.userId) await mustBeActive(db, users, columns.userId, messages.inactive.colaborador, staff)
    // The people of an outing share its car because they go to the same place. An appointment that changes to another place, activity or car gets a
    // new outing.
    const stays = (['activityId', 'clientId', 'carId', 'regionId'] as const).every((key) => columns[key] === was[key])
    const [next] = stays ? [was] : await db.select({ outing: sql<number>`nextval('outings')::int` }).from(sql`(values (1)) as one`)
    const outing = next?.outing ?? was.outing
    const rows = await inOneCar(db, { ...columns, outing, from: was.carId }, (tx) =>
      tx
        .update(table)
        .set({ ...columns, outing, version: nextVersion(table) })
        .where(isOpen)
        .returning({ id: table.id }),
    )
    return mustBeOpen(rows)
  },
})

/**
 * The columns for a form. Client, car and region are stored only if the activity asks for them or if they are unchanged. Newly chosen records must be
 * active.
 */
async function columnsOf(
  db: Db,
  body: GivenTo<'POST /compromises'>['body'] | GivenTo<'PUT /compromises'>['body'],
  was?: typeof table.$inferSelect,
): Promise<ColumnsOf<typeof table, 'userId' | 'reversalReason' | 'outing'>> {
  const [activity] = await db.select().from(activities).where(eq(activities.id, body.atividade))
  if (!activity || (activity.status === 'I' && activity.id !== was?.activityId)) throw refusal(400, messages.inactive.atividade)
  const asked = async (flag: 'S' | 'N', of: Choice, id: number | null | undefined, before: number | null | undefined, message: string) => {
    if (id == null) return null
    if (id !== before) await mustBeActive(db, of, id, message)
    return flag === 'S' || (id === before && activity.id === was?.activityId) ? id : null
  }
  return {
    activityId: activity.id,
    clientId: await asked(activity.client, clients, body.cliente, was?.clientId, messages.inactive.cliente),
    carId: await asked(activity.car, cars, body.carro, was?.carId, messages.inactive.carro),
    regionId: await asked(activity.region, regions, body.regiao, was?.regionId, messages.inactive.regiao),
    startsAt: `${body.dataIni}T${body.horaIni}`,
    endsAt: `${body.dataFim}T${body.horaFim}`,
    status: body.status,
  }
}

interface Trip {
  carId: number | null
  startsAt: string
  endsAt: string
  /** Number of the outing. Appointments of the same outing may share the car. */
  outing?: number
  /** The car before the change. */
  from?: number | null
}
/** Writes an appointment with a car. If the database refuses because the car is taken, the error names the person who has it. */
async function inOneCar<T>(db: Db, trip: Trip, write: (tx: Db) => Promise<T>) {
  if (trip.carId === null) return write(db)
  // Locks the new and the old car, so that each has one writer at a time. Otherwise writers would wait for each other in the constraint's index and
  // deadlock.
  const touched = new Set([trip.carId, trip.from ?? trip.carId])
  for (const car of [...touched].toSorted((a, b) => a - b)) await db.execute(sql`select pg_advisory_xact_lock(${LOCKS.cars}, ${car})`)
  try {
    // Writes in a savepoint, so that the transaction can still run queries after a refusal.
    return await db.transaction(write)
  } catch (error) {
    if (constraintOf(error) !== 'appointments_one_car') throw error
    const [holder] = await db
      .select({ car: carName, person: users.name, startsAt: table.startsAt, endsAt: table.endsAt })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .innerJoin(cars, eq(cars.id, table.carId))
      .where(
        and(
          eq(table.carId, trip.carId),
          eq(table.status, 'A'),
          trip.outing === undefined ? undefined : ne(table.outing, trip.outing),
          sql`tsrange(${table.startsAt}, ${table.endsAt}) && tsrange(${trip.startsAt}::timestamp, ${trip.endsAt}::timestamp)`,
        ),
      )
      .orderBy(table.startsAt)
      .limit(1)
    if (!holder) throw error
    throw refusal(409, messages.carTaken(holder.car ?? '', holder.person, dateBr(holder.startsAt), dateBr(holder.endsAt)))
  }
}
