// Answers operators' commands about a company's data, either through the running server or from the database itself.
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { json } from 'node:stream/consumers'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { newestChanges, newestReads } from '../audit.ts'
import { personByEmail } from '../auth.ts'
import { importLines, type Job, type Outcome } from '../import.ts'
import { inOneLine, knock } from './door.ts'
import { lockFolder, openFolder } from './pglite.ts'
import { connectOnce } from './server.ts'
import type { Db } from './sql.ts'

/** Where a company's data is: on a server if `databaseUrl` is set, otherwise in the folder. */
export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

export const casing = 'snake_case'

/** The requests that operators' commands may make. None of them changes anything. */
const questions = {
  /** Argument: an e-mail. Answer: the person as in GET /auth, or null. */
  person: personByEmail,
  /** Argument: 'clients/949', 'user:7' or nothing. Answer: the newest changes in the audit. */
  changes: newestChanges,
  /** Argument: 'user:7' or nothing. Answer: the newest reads in the audit. */
  reads: newestReads,
} satisfies Record<string, (db: Db, argument: string) => Promise<unknown>>
type Question = keyof typeof questions
export type AnswerTo<Q extends Question> = Awaited<ReturnType<(typeof questions)[Q]>>

/** Sends a request to the running server, or to the database if no process has it open. */
export const inquire = <Q extends Question>(place: Place, question: Q, argument: string): Promise<AnswerTo<Q>> =>
  visit<AnswerTo<Q>>(
    place,
    `${question} ${argument}`,
    // The running server sends the output of told() for the same request, so the cast is safe.
    async (running): Promise<AnswerTo<Q>> => heard((await json(running)) as Told<AnswerTo<Q>>),
    // The function's return value, converted to JSON and back, as it would arrive from the server.
    async (db): Promise<AnswerTo<Q>> => asJson(await questions[question](db, argument)) as AnswerTo<Q>,
  )

/** Sends an import to the running server, or runs it on the database if no process has it open. `tell` receives the number of lines done. */
export const bring = (place: Place, job: Job, tell: (done: number) => void): Promise<Outcome> =>
  visit(
    place,
    `import ${inOneLine(job)}`,
    async (running) => {
      for await (const line of createInterface({ input: running })) {
        // importing() has written this line, so the cast is safe.
        const step = JSON.parse(line) as { done: number } | Told<Outcome>
        if (!('done' in step)) return heard(step)
        tell(step.done)
      }
      throw new Error('O sistema parou antes de terminar. Confira com --check o que falta.')
    },
    (db) => importLines(db, job, tell),
  )

/** Connects to the running server, or opens the database if no process has it open. */
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

/** The running server's answers to operators' commands, by the first word of the line. */
export const answersTo = (db: Db) => ({
  import: async (job: string) => importing(db, job),
  ...Object.fromEntries(
    Object.entries(questions).map(([word, ask]) => [word, async (argument: string) => [inOneLine(await told(() => ask(db, argument)))]]),
  ),
})

/**
 * Runs an import that came through the socket. The answer has one line per step, and the outcome in the last line. If the command is interrupted,
 * nothing is imported.
 */
function importing(db: Db, job: string) {
  const out = new PassThrough()
  const write = (step: { done: number } | Told<unknown>) => out.write(`${inOneLine(step)}\n`)
  const tell = (done: number) => {
    // This error is thrown within the transaction, so it rolls the import back.
    if (out.destroyed) throw new Error('O comando foi interrompido.')
    write({ done })
  }
  // The operator's own command has written this text, so the cast is safe.
  void told(() => importLines(db, JSON.parse(job) as Job, tell)).then((last) => {
    write(last)
    out.end()
  })
  return out
}

/** Wraps the answer, or the reason for a failure, for the socket. */
async function told(ask: () => Promise<unknown>): Promise<Told<unknown>> {
  try {
    return { answer: await ask() }
  } catch (error) {
    // The message of drizzle's wrapper repeats the whole query, so the cause is reported instead.
    const cause = error instanceof DrizzleQueryError ? error.cause : error
    return { failed: cause instanceof Error ? cause.message : String(cause) }
  }
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
