// Onde Estou: the agenda of appointments.
import { and, asc, desc, eq, gt, gte, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import { addDays, dateBr, DAY, daysBetween, mondayOf, secondsBetween, secondsLater, wallDay, YEARS } from '../../../shared/clock.ts'
import { messages, repeatedTimes, WEEK, weightOf, type appointments as rows } from '../../../shared/features/appointments.ts'
import { messages as common } from '../../../shared/messages.ts'
import { LOCKS } from '../db/locks.ts'
import { inColumns, type Db } from '../db/sql.ts'
import { activities, appointments as table, cars, clients, regions, users } from '../db/schema.ts'
import { choices, mustBeActive, staff, type Choice } from '../choices.ts'
import { constraintOf, refusal } from '../errors.ts'
import type { Api, Given, Handlers } from '../handlers.ts'
import { bytesOf, countThatFits, MAX_BYTES } from '../answer-limits.ts'
import type { ColumnsOf } from '../register.ts'
import { timeOfDay } from '../tags.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'
import { tell } from './notices.ts'

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
    return { compromissos: await list(db, timeOfDay(clock), {}, MAX_BYTES - bytesOf(offered)), ...offered }
  },

  'GET /compromises': ({ db, query }) => list(db, timeOfDay(clock), query),

  'GET /compromises/data-filter': async ({ db }) => ({
    atividades: await choices.activities(db),
    colaboradores: await choices.people(db),
    departamentos: await choices.departments(db),
  }),

  'GET /compromises/{id}': async ({ db, path }) => {
    const one = found(
      await db
        .select({ ...stored, versao: table.version, serie: table.series })
        .from(table)
        .where(eq(table.id, path.id)),
    )
    const { ID, startsAt, endsAt } = stored
    const later =
      one.serie === null
        ? []
        : await db
            .select({ ID, startsAt, endsAt })
            .from(table)
            .where(isLater(one.serie, one.CODCOLABORADOR, one.startsAt))
            .orderBy(asc(table.startsAt), asc(table.id))
    return { ...asForm(one), proximos: later.length, seguintes: later.map(asForm) }
  },

  'POST /compromises': async ({ db, me, body }) => {
    const columns = await columnsOf(db, body)
    const others = [...new Set(body.outros)].filter((id) => id !== body.colaborador)
    for (const person of [body.colaborador, ...others]) await mustBeActive(db, users, person, messages.inactive.colaborador, staff)
    const times = body.repete ? repeatedTimes(body, body.repete) : [body]
    const series = body.repete ? await drawn(db, 'appointment_series') : null
    const trips = times.map((when) => ({ ...columns, ...spanOf(when) }))
    return inCars(db, trips, async (tx) => {
      const made = await tx
        .insert(table)
        .values(trips.map((trip) => ({ ...trip, series, userId: body.colaborador })))
        .returning()
      // Everybody who comes along gets the same outings, so that their appointments may share its car.
      const along = made.flatMap(({ outing, startsAt, endsAt }) => others.map((userId) => ({ ...columns, outing, startsAt, endsAt, series, userId })))
      const all = [...made, ...(along.length > 0 ? await tx.insert(table).values(along).returning() : [])]
      await tell(tx, clock, me, firstOfEach(all))
      return { id: inserted(made).id }
    })
  },

  'POST /compromises/copy-week': async ({ db, me, body }) => {
    await mustBeActive(db, users, body.colaborador, messages.inactive.colaborador, staff)
    const from = mondayOf(body.de)
    const week = await db
      .select()
      .from(table)
      .where(and(eq(table.userId, body.colaborador), eq(table.status, 'A'), gte(table.startsAt, from), lt(table.startsAt, addDays(from, 7))))
      .orderBy(asc(table.startsAt), asc(table.id))
    if (week.length === 0) throw refusal(400, messages.emptyWeek)
    const seconds = daysBetween(from, mondayOf(body.para)) * (DAY / 1000)
    const copies: Columns[] = []
    for (const { activityId: atividade, clientId: cliente, carId: carro, regionId: regiao, ...one } of week) {
      const when = asForm({ startsAt: moved(one.startsAt, seconds), endsAt: moved(one.endsAt, seconds) })
      const form = { colaborador: one.userId, atividade, cliente, carro, regiao, status: 'A' as const, ...when }
      copies.push({ ...(await columnsOf(db, form)), userId: one.userId })
    }
    const weights = copies.map(({ carId, ...one }) => weightOf({ carro: carId, ...asForm(one) }))
    if (weights.reduce((all, one) => all + one, 0) > WEEK) throw refusal(400, messages.tooManyInWeek)
    if (copies.some(isTooLate)) throw refusal(400, common.day)
    const made = await inCars(db, copies, (tx) => tx.insert(table).values(copies).returning())
    await tell(db, clock, me, firstOfEach(made))
    return { criados: copies.length }
  },

  'PUT /compromises': async ({ db, me, body }) => {
    // Locks the stored appointment, because it decides which values may stay.
    const was = found(await db.select().from(table).where(eq(table.id, body.id)).for('update'))
    const isOpen = and(asRead(table, body), eq(table.status, 'A'))
    const mustBeOpen = async (rows: { id: number }[]) => {
      if (rows.length === 0 && (await db.$count(table, and(eq(table.id, body.id), eq(table.status, 'I')))) > 0) throw refusal(409, messages.reversed)
      await changed(db, table, body, rows)
      return {}
    }
    const later = body.proximos ? await laterOf(db, was) : []
    // A reversal changes nothing else: a reversed appointment keeps its person, place and time for ever.
    if (body.status === 'I') {
      const reversed = { status: 'I', reversalReason: body.motivoEstorno ?? null, version: nextVersion(table) } as const
      const done = await mustBeOpen(await db.update(table).set(reversed).where(isOpen).returning({ id: table.id }))
      const ids = later.map(({ id }) => id)
      if (ids.length > 0) await db.update(table).set(reversed).where(inArray(table.id, ids))
      await tell(db, clock, me, [{ kind: 'estornou', of: was, more: later.length }])
      return done
    }
    const columns = { ...(await columnsOf(db, body, was)), userId: body.colaborador }
    if (columns.userId !== was.userId) await mustBeActive(db, users, columns.userId, messages.inactive.colaborador, staff)
    const shift = secondsBetween(asWall(was.startsAt), asWall(columns.startsAt))
    const isLonger = lengthOf(columns) !== lengthOf(was)
    // A new activity determines client, car and region, so later appointments take them too. Otherwise they keep their own values.
    const isOther = (key: 'userId' | 'clientId' | 'carId' | 'regionId') =>
      columns[key] !== was[key] || (key !== 'userId' && columns.activityId !== was.activityId)
    const followed = (one: Stored): Columns => {
      const startsAt = moved(one.startsAt, shift)
      return {
        ...columns,
        ...(columns.activityId === was.activityId && { activityId: one.activityId }),
        ...(!isOther('userId') && { userId: one.userId }),
        ...(!isOther('clientId') && { clientId: one.clientId }),
        ...(!isOther('carId') && { carId: one.carId }),
        ...(!isOther('regionId') && { regionId: one.regionId }),
        startsAt,
        endsAt: moved(startsAt, lengthOf(isLonger ? columns : one)),
      }
    }
    // The appointments of a series may share one car, so the last one makes room first if all move to later times.
    const all = shift > 0 ? [was, ...later].toReversed() : [was, ...later]
    for (const one of all) {
      const next = one === was ? columns : followed(one)
      if (isTooLate(next)) throw refusal(400, common.day)
      const rows = await store(db, one, next, one === was ? isOpen : eq(table.id, one.id))
      if (one === was) await mustBeOpen(rows)
    }
    const next = { ...columns, id: was.id }
    if (columns.userId !== was.userId)
      await tell(db, clock, me, [
        { kind: 'passou', of: was, more: later.length },
        { kind: 'marcou', of: next, more: later.length },
      ])
    else if (!isSame(was, columns)) await tell(db, clock, me, [{ kind: 'alterou', of: next, more: later.length }])
    return {}
  },
})

