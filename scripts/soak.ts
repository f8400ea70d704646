// `npm run soak -- --hours 4 [--seed S]`: runs the product as shipped under a steady mixed load of fifty people who are signed in. No answer may be
// wrong. From the end of the warm-up to the end of the run, the heap after a collection may grow by 5 % at most. The warm-up lasts one hour, or a
// quarter of the run if the run is shorter than four hours.
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../shared/features/auth.ts'
import { withNotice } from '../shared/pages.ts'
import { addressOf } from '../server/api/db/demo.ts'
import { menusOf, people } from '../server/api/db/demo-data.ts'
import { clientBody } from '../tests/support/client-samples.ts'
import { freePort } from '../tests/support/process.ts'
import { randomOf } from '../tests/support/random.ts'
import { raw, statusOf } from '../tests/support/raw.ts'
import { startServer } from '../tests/support/server.ts'
import { heaps, inspected, resident } from './bench/heap.ts'
import { median } from './bench/median.ts'

const PER_SECOND = 100
const LIMIT = 5
const SAMPLES = 20
const MINUTE = 60_000
/** Maximum number of answers per thousand that may be 503. A 503 is right if other programs keep the disk busy and the database is slow. */
const UNAVAILABLE = 1
class Unavailable extends Error {}

/** A person who has not signed in yet. */
interface Visitor {
  email: string
  /** Each person has a separate address, as behind a proxy, because sign-ins are limited per address. */
  address: string
  /** Id of a client that nobody else changes. */
  client: number
}
/** A person who is signed in at a browser and does one thing at a time. */
interface Seat extends Visitor {
  cookie: string
  me: Person
  /** The tasks on the person's Home page, which nobody changes during the run. */
  tasks: unknown
}

const { values } = parseArgs({ options: { hours: { type: 'string', default: '4' }, seed: { type: 'string', default: String(randomInt(2 ** 31)) } } })
const chance = randomOf(Number(values.seed))
const whole = Number(values.hours) * 60 * MINUTE
const inspector = await freePort()
// Exit on a signal, because this also stops the processes that the script started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
// Only the line with the password is read from the output, because keeping the whole log would fill the memory.
const filter = "grep --line-buffered 'senha: '"
const command: [string, ...string[]] = ['bash', '-c', `exec ${process.execPath} ${inspected(inspector)} server/main.ts > >(${filter})`]
await using server = await startServer({ command, env: { DEMO: 'true', TRUST_PROXY: '127.0.0.1' } })
// Behind a proxy the demo accounts have a password of this start.
await server.said('senha: ')
const password = /senha: (\S+)/.exec(server.output())?.[1]

const emails = [
  ...Object.keys(menusOf).flatMap((account) => Array<string>(5).fill(account)),
  ...people.filter(({ email }) => email === undefined).map(({ name }) => addressOf(name)),
].slice(0, 50)

const wrong: string[] = []
let answered = 0
let unavailable = 0

async function ask(
  { address, cookie }: { address: string; cookie: string },
  method: string,
  path: string,
  { body, ...more }: { body?: unknown; signal?: AbortSignal } = {},
) {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      'x-forwarded-for': address,
      ...(method !== 'GET' && { 'x-csrf': '1' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...more,
  })
  const text = await response.text()
  answered += 1
  if (response.status === 503 || response.status === 504) throw new Unavailable()
  return {
    status: response.status,
    text,
    location: response.headers.get('location'),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    json: () => JSON.parse(text) as unknown,
  }
}

async function enter(visitor: Visitor, cookie: string): Promise<Seat> {
  const { email, address } = visitor
  const signed = await ask({ address, cookie }, 'POST', '/api/auth', { body: { email: `${email}@exemplo.com.br`, password } })
  if (signed.status !== 200) throw new Error(`sign-in: ${signed.status} ${signed.text}`)
  const seat = { ...visitor, cookie: signed.cookie, me: signed.json() as Person }
  const home = (await ask(seat, 'GET', '/api/dash/Home')).json() as { pendencias: unknown }
  return { ...seat, tasks: home.pendencias }
}

/** Signs in, and tries again until this succeeds. */
async function signIn(visitor: Visitor, cookie = ''): Promise<Seat> {
  try {
    return await enter(visitor, cookie)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    unavailable += 1
    return signIn(visitor, cookie)
  }
}

const holds = ({ me }: Seat, route: string) => me.acessos.some(({ items }) => items.some((item) => item.route === route))
const random = (below: number) => Math.floor(chance() * below)
const must = (fits: boolean, what: string) => {
  if (!fits) throw new Error(what)
}

