// Set-up for the attack modes: the product as a separate process, an upstream that records requests, and people who are created for single calls.
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { random } from '../../../../server/api/db/demo-days.ts'
import type { Row } from '../../../../shared/call.ts'
import { shortened } from '../../../support/deadlines.ts'
import { startServer } from '../../../support/server.ts'
import { menus, startUpstream, type PersonOf } from '../../../support/upstream.ts'
import type { Scene } from '../../../permissions/scene.ts'
import { subjects } from '../../../permissions/subjects.ts'
import { attackers, isLawful, type PersonName } from '../people.ts'
import { rows } from '../requests.ts'

export type Place = Awaited<ReturnType<typeof openPlace>>

/** The result of a mode: the number of attempts and a description of each fault. */
export interface Found {
  tried: number
  wrong: string[]
  /** The largest memory growth of the process that one person caused, in MB. `npm run attack` decides whether it is too much. */
  megabytes?: number
}

export interface Someone {
  id: number
  email: string
  person: PersonOf
  cookie: string
}

/** A right that a person loses during a call, and the status that the call must then get. */
export interface Loss {
  name: string
  status: number
  lose: (place: Place, them: Someone) => Promise<void>
  /** Returns true if this call was lawful before the loss and is forbidden afterwards. */
  forbids: (row: Row, title: string) => boolean
}

interface Options {
  /** Folder of another copy of the product's sources. */
  cwd?: string | undefined
  /** Divisor of the connection timeouts. */
  divisor?: number | undefined
  /** True to stop after the first finding. */
  first?: boolean
  /** Share of the calls to make. The seed decides which calls are chosen. */
  share?: number
  seed?: number
}

