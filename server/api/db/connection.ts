// Opens the database, embedded or on a server. Both have the same type.
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import { codeOf } from '../errors.ts'
import { tablesNoted } from '../tags.ts'
import { copyInUse } from './backup.ts'
import { prepareCompany, type Company } from './company.ts'
import { openDoor } from './door.ts'
import { answersTo, casing, type Place } from './operator.ts'
import { lockFolder, makeFolder, openFolder } from './pglite.ts'
import { connectOnce, connectPool, LIMITS } from './server.ts'
import type { Db } from './sql.ts'

/**
 * Where the data is. `migrationsFolder` replaces the product's own migrations, and `silence` the usual limit in ms for silent connections to a
 * server.
 */
export interface Opened extends Place {
  migrationsFolder?: string
  silence?: number
}

export interface Database {
  db: Db
  /** Number of calls of one person that may use the database at the same time. */
  share: number
  /** Number of rows that a background job may change in one transaction. */
  batch: number
  close(): Promise<void>
}
const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Number of a server's ten connections that one person may use at the same time. */
const SHARE = 3
/** Values of `batch`. The embedded one is small, because every other call waits for the end of a transaction there. */
const BATCH = { embedded: 3, server: 8 }
/**
 * Times in ms at startup. LOCK: wait for one lock, short because callers queue behind it. PAUSE: between two attempts. PATIENCE: for all attempts.
 */
const LOCK = 1_000
const PAUSE = 3_000
const PATIENCE = 5 * 60_000
const LOCKED = '55P03'
const CHECKPOINT = 5 * 60_000
const VACUUM = 6 * 3600_000

/** Opens the database with its migrations applied and its company prepared. Only one process does this at a time. */
export const openDatabase = ({ databaseUrl, ...place }: Opened, company: Company): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(place, company) : openServer(databaseUrl, place, company)

async function openEmbedded({ dataDir, migrationsFolder }: Opened, company: Company): Promise<Database> {
  const unlock = lockFolder(dataDir)
  // Remove temporary copies that a backup left because its process was killed.
  for (const left of globSync(join(dataDir, 'db.copy-*'))) rmSync(left, { recursive: true })
  try {
    const { client, db } = await openPrepared(await makeFolder(dataDir, company), company, migrationsFolder)
    // The embedded database never does a checkpoint or a vacuum without being asked. Without them, the write-ahead log would grow by gigabytes, and
    // opening would take long. If one fails (full disk, broken engine), the worker ends, and with it the process.
    const timers = [setInterval(() => void client.exec('checkpoint'), CHECKPOINT), setInterval(() => void client.exec('vacuum (analyze)'), VACUUM)]
    const shut = openDoor(dataDir, {
      copy: async () => Readable.from(copyInUse(client)),
      ...answersTo(db),
    })
    return {
      db,
      share: 1,
      batch: BATCH.embedded,
      close: async () => {
        timers.forEach(clearInterval)
        shut()
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

/** Opens the database of a folder. The caller must hold the folder's lock. */
export async function openPrepared(dir: string, company: Company, migrationsFolder = MIGRATIONS) {
  const client = await openFolder(dir)
  const db = drizzlePglite({ client, casing, logger: tablesNoted })
  // No timer can interrupt a statement of the embedded database, so statement_timeout has no effect. Each query must limit its own work.
  await client.exec("set timezone = 'UTC'")
  await alone(db, async () => {
    await mustBeKnown(db, migrationsFolder)
    await migratePglite(db, { migrationsFolder })
    await prepareCompany(db, company)
  })
  return { client, db }
}

async function openServer(url: string, { migrationsFolder = MIGRATIONS, silence }: Omit<Opened, 'databaseUrl'>, company: Company): Promise<Database> {
  const until = performance.now() + PATIENCE
  while (!(await preparedAtOnce(url, company, migrationsFolder))) {
    if (performance.now() > until)
      throw new Error('O banco de dados está ocupado há minutos por outro início ou por uma cópia (pg_dump). Espere que termine e inicie de novo.')
    await setTimeout(PAUSE)
  }
  const client = connectPool(url, silence)
  return { db: drizzlePostgres({ client, casing, logger: tablesNoted }), share: SHARE, batch: BATCH.server, close: () => client.end({ timeout: 5 }) }
}

/** Prepares the database. False if another process holds a lock that it needs: waiting would also block everybody who requests that lock later. */
async function preparedAtOnce(url: string, company: Company, migrationsFolder: string) {
  // A separate single connection, because the lock of alone() belongs to its session. If this start hangs, the server ends the connection, and with
  // it the lock.
  const single = connectOnce(url, { lock_timeout: LOCK, idle_session_timeout: LIMITS.hangs })
  try {
    await single`select 1`.catch((error: unknown) => {
      throw new Error(`Não foi possível conectar ao PostgreSQL de DATABASE_URL: ${reasonOf(error)}.`)
    })
    const one = drizzlePostgres({ client: single, casing })
    await alone(one, async () => {
      await mustBeKnown(one, migrationsFolder)
      await migratePostgres(one, { migrationsFolder })
      await prepareCompany(one, company)
    })
    return true
  } catch (error) {
    if (codeOf(error) === LOCKED) return false
    throw error
  } finally {
    await single.end()
  }
}

/** Refuses a database that a newer release has migrated, because this release does not know what it contains. */
async function mustBeKnown(db: Db, migrationsFolder: string) {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  const [{ exists } = { exists: null }] = await db.select({ exists: sql`to_regclass('drizzle.__drizzle_migrations')` }).from(sql`(select) as nothing`)
  if (exists === null) return
  const [{ last } = { last: 0 }] = await db.select({ last: sql`max(created_at)`.mapWith(Number) }).from(sql`drizzle.__drizzle_migrations`)
  if (last > newest) throw new Error('O banco de dados é de uma versão mais nova deste sistema. Atualize o programa, ou restaure a cópia de antes.')
}

/** The reason of an error. It is in the code if the connection was refused, and in the message if a server answered. */
const reasonOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code?.startsWith('E') ? code : (message ?? String(error))
}

/** Lets several processes prepare the database one after the other, because the migrator itself takes no lock. */
async function alone(db: Db, work: () => Promise<void>) {
  const key = 20_261_121
  await db.execute(sql`select pg_advisory_lock(${key})`)
  try {
    await work()
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${key})`)
  }
}