/** Whether an appointment ends after the last year that a form accepts. */
const isTooLate = ({ endsAt }: { endsAt: string }) => endsAt.slice(0, 10) > YEARS[1]

const drawn = async (db: Db, sequence: string) => {
  const [next] = await db.select({ value: sql<number>`nextval(${sequence})::int` }).from(sql`(values (1)) as one`)
  return next?.value ?? 0
}

/** A stored time as 'YYYY-MM-DDTHH:MM:SS'. */
const asWall = (stored: string) => `${stored.slice(0, 10)}T${stored.slice(11, 16)}:00`
const moved = (stored: string, seconds: number) => secondsLater(asWall(stored), seconds)

/** The duration of an appointment in seconds. */
const lengthOf = ({ startsAt, endsAt }: Pick<Columns, 'startsAt' | 'endsAt'>) => secondsBetween(asWall(startsAt), asWall(endsAt))

type Stored = typeof table.$inferSelect

const isLater = (series: number, userId: number, startsAt: string) =>
  and(eq(table.series, series), eq(table.userId, userId), eq(table.status, 'A'), gt(table.startsAt, startsAt))

/** The later active appointments of the same series and person, locked, earliest first. */
const laterOf = async (db: Db, { series, userId, startsAt }: Stored) =>
  series === null
    ? []
    : db
        .select()
        .from(table)
        .where(isLater(series, userId, startsAt))
        .orderBy(asc(table.startsAt), asc(table.id))
        .for('update')