export async function openPlace({ cwd, divisor = 1, first = false, share = 1, seed = 0 }: Options = {}) {
  const chance = random(String(seed))
  const upstream = await startUpstream()
  const server = await startServer({
    ...(cwd !== undefined && { cwd }),
    env: {
      UPSTREAM_URL: upstream.url,
      // The limit of calls is so high that only the limit of simultaneous calls applies. Every sign-in comes from a different address.
      CALLS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      ...shortened(divisor, ['edge'], cwd),
    },
  })
  // With shortened timeouts, an idle connection may end at the moment when it is used again, so each request closes its connection.
  const once = divisor > 1 ? { connection: 'close' } : {}
  let people = 0

  const call = (method: string, path: string, cookie: string, body?: unknown) =>
    fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: { cookie, ...once, ...(method !== 'GET' && { 'x-csrf': '1' }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  async function signIn(email: string) {
    const response = await fetch(`${server.url}/api/auth`, {
      method: 'POST',
      headers: {
        ...once,
        'x-csrf': '1',
        'content-type': 'application/json',
        'x-forwarded-for': `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}`,
      },
      body: JSON.stringify({ email, password: 'senha' }),
    })
    if (response.status !== 200) throw new Error(`sign-in: ${response.status}`)
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  /** Creates a person of the given kind and signs the person in. */
  async function someone(kind: PersonName): Promise<Someone> {
    people += 1
    const { supervisor, departamento, routes } = attackers[kind]
    const [id, email] = [10_000 + people, `p${people}@x.co`]
    const person = { id, name: email, supervisor, departamento, status: 'A', acessos: menus(...routes) }
    upstream.people.set(email, person)
    return { id, email, person, cookie: await signIn(email) }
  }

  const tokenOf = ({ headers }: { headers: { authorization?: string | undefined } }) => headers.authorization?.replace('Bearer token-of-', '')
  const chief = await someone('S')
  const teller = await someone('S')
  // Changes by the supervisor succeed, although this upstream stores nothing but people.
  upstream.answers.set('PUT /users', { json: {} })

  return {
    upstream,
    server,
    /** Returns true if the next call is left out, because the mode has found enough or because the call is outside the share. */
    leavesOut: (wrong: string[]) => (first && wrong.length > 0) || chance() >= share,
    port: Number(server.port),
    chief,
    call,
    signIn,
    someone,
    /** Returns a person's requests that reached the upstream, except look-ups of the person. */
    arrived: ({ email }: Someone) => upstream.calls().filter((one) => tokenOf(one) === email),
    /** Resolves when the BFF has looked up the person. */
    known: async ({ email }: Someone) => {
      while (!upstream.seen.some((one) => one.url === '/auth' && one.method === 'GET' && tokenOf(one) === email)) await call('GET', '/healthz', '')
      await call('GET', '/healthz', '')
    },
    /** Makes a call about the person through the BFF, which tells the BFF that the person changed. */
    told: async ({ id, email }: Someone) => {
      const body = { idUser: id, nomeCompleto: 'X', email, status: 'A' }
      // Signs in anew each time, because one session may not make so many of these calls.
      const { status } = await call('PUT', '/api/users', await signIn(teller.email), body)
      if (status !== 200) throw new Error(`PUT /users: ${status}`)
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    /** Counts the connections in `open` with data that their client has not read. */
    stalled: (open: Socket[]) => {
      const port = (address = '') => parseInt(address.split(':')[1] ?? '', 16)
      const ports = new Set(open.map(({ localPort }) => localPort))
      return readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(
          ([, local, remote, state, queues = '']) =>
            port(local) === Number(server.port) && ports.has(port(remote)) && state === '01' && !queues.startsWith('00000000'),
        ).length
    },
    close: async () => {
      await server[Symbol.asyncDispose]()
      await upstream.stop()
    },
  }
}

const changed = (change: (person: PersonOf) => void) => async (place: Place, them: Someone) => {
  change(them.person)
  await place.told(them)
}
const ok = async (asked: Promise<Response>) => {
  const { status } = await asked
  if (status !== 200) throw new Error(`the loss itself: ${status}`)
}

export const losses: Loss[] = [
  { name: 'signs out', status: 401, forbids: () => true, lose: ({ call }, { cookie }) => ok(call('POST', '/api/logout', cookie)) },
  {
    name: 'is signed out by a supervisor',
    status: 401,
    forbids: () => true,
    lose: ({ call, chief }, { id }) => ok(call('DELETE', `/api/sessions/${id}`, chief.cookie, {})),
  },
  { name: 'is made inactive', status: 401, forbids: () => true, lose: changed((person) => (person.status = 'I')) },
  { name: 'loses the menus', status: 403, forbids: ({ menu }) => menu !== 'session', lose: changed((person) => (person.acessos = [])) },
  {
    name: 'loses mark and department',
    status: 403,
    forbids: ({ name }, title) => !isLawful('plain', name, title),
    lose: changed((person) => Object.assign(person, { supervisor: 'N', departamento: 3 })),
  },
]

export interface Played {
  row: Row
  title: string
  kind: PersonName
  scene: (me: number) => Scene
}

/** Kinds of people, from the most to the fewest rights. Each call of the table is allowed to at least one of them. */
export const EVERYONE: PersonName[] = ['S', 'D4', 'D2', 'plain']

/** Returns each call of the table in its first lawful scene, made by the first of `callers` who may make the call. `fits` selects the scenes. */
export const playable = (callers: PersonName[], fits: (row: Row, scene: Scene) => boolean): Played[] =>
  rows
    .filter(({ name }) => !/ \/auth(\/second)?$/.test(name))
    .flatMap((row) => {
      const found = Object.entries(subjects[row.name]?.scenes ?? {}).flatMap(([title, scene]) =>
        callers.filter((kind) => isLawful(kind, row.name, title) && fits(row, scene(1))).map((kind) => ({ row, title, kind, scene })),
      )
      return found.slice(0, 1)
    })

/** Stores the upstream's records for a scene, and returns the request to make. */
export function set(place: Place, { row, scene }: Played, me: number) {
  const { path = {}, query, body, reply, stored = {} } = scene(me)
  const address = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(path[key]))
  const answer = reply ?? subjects[row.name]?.reply
  place.upstream.answers.set(
    `${row.method} ${address}`,
    answer instanceof Uint8Array ? (_req, res) => void res.writeHead(200).end(answer) : { json: answer },
  )
  // If the call itself reads the stored record, the upstream also replies with that record.
  for (const [at, record] of Object.entries(stored)) place.upstream.answers.set(`GET ${at}`, { json: record })
  return { method: row.method, path: `/api${address}${query ? `?${query}` : ''}`, address, body, stored }
}
