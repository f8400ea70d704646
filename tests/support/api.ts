// The embedded API over HTTP, on a database of its own: embedded or a server's.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { createApi } from '../../server/api/app.ts'
import { openDatabase, type Opened } from '../../server/api/db/connection.ts'
import { demoSource } from '../../server/api/db/demo-accounts.ts'
import { startIssuing } from '../../server/api/nfse/issuing.ts'
import { lackingOf } from '../../server/bff/drift.ts'
import { calls } from '../../shared/calls.ts'
import { NOW } from './clock.ts'
import { keepLog } from './failures.ts'
import { programs } from './programs.ts'
import { SCRATCH } from './scratch.ts'

export const PASSWORD = 'exemplo-2026'
/** What each call's answer only shows. */
const shown = calls.map(({ method, path, reply }) => ({
  method: method as string,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '\\d+')}(\\?|$)`),
  lacking: lackingOf(reply),
}))

export { NOW }
export const demo = { demo: true, demoPassword: PASSWORD, now: NOW }
/** The server's database that holds the demo company of global.ts, to be copied. */
export const TEMPLATE = 'api_demo'
const secret = 'the channel of the tests'

export type Kind = 'embedded' | 'server'
const both: Kind[] = ['embedded', 'server']
/** The databases that a test is played on: both in .ci/run. Elsewhere one, a server's if possible, which takes a third of the time. */
export const kinds = process.env['CI'] === 'true' ? both : ([programs.postgres.find() ? 'server' : ('embedded' satisfies Kind)] as Kind[])
/** A PostgreSQL server is not on every machine. */
export const missing = (kind: Kind) => kind === 'server' && !inject('postgresUrl')

/** A place for a database: empty, or with a copy of the demo company. */
export async function newPlace(kind: Kind, from?: 'demo'): Promise<Opened & AsyncDisposable> {
  const dataDir = await mkdtemp(join(SCRATCH, 'csnoteweb-api-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  if (kind === 'embedded') {
    if (from) await cp(inject('demoDir'), dataDir, { recursive: true })
    return { dataDir, [Symbol.asyncDispose]: remove }
  }
  const name = `api_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('postgresUrl'))
  const admin = postgres(url.href, { max: 1 })
  await admin.unsafe(`create database ${name} ${from ? `template ${TEMPLATE}` : ''}`)
  await admin.end()
  url.pathname = name
  return { dataDir, databaseUrl: url.href, [Symbol.asyncDispose]: remove }
}

/** The demo company, the clock in the test's hand; on a place that it removes in the end. */
export async function startDemo(kind: Kind, at?: Opened & AsyncDisposable) {
  const place = at ?? (await newPlace(kind, 'demo'))
  const time = { now: NOW }
  const clock = () => time.now
  const log: unknown[] = []
  const forget = keepLog('api', () => log.map((line) => JSON.stringify(line)).join('\n'))
  const database = await openDatabase(place, demo)
  const issuing = await startIssuing({
    ...database,
    clock,
    mail: 'outbox',
    source: demoSource(clock),
    log: (line, event) => log.push({ event, ...line }),
  })
  const server = createApi({ ...database, ...issuing, clock, secret, log: (line) => log.push(line) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let inFlight = 0
  server.on('request', (_req, res) => {
    inFlight += 1
    res.once('close', () => (inFlight -= 1))
  })
  // A busy machine takes longer between two questions than the five seconds a connection is kept.
  server.keepAliveTimeout = 60_000
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Asks with the token; what comes back, parsed. */
  async function ask(method: string, path: string, options: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {}) {
    const { token, body, headers } = options
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-channel': secret,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    const row = response.ok ? shown.find((one) => one.method === method && one.path.test(path)) : undefined
    // Of another's API a schema takes it for none; of ours it is a fault.
    for (const field of row?.lacking(answer) ?? []) throw new Error(`${method} ${path} answers nothing or null for ${field}`)
    return { status: response.status, body: answer, headers: response.headers }
  }
  const signIn = async (who: string, password = PASSWORD) => {
    const { body } = await ask('POST', '/auth', { body: { email: `${who}@exemplo.com.br`, password } })
    return (body as { token: string }).token
  }
  return {
    db: database.db,
    time,
    log,
    url,
    secret,
    ask,
    signIn,
    /** Resolves once nothing is being issued, mailed or loaded, and nothing is about to be. */
    idle: issuing.idle,
    /** Requests that it has, and whose askers are still there. */
    inFlight: () => inFlight,
    async stop() {
      forget()
      server.close()
      server.closeAllConnections()
      await issuing.stop()
      await database.close()
      await place[Symbol.asyncDispose]()
    },
  }
}

type Tests = (api: Awaited<ReturnType<typeof startDemo>>, kind: Kind) => void

/** Tests on both databases, each with a demo company of its own; the clock stands at NOW when one begins. */
export function onBoth(title: string, tests: Tests) {
  describe.each(kinds)('on the %s database', (kind) => on(kind, title, tests))
}

/** The same on one of them, where the two do not differ: PostgreSQL where there is one, which takes less of the processors. */
export function onOne(title: string, tests: Tests) {
  on(missing('server') ? 'embedded' : 'server', title, tests)
}

function on(kind: Kind, title: string, tests: Tests) {
  describe.skipIf(missing(kind))(title, () => {
    let started: Awaited<ReturnType<typeof startDemo>>
    beforeAll(async () => {
      started = await startDemo(kind)
    })
    afterAll(() => started.stop())
    beforeEach(() => {
      started.time.now = NOW
    })
    // It is started after the tests are written down.
    tests(new Proxy({} as typeof started, { get: (_, key: keyof typeof started) => started[key] }), kind)
  })
}
