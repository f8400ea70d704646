// One database, embedded or on a server, behind one type.
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { lockFolder, makeFolder, openFolder } from './pglite.ts'

/** Inside a transaction ask the transaction only: the embedded database has one session, and a query beside it would wait forever. */
export type Db = PgDatabase<PgQueryResultHKT>

export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

export interface Database {
  db: Db
  /** The whole folder as a compressed archive; the embedded database only. */
  dump?: () => Promise<Blob>
  close(): Promise<void>
}

const casing = 'snake_case'
const migrations = { migrationsFolder: join(import.meta.dirname, 'migrations') }
const STATEMENT = 20_000
const LOCK = 5_000
const CHECKPOINT = 5 * 60_000
const VACUUM = 6 * 3600_000

/** Opens the database with its migrations applied and `prepare` done, which only one process does at a time. */
export const openDatabase = ({ dataDir, databaseUrl }: Place, prepare: (db: Db) => Promise<void>): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir, prepare) : openServer(databaseUrl, prepare)

async function openEmbedded(dataDir: string, prepare: (db: Db) => Promise<void>): Promise<Database> {
  const unlock = lockFolder(dataDir)
  try {
    const client = await openFolder(await makeFolder(dataDir))
    const db = drizzlePglite({ client, casing })
    await client.exec(`set statement_timeout = ${STATEMENT}; set timezone = 'UTC'`)
    await alone(db, async () => {
      await migratePglite(db, migrations)
      await prepare(db)
    })
    // Nothing does these by itself here: without them the log grows by gigabytes and reopening takes long.
    const timers = [
      setInterval(() => void client.exec('checkpoint').catch(() => undefined), CHECKPOINT),
      setInterval(() => void client.exec('vacuum (analyze)').catch(() => undefined), VACUUM),
    ]
    return {
      db,
      dump: () => client.dumpDataDir('gzip'),
      close: async () => {
        timers.forEach(clearInterval)
        await client.exec('checkpoint')
        await client.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openServer(url: string, prepare: (db: Db) => Promise<void>): Promise<Database> {
  const connect = (max: number, limits: object) => postgres(url, { max, onnotice: () => undefined, connection: { TimeZone: 'UTC', ...limits } })
  // Its own single connection: the lock belongs to the session, and waiting for another start may take longer than any request may.
  const single = connect(1, {})
  try {
    await single`select 1`.catch((error: unknown) => {
      throw new Error(`Não foi possível conectar ao PostgreSQL de DATABASE_URL: ${reasonOf(error)}.`)
    })
    const one = drizzlePostgres({ client: single, casing })
    await alone(one, async () => {
      await migratePostgres(one, migrations)
      await prepare(one)
    })
  } finally {
    await single.end()
  }
  const client = connect(10, { statement_timeout: STATEMENT, lock_timeout: LOCK })
  return { db: drizzlePostgres({ client, casing }), close: () => client.end({ timeout: 5 }) }
}

/** A refused connection says so in its code, a server in its message. */
const reasonOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code?.startsWith('E') ? code : (message ?? String(error))
}

/** Several processes may start at once; the migrator itself takes no lock. */
async function alone(db: Db, work: () => Promise<void>) {
  const key = 20_261_121
  await db.execute(sql`select pg_advisory_lock(${key})`)
  try {
    await work()
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${key})`)
  }
}

/** Many rows in one statement, their JSON in one parameter. Keys are column names. */
export const insertRows = (db: Db, table: string, rows: Record<string, unknown>[]) => {
  const columns = sql.join(
    Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name)),
    sql`, `,
  )
  const into = sql.identifier(table)
  return db.execute(
    sql`insert into ${into} (${columns}) select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::text::json)`,
  )
}

/** An instant as the wire says it: 'YYYY-MM-DDTHH:MM:SS'. */
export const instant = (column: PgColumn | SQL) => sql<string>`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`
