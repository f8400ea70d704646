// Measures the agenda with 10 thousand, 100 thousand and 1 million appointments on both databases: its grid, a month of the calendar and the wall
// screen, over HTTP to the API. It also measures the calendar with 2,000 appointments through the whole product, with wrk, to compare it with
// Redmine.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApi } from '../../server/api/app.ts'
import { nothingIssued } from './nothing-issued.ts'
import { withoutAudit } from '../../server/api/audit.ts'
import { calendar } from '../../server/api/features/calendar.ts'
import { appointments } from '../../server/api/features/appointments.ts'
import { openDatabase } from '../../server/api/db/connection.ts'
import { insertRows, type Db } from '../../server/api/db/sql.ts'
import { wall } from '../../server/api/features/wall.ts'
import { startApi } from '../../server/api/start.ts'
import { wallDay } from '../../shared/clock.ts'
import { median } from './median.ts'
import { alternate, perSecond, start, type Asked } from './wrk.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const PEOPLE = 200
const ASKED = 41
/** Limit for the median of a query at the largest number of appointments, in ms. */
const LIMITS = { PostgreSQL: 50, embutido: 150 }
/** Requests per second that the calendar page of Redmine answered with 2,000 issues on a comparable machine. */
const REDMINE = 4.5
const TIMES = 50
const APPOINTMENTS = 2000
/** Numbers of people among whom the appointments are divided. Each person has one per working day. */
const SPREADS = { 8: 'de um ano', 200: 'todos no mês mostrado' }
/** Number of pages requested at once. This is fewer than the pages that may wait for rendering. */
const PAGES_AT_ONCE = 4
const AT_ONCE = 50_000

const secret = 'bench'
const demo = { demo: true, demoPassword: 'exemplo-2026', now: Date.now() }
/** The month that the calendar shows. Its page covers six weeks. */
const month = () => {
  const first = `${wallDay(demo.now).slice(0, 8)}01`
  return { dataInicio: first, dataFim: wallDay(Date.parse(first) + 41 * 86_400_000) }
}

/** Opens the database of the demo company, with 200 people and no appointments. */
async function openCompany(place: { dataDir: string; databaseUrl?: string }) {
  const database = await openDatabase(place, demo)
  const { db } = database
  await db.execute(sql`truncate appointments`)
  const [{ n } = { n: 0 }] = await db.select({ n: sql<number>`count(*)::int` }).from(sql`users`)
  await db.transaction(async (tx) => {
    await withoutAudit(tx)
    const people = Array.from({ length: PEOPLE - n }, (_, i) => ({ name: `Pessoa ${i}`, email: `p${i}@exemplo.com.br`, password_hash: '' }))
    await insertRows(
      tx,
      'users',
      people.map((person) => ({ ...person, department_id: 3, supervisor: 'N', staff: true, commission: 0, status: 'A' })),
    )
  })
  return database
}

/**
 * Adds one appointment per working day for each of `people`. `from` and `until` count backwards from the newest day, which is 15 days in the future.
 * Ten people have a car.
 */
async function addAppointments(db: Db, from: number, until: number, people = PEOPLE) {
  for (let at = from; at < until; at += AT_ONCE)
    await db.transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.execute(sql`
        insert into appointments (user_id, activity_id, client_id, car_id, region_id, starts_at, ends_at)
        select person, 1 + i % 7, 949 + i % 400, case when person <= 10 then person end, null, starts, starts + interval '2 hours'
        from (
          select i, 1 + i % ${people} as person,
            ${wallDay(demo.now)}::date + 15 - (i / ${people}::int / 5 * 7 + i / ${people}::int % 5) + interval '8 hours' + (i % 8) * interval '1 hour' as starts
          from generate_series(${at}::int, ${Math.min(at + AT_ONCE, until) - 1}::int) as i
        ) as days`)
    })
  await db.execute(sql`analyze appointments`)
}