/** Requests a page. A person who holds its menu must see it with their own name; anybody else must be redirected to Home. */
const page = (path: string, data: string) => async (seat: Seat) => {
  const got = await ask(seat, 'GET', path)
  if (path !== '/home' && !holds(seat, path)) return must(got.location === withNotice('/home', 'acesso-negado'), `${got.status} ${got.location}`)
  must(got.status === 200 && got.text.includes(`"name":"${seat.me.name}"`), `${got.status}, or not their page`)
  // The data came too late, so the page was drawn without them. This counts as unavailable.
  if (!got.text.includes(data)) throw new Unavailable()
}
/** Makes a call. `fits` judges the answer if the person holds the menu; without the menu, the call must be refused. */
const call =
  <T>(path: string | ((seat: Seat) => string), menu: string | undefined, fits: (json: T, seat: Seat) => boolean) =>
  async (seat: Seat) => {
    const got = await ask(seat, 'GET', typeof path === 'string' ? path : path(seat))
    if (menu !== undefined && !holds(seat, menu)) return must(got.status === 403, `${got.status} without the menu`)
    must(got.status === 200 && fits(got.json() as T, seat), `${got.status}: ${got.text.slice(0, 100)}`)
  }
const refused = (status: number, method: string, path: string, body?: unknown) => async (seat: Seat) => {
  const got = await ask(seat, method, path, { body })
  must(got.status === status, `${got.status} instead of ${status}`)
}
/** A call of the menu Clientes that must be refused with `status`. People without that menu must get 403 instead. */
const refusedThere =
  (status: number, ...asked: [method: string, path: string, body?: unknown]) =>
  (seat: Seat) =>
    refused(holds(seat, '/clientes') ? status : 403, ...asked)(seat)
/** Sends bytes that no browser would send. They must be refused with `status`. */
const hostile = (status: number, text: string) => async () => {
  const got = statusOf(await raw(Number(server.port), text.replaceAll('\n', '\r\n'), 2_000))
  answered += 1
  must(got === status, `${got} instead of ${status}`)
}
const head = `Host: localhost:${server.port}\nConnection: close\n`
const changeOf = ({ client }: Seat, nome: string) => clientBody({ id: client, nome })

async function changeClient(seat: Seat) {
  const nome = `${seat.me.name} ${random(1e9)}`
  const got = await ask(seat, 'PUT', '/api/clients', { body: changeOf(seat, nome) })
  if (!holds(seat, '/clientes')) return must(got.status === 403, `${got.status} without the menu`)
  must(got.status === 200 && got.text.includes(nome), `${got.status} ${got.text}`)
  must((await ask(seat, 'GET', `/api/clients/${seat.client}`)).text.includes(nome), 'the change is not there')
}
async function signOutAndIn(seat: Seat) {
  try {
    must((await ask(seat, 'POST', '/api/logout')).status === 200, 'no sign-out')
    must((await ask(seat, 'GET', '/api/auth')).status === 401, 'the session lives on')
  } finally {
    Object.assign(seat, await signIn(seat))
  }
}
async function hangUp(seat: Seat) {
  const call = new AbortController()
  const asked = ask(seat, 'GET', '/api/clients', { signal: call.signal }).catch(() => undefined)
  await delay(random(8))
  call.abort()
  await asked
}

/** The actions of the simulated people, with their frequency per thousand. */
const deeds: [name: string, often: number, deed: (seat: Seat) => Promise<unknown>][] = [
  ['the page Home', 90, page('/home', '"GET /dash/Home"')],
  ['the page Clientes', 50, page('/clientes', '"GET /clients"')],
  ['the page of the wall', 20, page('/painel-onde-estou', 'NOMECOMPLETOUSUARIO')],
  ['the page for signing in', 20, (seat) => refused(200, 'GET', '/')({ ...seat, cookie: '' })],
  ['an address of nothing', 10, refused(404, 'GET', '/nada')],
  ['who one is', 100, call<Person>('/api/auth', undefined, (person, { me }) => isDeepStrictEqual(person, me))],
  ['Home', 150, call<{ pendencias: unknown }>('/api/dash/Home', undefined, ({ pendencias }, { tasks }) => isDeepStrictEqual(pendencias, tasks))],
  ['the clients', 90, call<unknown[]>('/api/clients', '/clientes', (list) => list.length >= 400)],
  [
    'a client',
    110,
    call<[{ CODIGOCLIENTE: number }]>(
      ({ client }) => `/api/clients/${client}`,
      '/clientes',
      ([one], { client }) => one.CODIGOCLIENTE === client,
    ),
  ],
  ['the cities', 5, call<unknown[]>('/api/cities', '/clientes', (list) => list.length === 5571)],
  ['the wall asking', 120, call<unknown[]>('/api/dash/painelOndeEstou', '/painel-onde-estou', (list) => list.length === people.length)],
  ['a change of a client', 90, changeClient],
  ['a call that is not there', 20, refused(404, 'GET', '/api/nada')],
  [
    'the own tasks',
    20,
    call<{ userTasks: unknown }>(
      ({ me }) => `/api/user-task?request=grid&id=${me.id}`,
      undefined,
      ({ userTasks }) => Array.isArray(userTasks),
    ),
  ],
  [
    "a colleague's tasks",
    20,
    (seat) => refused(seat.me.supervisor === 'S' ? 200 : 403, 'GET', `/api/user-task?request=grid&id=${seat.me.id + 1}`)(seat),
  ],
  ['an id that is none', 10, refusedThere(400, 'GET', '/api/clients/0')],
  ['a form with a foreign field', 10, (seat) => refusedThere(400, 'PUT', '/api/clients', { ...changeOf(seat, 'x'), admin: true })(seat)],
  ['no session', 20, (seat) => refused(401, 'GET', '/api/clients')({ ...seat, cookie: '' })],
  ['a tampered cookie', 10, (seat) => refused(401, 'GET', '/api/clients')({ ...seat, cookie: `${seat.cookie}x` })],
  ['signing out and in', 4, signOutAndIn],
  ['signing in anew', 2, async (seat) => Object.assign(seat, await signIn(seat, seat.cookie))],
  [
    'a wrong password',
    1,
    (seat) =>
      refused(401, 'POST', '/api/auth', { email: `${random(1e9)}@exemplo.com.br`, password: 'errada' })({
        ...seat,
        cookie: '',
        address: `10.1.${random(255)}.${random(255)}`,
      }),
  ],
  ['hanging up', 8, hangUp],
  ['a path with dots', 3, hostile(400, `GET /api/../clients HTTP/1.1\n${head}\n`)],
  ['an upgrade', 3, hostile(0, `GET /api/clients HTTP/1.1\nHost: localhost\nConnection: upgrade\nUpgrade: websocket\n\n`)],
  ['two lengths', 3, hostile(400, `POST /api/auth HTTP/1.1\n${head}Content-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n`)],
  ['a foreign host', 3, hostile(421, `GET /home HTTP/1.1\nHost: evil.example\nConnection: close\n\n`)],
  ['an expectation', 3, hostile(417, `GET /api/clients HTTP/1.1\n${head}Expect: 100-continue\n\n`)],
  ['no HTTP at all', 3, hostile(400, 'nada\n\n')],
]
const thousand = deeds.flatMap((deed) => Array<typeof deed>(deed[1]).fill(deed))

