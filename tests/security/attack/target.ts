// The product under attack: the BFF as a separate process, in front of an upstream that records requests and plants secrets in every reply.
import { createServer, type IncomingMessage, Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { raw } from '../../support/raw.ts'
import { startServer } from '../../support/server.ts'
import { menus } from '../../support/upstream.ts'
import type { Scene } from '../../permissions/scene.ts'
import { subjects } from '../../permissions/subjects.ts'
import { attackers, PEOPLE, type Attacker, type PersonName } from './people.ts'
import { idsAt, rows, type Attempt } from './requests.ts'

/** A secret in every reply, planted in fields that no schema names and in headers that no list names. It must never reach a client. */
export const SECRET = 'plantado-pelo-upstream'
/** Prefix of every token. */
export const TOKEN = 'ficha-que-nao-sai'
/** The password of every person. */
export const PASSWORD = 'senha-que-nao-volta'

export interface Arrival {
  method: string
  path: string
  search: string
  /** Header names in lower case. */
  headers: [string, string][]
  body: string
  /** The upstream's reply, without the planted secrets. Undefined for a file. */
  json: unknown
}

/** A session that sends one request at a time, so everything that arrives with its token belongs to that request. */
export interface Lane {
  attacker: Attacker
  token: string
  cookie: string
  attempt: Attempt | undefined
  /** The call that the request names exactly. Undefined for a page and for a request that names no call. */
  named: string | undefined
  arrivals: Arrival[]
}

export interface Answer {
  /** 0 if the connection ended without a response. */
  status: number
  headers: IncomingMessage['headers']
  text: string
}

const planted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(planted)
    : typeof value === 'object' && value !== null
      ? { ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, planted(inner)])), [SECRET]: SECRET, token: TOKEN }
      : value
const PLANTED_HEADERS = {
  'set-cookie': `csnoteweb=${SECRET}`,
  location: `https://evil.example/${SECRET}`,
  server: SECRET,
  'x-secret': SECRET,
  'x-powered-by': SECRET,
  'access-control-allow-origin': SECRET,
  'content-security-policy': SECRET,
  'www-authenticate': SECRET,
}
const FAILURE = { stack: `Error: ${SECRET}\n    at query (/srv/${SECRET}.ts:1:1)`, sql: `SELECT ${SECRET} FROM usuarios` }
const isStatus = (value: unknown): value is { status: number } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'status,json'

/** Returns the row of the table of calls that the request names exactly. */
export function namedBy({ method, target }: Pick<Attempt, 'method' | 'target'>) {
  const path = /^\/api(\/[^?]*)/.exec(target)?.[1]
  return path === undefined ? undefined : rows.find((row) => row.method === method && idsAt(row, path))
}