/** Whether a change leaves everything that the person of the appointment cares about. */
const isSame = (was: Stored, next: Columns) =>
  (['activityId', 'clientId', 'carId', 'regionId'] as const).every((key) => was[key] === next[key]) &&
  (['startsAt', 'endsAt'] as const).every((key) => asWall(was[key]) === asWall(next[key]))

/** The first new appointment of each person, with the number of the others. */
const firstOfEach = (made: Stored[]) =>
  [...Map.groupBy(made, ({ userId }) => userId).values()].flatMap(([of, ...others]) =>
    of ? [{ kind: 'marcou' as const, of, more: others.length }] : [],
  )

type Columns = ColumnsOf<typeof table, 'reversalReason' | 'outing' | 'series'>

/** Writes new columns of a stored appointment if `only` still holds. Returns the ids of the written rows. */
async function store(db: Db, was: Stored, columns: Columns, only: SQL | undefined) {
  // The people of an outing share its car because they go to the same place. An appointment that changes to another place, activity or car gets a
  // new outing.
  const stays = (['activityId', 'clientId', 'carId', 'regionId'] as const).every((key) => columns[key] === was[key])
  const outing = stays ? was.outing : await drawn(db, 'outings')
  return inCars(db, [{ ...columns, outing, from: was.carId }], (tx) =>
    tx
      .update(table)
      .set({ ...columns, outing, version: nextVersion(table) })
      .where(only)
      .returning({ id: table.id }),
  )
}

/**
 * The columns for a form. Client, car and region are stored only if the activity asks for them or if they are unchanged. Newly chosen records must be
 * active.
 */
async function columnsOf(
  db: Db,
  body: GivenTo<'POST /compromises'>['body'] | GivenTo<'PUT /compromises'>['body'],
  was?: Stored,
): Promise<Omit<Columns, 'userId'>> {
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
    ...spanOf(body),
    status: body.status,
  }
}

type When = Pick<GivenTo<'POST /compromises'>['body'], 'dataIni' | 'horaIni' | 'dataFim' | 'horaFim'>

interface Trip {
  carId: number | null
  startsAt: string
  endsAt: string
  /** Number of the outing. Appointments of the same outing may share the car. */
  outing?: number
  /** The car before the change. */
  from?: number | null
}
const spanOf = ({ dataIni, horaIni, dataFim, horaFim }: When) => ({ startsAt: `${dataIni}T${horaIni}`, endsAt: `${dataFim}T${horaFim}` })

/** Writes appointments, some with a car. If the database refuses because a car is taken, the error names the person who has it first. */
async function inCars<T>(db: Db, trips: Trip[], write: (tx: Db) => Promise<T>) {
  // Locks the new and the old cars, so that each has one writer at a time. Otherwise writers would wait for each other in the constraint's index and
  // deadlock.
  const touched = new Set(trips.flatMap(({ carId, from }) => (carId === null ? [] : [carId, from ?? carId])))
  for (const car of [...touched].toSorted((a, b) => a - b)) await db.execute(sql`select pg_advisory_xact_lock(${LOCKS.cars}, ${car})`)
  if (touched.size === 0) return write(db)
  try {
    // Writes in a savepoint, so that the transaction can still run queries after a refusal.
    return await db.transaction(write)
  } catch (error) {
    if (constraintOf(error) !== 'appointments_one_car') throw error
    const isHeld = trips.map(({ carId, outing, startsAt, endsAt }) =>
      carId === null
        ? undefined
        : and(
            eq(table.carId, carId),
            outing === undefined ? undefined : ne(table.outing, outing),
            sql`tsrange(${table.startsAt}, ${table.endsAt}) && tsrange(${startsAt}::timestamp, ${endsAt}::timestamp)`,
          ),
    )
    const [holder] = await db
      .select({ car: carName, person: users.name, startsAt: table.startsAt, endsAt: table.endsAt })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .innerJoin(cars, eq(cars.id, table.carId))
      .where(and(eq(table.status, 'A'), or(...isHeld)))
      .orderBy(table.startsAt)
      .limit(1)
    if (!holder) throw error
    throw refusal(409, messages.carTaken(holder.car ?? '', holder.person, dateBr(holder.startsAt), dateBr(holder.endsAt)))
  }
}
