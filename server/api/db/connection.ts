// One database, embedded or on a server, behind one type.
import { existsSync, globSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import { newestChanges, newestReads } from '../audit.ts'
import { personByEmail } from '../auth.ts'
import { importLines, type Job, type Outcome } from '../import.ts'
import { codeOf } from '../errors.ts'
import { copyInUse } from './backup.ts'
import { prepareCompany, type Company } from './company.ts'
import { knock, openDoor } from './door.ts'
import { lockFolder, makeFolder, openFolder } from './pglite.ts'
import { connectOnce, connectPool } from './server.ts'
import type { Db } from './sql.ts'

export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
  /** Other migrations than the product's, and another silence of a server's connections in ms. */
  migrationsFolder?: string
  silence?: number
}

export interface Database {
  db: Db
  /** How many calls of one person may have it at a time. */
  share: number
  close(): Promise<void>
}

const casing = 'snake_case'
const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Of a server's ten connections. */
const SHARE = 3
/** ms that a start waits for a lock at a time, so that whoever is served waits no longer behind it; between two tries; and in all. */
const LOCK = 1_000
const PAUSE = 3_000
const PATIENCE = 5 * 60_000
const LOCKED = '55P03'
/** ms after which the server ends the session of a start that hangs, and its lock with it. */
const HANGS = 30_000
const CHECKPOINT = 5 * 60_000
const VACUUM = 6 * 3600_000

/** Opens the database with its migrations applied and its company prepared, which only one process does at a time. */
export const openDatabase = ({ databaseUrl, ...place }: Place, company: Company): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(place, company) : openServer(databaseUrl, place, company)

