// The embedded API over HTTP, with a separate database per caller: the embedded one, or a database on a PostgreSQL server.
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
/** The display-only fields in the reply of each call. */
const shown = calls.map(({ method, path, reply }) => ({
  method: method as string,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '\\d+')}(\\?|$)`),
  lacking: lackingOf(reply),
}))

export { NOW }
export const demo = { demo: true, demoPassword: PASSWORD, now: NOW }
/** Name of the server database that contains the demo company. global.ts creates it, and tests copy it. */
export const TEMPLATE = 'api_demo'
const secret = 'the channel of the tests'

export type Kind = 'embedded' | 'server'
const both: Kind[] = ['embedded', 'server']
/** The databases on which each test runs. CI runs both. Elsewhere only one is used, preferably the server's, which takes a third of the time. */
export const kinds = process.env['CI'] === 'true' ? both : ([programs.postgres.find() ? 'server' : ('embedded' satisfies Kind)] as Kind[])
/** Returns true if this kind of database is not available, because some machines have no PostgreSQL server. */
export const missing = (kind: Kind) => kind === 'server' && !inject('postgresUrl')

/** Creates the storage for a database that is empty or contains a copy of the demo company. */
export async function newStorage(kind: Kind, from?: 'demo'): Promise<Opened & AsyncDisposable> {
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

/** Starts the API with the demo company and a clock that the test controls. Stopping the API removes the storage. */
export async function startDemo(kind: Kind, at?: Opened & AsyncDisposable) {
  const place = at ?? (await newStorage(kind, 'demo'))
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
  // The default keep-alive time is five seconds, but on a busy machine two requests can be further apart.
  server.keepAliveTimeout = 60_000
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Sends a request, with the token if one is given, and returns the parsed response. */
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
    const answer: unknown = response.status === 304 ? undefined : await response.json()
    const row = response.ok ? shown.find((one) => one.method === method && one.path.test(path)) : undefined
    // The schemas tolerate a missing field, because the API of another company may omit it. In a reply of our own API it is an error.
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
    /** Number of requests in progress whose callers are still connected. */
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

/** Defines tests for both kinds of database, each with a separate demo company. The clock is set to NOW before each test. */
export function onBoth(title: string, tests: Tests) {
  describe.each(kinds)('the %s database', (kind) => on(kind, title, tests))
}

/** Defines tests that do not depend on the kind of database. They run on PostgreSQL if available, which uses less CPU time. */
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
    // The API starts only after the tests are defined, so they get a proxy for it.
    tests(new Proxy({} as typeof started, { get: (_, key: keyof typeof started) => started[key] }), kind)
  })
}