/** Starts the target. `logged` is true if every response must be logged, so that a test can search the log. */
export async function openTarget({ logged }: { logged: boolean }) {
  const lanes = new Map<string, Lane>()
  const byMail = new Map<string, { attacker: Attacker; token: string; id: number }>()
  /** Requests that arrived without a token: sign-ins, and the BFF's checks that the upstream is running. */
  const strangers: Arrival[] = []
  const strays: string[] = []

  const personOf = ({ id, name, supervisor, departamento, routes }: Attacker) => ({
    id,
    name,
    supervisor,
    departamento,
    status: 'A',
    acessos: menus(...routes),
  })

  /** Returns the reply in the current scene. A record that the scene does not name does not exist. */
  function answerOf(lane: Lane, method: string, path: string): { status: number; json: unknown; bytes?: Uint8Array } {
    const scene: Scene = lane.attempt?.scene ?? {}
    const stored = method === 'GET' ? scene.stored?.[path] : undefined
    // A stored 401 becomes 403, because a 401 would end the lane's session.
    if (isStatus(stored)) return { status: stored.status === 401 ? 403 : stored.status, json: undefined }
    if (stored !== undefined) return { status: 200, json: stored }
    const row = rows.find((one) => one.method === method && idsAt(one, path))
    if (!row || (lane.named !== undefined && lane.named !== row.name)) return { status: 404, json: undefined }
    const reply = scene.reply ?? subjects[row.name]?.reply
    return reply instanceof Uint8Array ? { status: 200, json: undefined, bytes: reply } : { status: 200, json: reply }
  }

  const upstream = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { method = '', url = '' } = req
      const [path = '', search = ''] = url.split('?')
      const headers = Array.from({ length: req.rawHeaders.length / 2 }, (_, i): [string, string] => [
        (req.rawHeaders[2 * i] ?? '').toLowerCase(),
        req.rawHeaders[2 * i + 1] ?? '',
      ])
      const body = Buffer.concat(chunks).toString()
      const arrival: Arrival = { method, path, search, headers, body, json: undefined }
      const send = (status: number, json: unknown, bytes?: Uint8Array) =>
        res
          .writeHead(status, { ...PLANTED_HEADERS, 'content-type': 'application/json' })
          .end(bytes ?? JSON.stringify(status === 200 ? planted(json) : { ...FAILURE, ...(status >= 500 && { message: SECRET }) }))
      const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1]
      if (token === undefined) {
        strangers.push(arrival)
        if (method !== 'POST' || path !== '/auth') return send(401, undefined)
        const known = byMail.get(String((JSON.parse(body) as { email: unknown }).email))
        // The session is registered under an id that no request names. With the person's real id, a lane that sets its own password would end its
        // session.
        return known
          ? res.end(JSON.stringify({ ...personOf(known.attacker), id: known.id, token: known.token, [SECRET]: SECRET }))
          : send(401, undefined)
      }
      const lane = lanes.get(token)
      if (!lane) {
        strays.push(`${method} ${url} with the token ${token}`)
        return send(401, undefined)
      }
      lane.arrivals.push(arrival)
      if (url === '/auth') return send(200, personOf(lane.attacker))
      const answer = answerOf(lane, method, path)
      arrival.json = answer.json
      return send(answer.status, answer.json, answer.bytes)
    })
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  // The server listens on TCP, so its address is an AddressInfo and the cast is safe.
  const upstreamHost = `127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const server = await startServer({
    env: { UPSTREAM_URL: `http://${upstreamHost}`, CALLS_PER_MINUTE: '0', LOG_LEVEL: logged ? 'info' : 'error' },
  })
  const host = `127.0.0.1:${server.port}`
  const agent = new Agent({ keepAlive: true })

  const filled = (text: string, cookie: string) => text.replaceAll('{session}', cookie).replaceAll('{host}', host)

  /** Sends a request unchanged. Rejects if node:http cannot write it. */
  function send({ method, target, headers, body }: Pick<Attempt, 'method' | 'target' | 'headers' | 'body'>, cookie = ''): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const own = headers.map(([name, value]): [string, string] => [name, filled(value, cookie)])
    const has = (name: string) => own.some(([one]) => one.toLowerCase() === name)
    if (!has('host')) own.unshift(['host', host])
    if ((body !== undefined || !['GET', 'HEAD'].includes(method)) && !has('content-length'))
      own.push(['content-length', String(Buffer.byteLength(body ?? ''))])
    const none = () => resolve({ status: 0, headers: {}, text: '' })
    const outgoing = request(
      { host: '127.0.0.1', port: server.port, agent, method, path: filled(target, cookie), headers: own.flat() },
      (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }))
          .on('error', none)
      },
    )
    outgoing.on('error', none).end(body)
    return promise
  }

  /** Sends raw bytes, and then an ordinary call of the same person. When that call is answered, all earlier requests have arrived. */
  async function sendBytes(bytes: string, cookie: string): Promise<Answer> {
    const text = await raw(Number(server.port), filled(bytes, cookie), 500)
    await send({ method: 'GET', target: '/api/dash/Home', headers: [['cookie', cookie]] })
    return { status: 0, headers: {}, text }
  }

  async function openLane(person: PersonName, i: number): Promise<Lane> {
    const attacker = attackers[person]
    const token = `${TOKEN}-${person}-${i}`
    const lane: Lane = { attacker, token, cookie: '', attempt: undefined, named: undefined, arrivals: [] }
    if (person === 'anonymous') return { ...lane, arrivals: strangers }
    const email = `${person}${i}@x.co`
    byMail.set(email, { attacker, token, id: 2_000_000 + byMail.size })
    lanes.set(token, lane)
    const headers: Attempt['headers'] = [
      ['x-csrf', '1'],
      ['content-type', 'application/json'],
    ]
    const answer = await send({ method: 'POST', target: '/api/auth', headers, body: JSON.stringify({ email, password: PASSWORD }) })
    lane.cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    if (answer.status !== 200 || !lane.cookie) throw new Error(`sign-in of ${email}: ${answer.status}`)
    return lane
  }
  const open: Lane[] = []
  // The anonymous person gets only one lane, because an arrival without a token could belong to any of several requests.
  for (const person of PEOPLE) for (let i = 0; i < (person === 'anonymous' ? 1 : 4); i += 1) open.push(await openLane(person, i))
  strangers.length = 0

  return {
    host,
    upstreamHost,
    port: Number(server.port),
    lanes: open,
    /** Requests whose token belongs to no lane. */
    strays,
    send,
    sendBytes,
    output: server.output,
    /** Returns true if the process is still running and answers. */
    lives: async () => !server.over() && (await send({ method: 'GET', target: '/healthz', headers: [] })).status === 200,
    close: async () => {
      agent.destroy()
      await server[Symbol.asyncDispose]()
      upstream.closeAllConnections()
      await new Promise((resolve) => upstream.close(resolve))
    },
  }
}
export type Target = Awaited<ReturnType<typeof openTarget>>
