// One database, embedded or on a server, behind one type.
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { newestChanges, newestReads } from '../audit.ts'
import { personByEmail } from '../auth.ts'
import { importLines, type Job, type Outcome } from '../import.ts'
import { prepareCompany, type Company } from './company.ts'
import { knock, openDoor } from './door.ts'
import { lockFolder, makeFolder, openFolder } from './pglite.ts'
import type { Db } from './sql.ts'

export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

export interface Database {
  db: Db
  close(): Promise<void>
}

const casing = 'snake_case'
const migrations = { migrationsFolder: join(import.meta.dirname, 'migrations') }
const STATEMENT = 20_000
const LOCK = 5_000
const CHECKPOINT = 5 * 60_000
const VACUUM = 6 * 3600_000

/** Opens the database with its migrations applied and its company prepared, which only one process does at a time. */
export const openDatabase = ({ dataDir, databaseUrl }: Place, company: Company): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir, company) : openServer(databaseUrl, company)

async function openEmbedded(dataDir: string, company: Company): Promise<Database> {
  const unlock = lockFolder(dataDir)
  try {
    const { client, db } = await openPrepared(await makeFolder(dataDir, company), company)
    // Nothing does these by itself here: without them the log grows by gigabytes and reopening takes long.
    // One that fails (a full disk, a broken engine) ends the worker, and with it the process.
    const timers = [setInterval(() => void client.exec('checkpoint'), CHECKPOINT), setInterval(() => void client.exec('vacuum (analyze)'), VACUUM)]
    const shut = openDoor(dataDir, {
      copy: async () => (await client.dumpDataDir('gzip')).stream(),
      import: async (job) => importing(db, job),
      ...Object.fromEntries(
        Object.entries(questions).map(([word, ask]) => [word, async (argument: string) => [JSON.stringify(await told(() => ask(db, argument)))]]),
      ),
    })
    return {
      db,
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
export async function openPrepared(dir: string, company: Company) {
  const client = await openFolder(dir)
  const db = drizzlePglite({ client, casing })
  // No timer interrupts a statement here, so no statement_timeout either: what is asked must be bounded by itself.
  await client.exec("set timezone = 'UTC'")
  await alone(db, async () => {
    await migratePglite(db, migrations)
    await prepareCompany(db, company)
  })
  return { client, db }
}

async function openServer(url: string, company: Company): Promise<Database> {
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
      await prepareCompany(one, company)
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
    const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
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