const seats: Seat[] = []
for (const [index, email] of emails.entries()) seats.push(await signIn({ email, address: `10.0.0.${index + 1}`, client: 949 + index }))

/** Runs the load until a point in time, then waits for all answers. */
async function load(until: number) {
  const free = [...seats]
  const running = new Set<Promise<unknown>>()
  const one = async (seat: Seat) => {
    const [name, , deed] = thousand[random(thousand.length)] ?? ['', 0, hangUp]
    try {
      await deed(seat)
    } catch (error) {
      if (error instanceof Unavailable) unavailable += 1
      else wrong.push(`${seat.email}, ${name}: ${String(error)}`)
    }
    free.push(seat)
  }
  for (let next = performance.now(); next < until; next += 1000 / PER_SECOND) {
    await delay(Math.max(0, next - performance.now()))
    while (free.length === 0) await Promise.race(running)
    for (const seat of free.splice(random(free.length), 1)) {
      const deed = one(seat).finally(() => running.delete(deed))
      running.add(deed)
    }
  }
  await Promise.all(running)
}

const started = performance.now()
const every = Math.min(MINUTE, whole / SAMPLES)
const warm = Math.min(60 * MINUTE, whole / 4)
const samples: { at: number; held: number[] }[] = []
let told = 0
for (let at = every; at <= whole; at += every) {
  const before = answered
  await load(started + at)
  const held = await heaps(inspector)
  samples.push({ at, held })
  for (const line of wrong.slice(told, told + 10)) console.log(`  wrong: ${line}`)
  told = wrong.length
  console.log(
    `${(at / MINUTE).toFixed(1)} min: ${answered - before} answers; ${wrong.length} wrong, ${unavailable} unavailable so far; heap ${held.map((size) => size.toFixed(2)).join(' + ')} MB, ${resident(server.pid).toFixed(0)} MB resident`,
  )
}

// The time after the warm-up is split into five windows. The medians of the first and the last window are compared, so that no single moment decides.
const steady = samples.filter(({ at }) => at >= warm)
const size = Math.ceil(steady.length / 5)
const growth = ['BFF', 'embedded API'].map((name, thread) => {
  const of = (some: typeof samples) => median(some.map(({ held }) => held[thread] ?? NaN))
  const [first, last] = [of(steady.slice(0, size)), of(steady.slice(-size))]
  const percent = (last / first - 1) * 100
  console.log(
    `${name}: from ${first.toFixed(2)} to ${last.toFixed(2)} MB after the first ${(warm / MINUTE).toFixed(0)} minutes, ${percent.toFixed(1)} % (at most ${LIMIT})`,
  )
  return percent
})
console.log(`${answered} answers, ${wrong.length} wrong; ${unavailable} unavailable (at most ${UNAVAILABLE} in a thousand). Seed ${values.seed}.`)
const held = growth.every((percent) => percent <= LIMIT)
process.exitCode = wrong.length === 0 && unavailable / answered <= UNAVAILABLE / 1000 && held ? 0 : 1