async function openEmbedded({ dataDir, migrationsFolder }: Place, company: Company): Promise<Database> {
  const unlock = lockFolder(dataDir)
  // Of a copy whose process was killed.
  for (const left of globSync(join(dataDir, 'db.copy-*'))) rmSync(left, { recursive: true })
  try {
    const { client, db } = await openPrepared(await makeFolder(dataDir, company), company, migrationsFolder)
    // Nothing does these by itself here: without them the log grows by gigabytes and reopening takes long.
    // One that fails (a full disk, a broken engine) ends the worker, and with it the process.
    const timers = [setInterval(() => void client.exec('checkpoint'), CHECKPOINT), setInterval(() => void client.exec('vacuum (analyze)'), VACUUM)]
    const shut = openDoor(dataDir, {
      copy: async () => Readable.from(copyInUse(client)),
      import: async (job) => importing(db, job),
      ...Object.fromEntries(
        Object.entries(questions).map(([word, ask]) => [word, async (argument: string) => [JSON.stringify(await told(() => ask(db, argument)))]]),
      ),
    })
    return {
      db,
      share: 1,
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

/** The database of a folder whose lock is held. */
export async function openPrepared(dir: string, company: Company, migrationsFolder = MIGRATIONS) {
  const client = await openFolder(dir)
  const db = drizzlePglite({ client, casing })
  // No timer interrupts a statement here, so no statement_timeout either: what is asked must be bounded by itself.
  await client.exec("set timezone = 'UTC'")
  await alone(db, async () => {
    await mustBeKnown(db, migrationsFolder)
    await migratePglite(db, { migrationsFolder })
    await prepareCompany(db, company)
  })
  return { client, db }
}

async function openServer(url: string, { migrationsFolder = MIGRATIONS, silence }: Place, company: Company): Promise<Database> {
  const until = performance.now() + PATIENCE
  while (!(await preparedAtOnce(url, company, migrationsFolder))) {
    if (performance.now() > until)
      throw new Error('O banco de dados está ocupado há minutos por outro início ou por uma cópia (pg_dump). Espere que termine e inicie de novo.')
    await setTimeout(PAUSE)
  }
  const client = connectPool(url, silence)
  return { db: drizzlePostgres({ client, casing }), share: SHARE, close: () => client.end({ timeout: 5 }) }
}

/** False when another has what it needs: waiting for that would hold up everyone who asks for it afterwards. */
async function preparedAtOnce(url: string, company: Company, migrationsFolder: string) {
  // Its own single connection: the lock of alone() belongs to the session.
  const single = connectOnce(url, { lock_timeout: LOCK, idle_session_timeout: HANGS, idle_in_transaction_session_timeout: HANGS })
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

/** Refuses a database that a newer release has migrated: this one does not know what it holds. */
async function mustBeKnown(db: Db, migrationsFolder: string) {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  const [{ exists } = { exists: null }] = await db.select({ exists: sql`to_regclass('drizzle.__drizzle_migrations')` }).from(sql`(select) as nothing`)
  if (exists === null) return
  const [{ last } = { last: 0 }] = await db.select({ last: sql`max(created_at)`.mapWith(Number) }).from(sql`drizzle.__drizzle_migrations`)
  if (last > newest) throw new Error('O banco de dados é de uma versão mais nova deste sistema. Atualize o programa, ou restaure a cópia de antes.')
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

/** What an operator's command may ask; nothing is changed. */
const questions = {
  /** Of an e-mail: the person as GET /auth answers, or null. */
  person: personByEmail,
  /** Of 'clients/949', 'user:7' or nothing: the newest of the audit of changes. */
  changes: newestChanges,
  /** Of 'user:7' or nothing: the newest of the audit of reads. */
  reads: newestReads,
} satisfies Record<string, (db: Db, argument: string) => Promise<unknown>>
type Question = keyof typeof questions
export type AnswerTo<Q extends Question> = Awaited<ReturnType<(typeof questions)[Q]>>

/** Asks a running server, or the database that no one has open. */
export const inquire = <Q extends Question>(place: Place, question: Q, argument: string): Promise<AnswerTo<Q>> =>
  visit<AnswerTo<Q>>(
    place,
    `${question} ${argument}`,
    // What told() makes of the same question.
    async (running): Promise<AnswerTo<Q>> => heard((await json(running)) as Told<AnswerTo<Q>>),
    // What the question's own function answers, as JSON.
    async (db): Promise<AnswerTo<Q>> => asJson(await questions[question](db, argument)) as AnswerTo<Q>,
  )

/** Brings a job's lines to a running server, or to the database that no one has open. `tell`: how many are done. */
export const bring = (place: Place, job: Job, tell: (done: number) => void): Promise<Outcome> =>
  visit(
    place,
    `import ${JSON.stringify(job)}`,
    async (running) => {
      for await (const line of createInterface({ input: running })) {
        // What importing() writes.
        const step = JSON.parse(line) as { done: number } | Told<Outcome>
        if (!('done' in step)) return heard(step)
        tell(step.done)
      }
      throw new Error('O sistema parou antes de terminar. Confira com --check o que falta.')
    },
    (db) => importLines(db, job, tell),
  )

/** Speaks to the server that runs on the place, or opens the database that no one has open. */
async function visit<T>({ dataDir, databaseUrl }: Place, line: string, speak: (running: Socket) => Promise<T>, ask: (db: Db) => Promise<T>) {
  if (databaseUrl !== undefined) {
    const client = connectOnce(databaseUrl)
    try {
      return await ask(drizzlePostgres({ client, casing }))
    } finally {
      await client.end()
    }
  }
  const running = await knock(dataDir, line)
  if (running) return speak(running)
  const folder = join(dataDir, 'db')
  if (!existsSync(folder)) throw new Error(`Não há um banco de dados em ${dataDir}. Inicie o sistema uma vez.`)
  const unlock = lockFolder(dataDir)
  try {
    const client = await openFolder(folder)
    const answer = await ask(drizzlePglite({ client, casing }))
    await client.close()
    return answer
  } finally {
    unlock()
  }
}

type Told<T> = { answer: T } | { failed: string }
function heard<T>(told: Told<T>) {
  if ('failed' in told) throw new Error(told.failed)
  return told.answer
}

/** A job that came through the door: a line for each step, the last one with what came of it. */
function importing(db: Db, job: string) {
  const out = new PassThrough()
  const write = (step: { done: number } | Told<unknown>) => out.write(`${JSON.stringify(step)}\n`)
  // The operator's own command wrote it.
  void told(() => importLines(db, JSON.parse(job) as Job, (done) => write({ done }))).then((last) => {
    write(last)
    out.end()
  })
  return out
}

/** An answer, or why there is none, through the door. */
async function told(ask: () => Promise<unknown>): Promise<Told<unknown>> {
  try {
    return { answer: await ask() }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
