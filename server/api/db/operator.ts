// What operators' commands ask of a company's data: of the server that runs on it, else of the database itself.
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

/** Where a company's data is: on a server when it names one, else in the folder. */
export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

export const casing = 'snake_case'

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
    `import ${inOneLine(job)}`,
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

/** What a running server says to an operator's command, by the word that it comes with. */
export const answersTo = (db: Db) => ({
  import: async (job: string) => importing(db, job),
  ...Object.fromEntries(
    Object.entries(questions).map(([word, ask]) => [word, async (argument: string) => [inOneLine(await told(() => ask(db, argument)))]]),
  ),
})

/** A job that came through the door: a line for each step, the last one with what came of it. A command that was interrupted brings nothing. */
function importing(db: Db, job: string) {
  const out = new PassThrough()
  const write = (step: { done: number } | Told<unknown>) => out.write(`${inOneLine(step)}\n`)
  const tell = (done: number) => {
    // Within the transaction: what is thrown undoes it.
    if (out.destroyed) throw new Error('O comando foi interrompido.')
    write({ done })
  }
  // The operator's own command wrote it.
  void told(() => importLines(db, JSON.parse(job) as Job, tell)).then((last) => {
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
    // The wrapper's own message repeats what was asked.
    const cause = error instanceof DrizzleQueryError ? error.cause : error
    return { failed: cause instanceof Error ? cause.message : String(cause) }
  }
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