async function listen(db: Db) {
  const server = createApi({ db, share: 1, clock: Date.now, secret, log: () => undefined, ...nothingIssued }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address with a port, so the cast is safe.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers: Record<string, string> = { 'x-channel': secret, 'content-type': 'application/json', connection: 'close' }
  const ask = async ({ path, method = 'GET', body }: Asked) => {
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const signedIn = await ask({ path: '/auth', method: 'POST', body: { email: 'supervisor@exemplo.com.br', password: demo.demoPassword } })
  headers['authorization'] = `Bearer ${(JSON.parse(signedIn) as { token: string }).token}`
  return { url, ask, close: () => server.close() }
}

const api = (db: Db) => ({ db, clock: Date.now })
const given = (db: Db) => ({ db, me: { id: 1, token: '', version: 1 }, path: {}, query: undefined, body: undefined, forRule: false })
const agenda = (db: Db, query: object) => appointments(api(db))['GET /compromises']({ ...given(db), query })
const YEAR = wallDay(demo.now - 365 * 86_400_000)
const MONTH = { path: '/dash/calendarioOndeEstou', method: 'POST', body: month() }
const inMonth = (db: Db) => calendar(api(db))['POST /dash/calendarioOndeEstou']({ ...given(db), body: MONTH.body })

/** Each request over HTTP, and the handler that runs the query of the request and builds the rows of its answer. */
const questions: Record<string, { asked: Asked; query: (db: Db) => Promise<unknown> }> = {
  'grade (padrão)': { asked: { path: '/compromises' }, query: (db) => agenda(db, {}) },
  'grade (uma pessoa, um ano)': {
    asked: { path: `/compromises?colaboradores=7&dataInicial=${YEAR}` },
    query: (db) => agenda(db, { colaboradores: [7], dataInicial: YEAR }),
  },
  'calendário (um mês)': { asked: MONTH, query: inMonth },
  painel: { asked: { path: '/dash/painelOndeEstou' }, query: (db) => wall(api(db))['GET /dash/painelOndeEstou'](given(db)) },
}

/** Median time of a request in ms. */
async function p50(ask: () => Promise<unknown>) {
  const took: number[] = []
  for (let i = 0; i < ASKED; i += 1) {
    const begun = performance.now()
    await ask()
    took.push(performance.now() - begun)
  }
  return median(took)
}

/** Prints the median in ms of each request at each size: of its query alone, and of the whole call over HTTP from the same process. */
async function grown(name: keyof typeof LIMITS, place: { dataDir: string; databaseUrl?: string }) {
  const database = await openCompany(place)
  const api = await listen(database.db)
  let met = true
  for (const [index, size] of SIZES.entries()) {
    await addAppointments(database.db, SIZES[index - 1] ?? 0, size)
    for (const [question, { asked, query }] of Object.entries(questions)) {
      const { length } = await api.ask(asked)
      const alone = await p50(() => query(database.db))
      const whole = await p50(() => api.ask(asked))
      if (size === SIZES.at(-1) && alone > LIMITS[name]) met = false
      console.log(
        `${name}, ${size.toLocaleString('pt-BR')}: ${question} ${alone.toFixed(1)} ms, por HTTP ${whole.toFixed(1)} ms (${Math.round(length / 1024)} kB)`,
      )
    }
  }
  api.close()
  await database.close()
  return met
}

if (process.argv[2] === 'serve') {
  const { startBff } = await import('../../tests/support/bff.ts')
  const api = await startApi({ ...demo, dataDir: process.argv[3] ?? '', secret })
  const bff = await startBff({ upstream: { url: api.url, secret } })
  process.send?.({ url: bff.url, cookie: await bff.signIn('supervisor@exemplo.com.br', demo.demoPassword) })
} else {
  const { startPostgres } = await import('../../tests/support/postgres.ts')
  const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-agenda-'))
  const postgres = await startPostgres()
  const met = [await grown('PostgreSQL', { dataDir: '', databaseUrl: postgres.url }), await grown('embutido', { dataDir: join(folder, 'grown') })]
  await postgres.stop()
  const page = { path: '/calendario' }
  const data = { ...MONTH, path: `/api${MONTH.path}` }
  for (const [people, spread] of Object.entries(SPREADS)) {
    const dataDir = join(folder, people)
    const database = await openCompany({ dataDir })
    await addAppointments(database.db, 0, APPOINTMENTS, Number(people))
    const query = await p50(() => inMonth(database.db))
    await database.close()
    const served = await start(import.meta.filename, dataDir)
    const rounds = await alternate([[page], [data], [page, data]], 3, (asked) => perSecond(served, asked, 5, PAGES_AT_ONCE))
    served.child.kill()
    const [pages = NaN, months = NaN, both = NaN] = [0, 1, 2].map((column) => median(rounds.map((round) => round[column] ?? NaN)))
    console.log(
      `calendário, ${APPOINTMENTS} compromissos ${spread}: página ${pages.toFixed(0)}/s, dados do mês ${months.toFixed(0)}/s, a página com seus dados ${both.toFixed(0)}/s, ${(both / REDMINE).toFixed(0)} vezes o Redmine (meta ${TIMES}); a consulta sozinha leva ${query.toFixed(1)} ms`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
  process.exit(met.every(Boolean) ? 0 : 1)
}
