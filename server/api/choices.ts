// What forms and filters offer.
import { and, eq } from 'drizzle-orm'
import type { Db } from './db/sql.ts'
import { activities, cars, clients, departments, regions, users } from './db/schema.ts'
import { oldest } from './room.ts'

/** Active only, in the order of names. */
export const choices = {
  people: (db: Db) =>
    oldest(
      db,
      db
        .select({ ID: users.id, NOMECOMPLETOUSUARIO: users.name })
        .from(users)
        .where(and(eq(users.status, 'A'), eq(users.staff, true)))
        .orderBy(users.name, users.id),
      'ID',
    ),
  /** Those who own tasks: the system's own accounts too. */
  users: (db: Db) =>
    oldest(
      db,
      db.select({ ID: users.id, NOMECOMPLETOUSUARIO: users.name }).from(users).where(eq(users.status, 'A')).orderBy(users.name, users.id),
      'ID',
    ),
  activities: (db: Db) =>
    oldest(
      db,
      db
        .select({
          CODTAREFAEXTERNO: activities.id,
          DESCTAREFAEXTERNO: activities.description,
          CLIENTE: activities.client,
          CARRO: activities.car,
          REGIAO: activities.region,
        })
        .from(activities)
        .where(eq(activities.status, 'A'))
        .orderBy(activities.description, activities.id),
      'CODTAREFAEXTERNO',
    ),
  clients: (db: Db) =>
    oldest(
      db,
      db
        .select({ CODIGOCLIENTE: clients.id, NOMEFANTASIACLIENTE: clients.name })
        .from(clients)
        .where(eq(clients.status, 'A'))
        .orderBy(clients.name, clients.id),
      'CODIGOCLIENTE',
      4,
    ),
  cars: (db: Db) =>
    oldest(
      db,
      db
        .select({ CODIGOCARRO: cars.id, PLACACARRO: cars.plate, DESCRICAOCARRO: cars.description })
        .from(cars)
        .where(eq(cars.status, 'A'))
        .orderBy(cars.description, cars.id),
      'CODIGOCARRO',
    ),
  regions: (db: Db) =>
    oldest(
      db,
      db
        .select({ ID: regions.id, DESCRICAO: regions.description })
        .from(regions)
        .where(eq(regions.status, 'A'))
        .orderBy(regions.description, regions.id),
      'ID',
    ),
  departments: (db: Db) =>
    oldest(
      db,
      db
        .select({ ID: departments.id, DESCRICAO: departments.name })
        .from(departments)
        .where(eq(departments.status, 'A'))
        .orderBy(departments.name, departments.id),
      'ID',
    ),
}
