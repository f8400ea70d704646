// Shared code of the benches in which the records of a company grow: the people who make requests, the time of each call through the whole product,
// and how much that time grows.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lte, sql } from 'drizzle-orm'
import { withoutAudit } from '../../server/api/audit.ts'
import { users } from '../../server/api/db/schema.ts'
import { insertRows, type Db } from '../../server/api/db/sql.ts'
import { startApi } from '../../server/api/start.ts'
import { wallDay } from '../../shared/clock.ts'
import { start, type Asked } from './wrk.ts'

/** Number of people who take turns to make requests. */
const ASKING = 30
/** After a long call, the same person's next call waits twice as long as that call (server/api/person-limiter.ts), so the bench pauses as long. */
const REST = 2
const ROUNDS = 21
/** Limit for the median time of every call, in ms. */
const LIMIT = 150

const secret = 'bench'
export const demo = { demo: true, demoPassword: 'exemplo-2026', now: Date.now() }
export const TODAY = wallDay(demo.now)
export interface Place {
  dataDir: string
  databaseUrl?: string
}

export const change = (db: Db, work: (tx: Db) => Promise<unknown>) => db.transaction(async (tx) => [await withoutAudit(tx), await work(tx)])

/** Adds people. Returns the e-mails of the first ones, who hold every menu and make the requests. */
export async function addPeople(db: Db, people: number) {
  await change(db, async (tx) => {
    const more = Array.from({ length: people }, (_, i) => ({
      id: i + 1,
      name: `Pessoa ${i}`,
      email: `p${i}@exemplo.com.br`,
      department_id: 1 + (i % 8),
    }))
    const rows = more.map((one) => ({ ...one, password_hash: '', supervisor: 'N', staff: true, commission: 0, status: 'A' }))
    await insertRows(tx, 'users', rows, sql`on conflict do nothing`)
    await tx.execute(sql`update users set supervisor = 'S', password_hash = (select password_hash from users where id = 1) where id <= ${ASKING}`)
    await tx.execute(
      sql`insert into user_menus select users.id, menu_id from users, user_menus where user_id = 1 and users.id <= ${ASKING} on conflict do nothing`,
    )
  })
  const asking = await db.select({ email: users.email }).from(users).where(lte(users.id, ASKING)).orderBy(users.id)
  return asking.map(({ email }) => email)
}

export interface Served {
  url: string
  cookies: string[]
}

/**
 * Runs the product with a database in its own process, calls `work`, and ends the process. The process runs the file of the bench, which calls
 * serve().
 */
export async function withProduct<T>(file: string, place: Place, emails: string[], work: (served: Served) => Promise<T>) {
  const { child, url, cookies = [] } = await start(file, place.dataDir, place.databaseUrl ?? '', ...emails)
  const done = await work({ url, cookies })
  child.kill()
  await once(child, 'exit')
  return done
}

export async function serve() {
  const { startBff } = await import('../../tests/support/bff.ts')
  const [dataDir = '', databaseUrl = '', ...emails] = process.argv.slice(3)
  const api = await startApi({ ...demo, dataDir, ...(databaseUrl && { databaseUrl }), secret })
  const bff = await startBff({ upstream: { url: api.url, secret } })
  const cookies: string[] = []
  for (const email of emails) cookies.push(await bff.signIn(email, demo.demoPassword))
  const stop = async () => {
    await bff.stop()
    await api.stop()
    process.exit()
  }
  process.on('SIGTERM', () => void stop())
  process.send?.({ url: `${bff.url}/api`, cookies })
}

/** Requests by name. `id` is the id of the record that the first request has created. */
export type Questions = Record<string, (id: number) => Asked>

export const ask = ({ url }: Served, cookie: string, { path, method = 'GET', body }: Asked) =>
  fetch(url + path, {
    method,
    headers: { cookie, 'x-csrf': '1', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** Times in ms by request. If an answer is the text `tooMany`, because the list would be too long, its time is recorded under a separate name. */
export async function askAll(served: Served, questions: Questions, tooMany: string) {
  const { cookies } = served
  const took = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    let id = 0
    for (const [index, [name, question]] of Object.entries(questions).entries()) {
      // Choose the person by the request, so that all requests about one record come from the same person.
      const cookie = cookies[(round + Math.max(0, index - 4)) % cookies.length] ?? ''
      const begun = performance.now()
      const response = await ask(served, cookie, question(id))
      const text = await response.text()
      const ms = performance.now() - begun
      await setTimeout(REST * ms)
      const isRefused = response.status === 400 && text.includes(tooMany)
      if (!response.ok && !isRefused) throw new Error(`${name}: ${response.status} ${text}`)
      if (index === 0) id = (JSON.parse(text) as { id: number }).id
      const said = isRefused ? `${name}, recusado` : name
      took.set(said, [...(took.get(said) ?? []), ms])
    }
  }
  return took
}

const at = (times: number[], part: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN

/**
 * Prints p50 and p95 of each request at each number of records, and how much p50 grows. Returns the requests whose p50 exceeds the limit in ms at one
 * of the sizes in `limited`.
 */
export function tellGrowth(name: string, records: string, sizes: number[], columns: Map<string, number[]>[], limited = sizes, limit = LIMIT) {
  console.log(`\n${name}: p50 (p95) em ms com ${sizes.map((size) => size.toLocaleString('pt-BR')).join(', ')} ${records}; quantas vezes o p50 cresce`)
  const asked = new Set(columns.flatMap((column) => [...column.keys()]))
  return [...asked].flatMap((question) => {
    const times = columns.map((column) => column.get(question) ?? [])
    const middles = times.map((each) => at(each, 0.5))
    const cells = times.map((each) => (each.length ? `${at(each, 0.5).toFixed(1)} (${at(each, 0.95).toFixed(1)})` : '—').padStart(17))
    const growth = middles.slice(1).map((middle, index) => `${(middle / (middles[index] ?? NaN)).toFixed(1)}×`.replace('NaN×', '—').padStart(7))
    console.log(`${question.padEnd(46)}${cells.join('')}${growth.join('')}`)
    return middles.some((middle, index) => middle >= limit && limited.includes(sizes[index] ?? NaN))
      ? [`${name}: ${question} leva ${limit} ms ou mais`]
      : []
  })
}

/** Calls `work` with a database on a PostgreSQL server and with a folder for the embedded database. */
export async function onBoth(work: (server: Place, embedded: Place) => Promise<void>) {
  const { startPostgres } = await import('../../tests/support/postgres.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'csnoteweb-growth-'))
  const postgres = await startPostgres()
  await work({ dataDir: '', databaseUrl: postgres.url }, { dataDir })
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Ends the bench. The exit code is 1 if a limit was exceeded. */
export function end(failures: string[]) {
  for (const failure of failures) console.log(`NÃO CUMPRIDO: ${failure}`)
  process.exit(failures.length ? 1 : 0)
}
