// The options of forms and filters.
import { and, eq, exists, inArray, sql, type GetColumnData, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isAmong, type Db } from './db/sql.ts'
import {
  activities,
  cars,
  cities,
  clients,
  departments,
  projects,
  regions,
  serviceControls,
  statuses,
  trackActivities,
  trackCategories,
  trackModules,
  trackTags,
  users,
} from './db/schema.ts'
import { refusal } from './errors.ts'
import { oldestThatFit } from './answer-limits.ts'

type Shown<C extends Record<string, PgColumn>> = { [K in keyof C]: GetColumnData<C[K]> }

/**
 * The active rows of a table, sorted by name. `shown` maps fields of the answer to columns. `mb` is the part of an answer, in MB, that the table may
 * fill.
 */
const active =
  <S extends Record<string, PgColumn>>(table: PgTable & { id: PgColumn; status: PgColumn }, shown: S, name: PgColumn, mb = 1, only?: SQL) =>
  async (db: Db) => {
    // The types are widened, as in register.ts, because Drizzle infers the selected columns only for a table known at compile time.
    const plain: PgTable = table
    const columns: Record<string, PgColumn> = shown
    const id = Object.keys(shown).find((key) => shown[key] === table.id) ?? ''
    const query = db
      .select(columns)
      .from(plain)
      .where(and(eq(table.status, 'A'), only))
      .orderBy(name, table.id)
    return (await oldestThatFit(db, query, id, mb)) as Shown<S>[]
  }

/** The people offered in forms. The system's own accounts are never offered. */
export const staff = eq(users.staff, true)

export type Choice = PgTable & { id: PgColumn; status: PgColumn }
/** Requires that every newly chosen record is active. Otherwise throws 400. */
export async function mustBeActive(db: Db, of: Choice, chosen: number | number[], message: string, only?: SQL) {
  const ids = [chosen].flat()
  if ((await db.$count(of, and(inArray(of.id, ids), eq(of.status, 'A'), only))) < ids.length) throw refusal(400, message)
}

const person = { ID: users.id, NOMECOMPLETOUSUARIO: users.name }

const offeredClients = active(clients, { CODIGOCLIENTE: clients.id, NOMEFANTASIACLIENTE: clients.name }, clients.name, 4)

const offeredOfTime = {
  atividades: active(
    trackActivities,
    { CODIGOATIVIDADE: trackActivities.id, DESCRICAOATIVIDADE: trackActivities.description },
    trackActivities.description,
  ),
  categoria: active(
    trackCategories,
    { CODIGOCATEGORIA: trackCategories.id, DESCRICAOCATEGORIA: trackCategories.description, TIPO: trackCategories.kind },
    trackCategories.description,
  ),
  modulo: active(trackModules, { CODIGOMODULO: trackModules.id, DESCRICAOMODULO: trackModules.description }, trackModules.description),
  tag: active(trackTags, { CODIGOTAG: trackTags.id, DESCRICAOTAG: trackTags.description }, trackTags.description),
}

export const choices = {
  /** The dimensions of a time entry. */
  time: async (db: Db) => ({
    atividades: await offeredOfTime.atividades(db),
    categoria: await offeredOfTime.categoria(db),
    modulo: await offeredOfTime.modulo(db),
    tag: await offeredOfTime.tag(db),
  }),
  people: active(users, person, users.name, 1, staff),
  /** Owners of tasks, including the system's own accounts. */
  users: active(users, person, users.name),
  activities: active(
    activities,
    {
      CODTAREFAEXTERNO: activities.id,
      DESCTAREFAEXTERNO: activities.description,
      CLIENTE: activities.client,
      CARRO: activities.car,
      REGIAO: activities.region,
    },
    activities.description,
  ),
  /** Clients that share a name carry their city. Only the cities of these clients are queried, because a company may have very many clients. */
  clients: async (db: Db) => {
    const offered = await offeredClients(db)
    const count = new Map<string, number>()
    for (const { NOMEFANTASIACLIENTE: name } of offered) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1)
    const twins = offered.filter(({ NOMEFANTASIACLIENTE: name }) => (count.get(name.toLowerCase()) ?? 0) > 1)
    const placesOf = () =>
      db
        .select({ id: clients.id, city: sql<string>`${cities.name} || ' - ' || ${cities.uf}` })
        .from(clients)
        .innerJoin(cities, eq(cities.id, clients.cityId))
        .where(
          isAmong(
            clients.id,
            twins.map(({ CODIGOCLIENTE: id }) => id),
          ),
        )
    const places = twins.length > 0 ? await placesOf() : []
    const cityOf = new Map(places.map(({ id, city }) => [id, city]))
    return offered.map((one) => ({ ...one, CIDADE: cityOf.get(one.CODIGOCLIENTE) }))
  },
  /**
   * The statuses for projects and service controls. Each status is marked for one of the two. If a record of the other kind already uses the status,
   * it is offered for both.
   */
  statuses: (db: Db) => {
    const isOfProject = exists(db.select().from(projects).where(eq(projects.statusId, statuses.id)))
    const isOfService = exists(db.select().from(serviceControls).where(eq(serviceControls.statusId, statuses.id)))
    const uso = sql<'P' | 'S' | null>`case ${statuses.kind} when 'project' then case when ${isOfService} then null else 'P' end
      else case when ${isOfProject} then null else 'S' end end`
    return db
      .select({ id: statuses.id, descricao: statuses.description, color: statuses.color, icon: statuses.icon, uso })
      .from(statuses)
      .orderBy(statuses.id)
  },
  cars: active(cars, { CODIGOCARRO: cars.id, PLACACARRO: cars.plate, DESCRICAOCARRO: cars.description }, cars.description),
  regions: active(regions, { ID: regions.id, DESCRICAO: regions.description }, regions.description),
  departments: active(departments, { ID: departments.id, DESCRICAO: departments.name }, departments.name),
}
