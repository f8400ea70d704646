// The kinds of misbehaviour of an upstream, and the routes on which the product can meet them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from './bff.ts'
import { clientBody, clientRow } from './client-samples.ts'
import { NOW } from './clock.ts'
import { menus, startUpstream } from './upstream.ts'

export const SECRET = 'segredo-do-upstream'
const kept = { ...DEADLINES }
export let upstream: Awaited<ReturnType<typeof startUpstream>>
let elsewhere: Awaited<ReturnType<typeof startUpstream>>
export let bff: Awaited<ReturnType<typeof startBff>>
let now = NOW
export let victim = ''
export let other = ''

export const client = clientRow(5)
const task = { CODIGOTAREFA: 5, DESCRICAOTAREFA: 'x', id_prioridade: 1, CODIGO_USUARIO: 7, CODIGO_STATUS: 'A', priority: { descricao: 'x' } }
const opened = { users: [{ ID: 7, NOMECOMPLETOUSUARIO: 'Ana', EMAILUSER: 'ana@x.co' }], priority: [], task }
const city = { CODIGOCIDADE: 1, NOMECIDADE: 'Sorriso' }

/** Starts the upstream and the BFF for the calling test file. */
export function startMisbehavingSite() {
  beforeAll(async () => {
    upstream = await startUpstream()
    elsewhere = await startUpstream()
    for (const [id, email] of [
      [7, 'ana@x.co'],
      [8, 'bia@x.co'],
      [9, 'caio@x.co'],
    ] as const)
      upstream.people.set(email, {
        id,
        name: email,
        supervisor: 'N',
        departamento: 3,
        status: 'A',
        acessos: menus('/clientes', '/nfse', '/usuarios'),
      })
    bff = await startBff({ upstream: { url: upstream.url }, clock: () => now })
    victim = await bff.signIn('ana@x.co')
    other = await bff.signIn('bia@x.co')
    wellBehaved()
  })
  afterEach(() => {
    Object.assign(DEADLINES, kept)
    wellBehaved()
  })
  afterAll(async () => {
    await bff.stop()
    await elsewhere.stop()
    await upstream.stop()
  })
}

export function wellBehaved() {
  upstream.answers.clear()
  upstream.answers.set('GET /clients', { json: [client] })
  upstream.answers.set('POST /clients', { json: client })
  upstream.answers.set('GET /user-task/5', { json: opened })
  upstream.answers.set('PATCH /user-task/5', { json: { CODIGO_STATUS: 'I' } })
  upstream.answers.set('GET /nfse-download-file', (_req, res) => void res.end('%PDF-1.7'))
  upstream.answers.set('GET /cities', { json: [city] })
}

export type Misbehave = (req: IncomingMessage, res: ServerResponse) => void

/** A route by which the product makes requests to the upstream, with the statuses that the product sends when the upstream fails. */
export interface Road {
  /** The upstream call that misbehaves. */
  at: string
  ask: () => Promise<Response>
  /** Expected statuses for an upstream response that is missing or broken, for a late one, and for a server error. */
  broken: number
  late: number
  failing: number
}
const api = { broken: 502, late: 504, failing: 502 }
export const roads = {
  'a call that reads': { at: 'GET /clients', ask: () => bff.call('GET', '/api/clients', { cookie: victim }), ...api },
  'a call that writes': {
    at: 'POST /clients',
    ask: () => bff.call('POST', '/api/clients', { cookie: victim, body: clientBody() }),
    ...api,
  },
  'a record that a rule looks up': { at: 'GET /user-task/5', ask: () => bff.call('PATCH', '/api/user-task/5', { cookie: victim }), ...api },
  'a file': { at: 'GET /nfse-download-file', ask: () => bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie: victim }), ...api },
  // The page is served without its data, and the browser then requests the data.
  'the data of a page': { at: 'GET /clients', ask: () => bff.call('GET', '/clientes', { cookie: victim }), broken: 200, late: 200, failing: 200 },
  'who it is': {
    at: 'GET /auth',
    ask: () => {
      now += 31_000
      return bff.call('GET', '/api/clients', { cookie: victim })
    },
    broken: 503,
    late: 503,
    failing: 503,
  },
  'a sign-in': {
    at: 'POST /auth',
    ask: () => bff.call('POST', '/api/auth', { body: { email: 'caio@x.co', password: 'senha' } }),
    broken: 502,
    late: 504,
    failing: 503,
  },
} satisfies Record<string, Road>

/** Sends bytes instead of an HTTP response. The connection stays open. */
export const bytes =
  (...parts: (string | Buffer)[]): Misbehave =>
  ({ socket }) => {
    for (const part of parts) socket.write(part)
  }
const bytesAndEnd =
  (...parts: (string | Buffer)[]): Misbehave =>
  ({ socket }) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
/** Sends the same bytes repeatedly until the other side closes the connection. */
const forever =
  (first: string, again: string, ms: number): Misbehave =>
  ({ socket }) => {
    socket.write(first)
    const timer = setInterval(() => socket.write(again), ms)
    socket.once('close', () => clearInterval(timer))
  }
/** Writes the chunk `times` times, as fast as the other side reads, and then `end`. */
export const pour = (socket: Socket, chunk: Buffer, times: number, end = '') => {
  let left = times
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1
      if (!socket.write(chunk)) return void socket.once('drain', more)
    }
    if (end) socket.write(end)
  }
  more()
}
const json = (status: number, headers: Record<string, string>, body: unknown): Misbehave => {
  return (_req, res) => void res.writeHead(status, headers).end(JSON.stringify(body))
}
export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
export const whole = JSON.stringify([client])

const broken: Record<string, Misbehave> = {
  'disconnects without a byte': ({ socket }) => socket.destroy(),
  'disconnects in its headers': bytesAndEnd('HTTP/1.1 200 OK\r\nX-A: '),
  'disconnects in its body': bytesAndEnd(`${OK}Content-Length: 100\r\n\r\n[{"x":"${SECRET}`),
  'disconnects in a chunk': bytesAndEnd(`${OK}Transfer-Encoding: chunked\r\n\r\nff\r\n[{"x":"${SECRET}`),
  'is reset in its body': ({ socket }) => {
    socket.write(`${OK}Content-Length: 100\r\n\r\n[`, () => socket.resetAndDestroy())
  },
  'announces more bytes than it sends': bytesAndEnd(`${OK}Content-Length: ${whole.length + 1}\r\n\r\n${whole}`),
  'announces fewer bytes than it sends': bytes(`${OK}Content-Length: 5\r\n\r\n${whole}`),
  'announces two lengths': bytes(`${OK}Content-Length: 2\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`),
  'announces a length and sends chunks': bytes(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
  'announces a negative length': bytes(`${OK}Content-Length: -1\r\n\r\n${whole}`),
  'sends a chunk without a valid size': bytes(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${whole}\r\n0\r\n\r\n`),
  'sends a chunk size of 17 digits': bytes(`${OK}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n${whole}\r\n0\r\n\r\n`),
  'sends a chunk longer than announced': bytes(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\n${whole}\r\n0\r\n\r\n`),
  'does not speak HTTP': bytesAndEnd(`-ERR ${SECRET}\r\n`),
  'sends no valid status': bytes(`HTTP/1.1 abc ${SECRET}\r\n\r\n`),
  'folds a header': bytes(`${OK}X-A: 1\r\n ${SECRET}\r\nContent-Length: 2\r\n\r\n[`),
  'puts NUL into a header': bytes(`${OK}X-A: \0\r\nContent-Length: 2\r\n\r\n[]`),
  'ends its lines with LF': bytes(`${OK}Content-Length: 2\r\n\r\n[]`.replaceAll('\r\n', '\n')),
  'sends a megabyte of headers': bytes(OK, `X-A: ${'a'.repeat(1000)}\r\n`.repeat(1000), '\r\n'),
  'switches protocols': bytes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  'switches protocols and ends': bytesAndEnd('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  'sends 5,000 early hints and ends': bytesAndEnd(`HTTP/1.1 103 Early Hints\r\nLink: <${SECRET}>\r\n\r\n`.repeat(5_000)),
  'sends early hints endlessly': forever('', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n', 5),
  redirects: (_req, res) =>
    void res.writeHead(302, { location: `${elsewhere.url}/stolen`, 'set-cookie': `csnoteweb=${SECRET}`, 'x-secret': SECRET }).end(SECRET),
  'redirects a write': (_req, res) => void res.writeHead(307, { location: `${elsewhere.url}/stolen` }).end(),
  'redirects permanently to the BFF': (_req, res) => void res.writeHead(308, { location: `${bff.url}/api/clients` }).end(),
  'answers with 204': (_req, res) => void res.writeHead(204).end(),
  'answers with 204 and a body': bytes(`HTTP/1.1 204 No Content\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`),
  'answers with 304': (_req, res) => void res.writeHead(304).end(),
  'answers with 206': json(206, { 'set-cookie': `csnoteweb=${SECRET}` }, { stack: SECRET }),
  'answers with an HTML page': (_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${SECRET}</html>`),
  'answers with an empty body': (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end(),
  'answers with null': json(200, {}, null),
  'compresses a reply without being asked': (_req, res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(whole)),
  'answers in Latin-1': (_req, res) =>
    void res.writeHead(200).end(Buffer.from(JSON.stringify([{ ...client, NOMEFANTASIACLIENTE: 'Café' }]), 'latin1')),
  'answers in UTF-16': (_req, res) => void res.writeHead(200).end(Buffer.from(whole, 'utf16le')),
}
export const late = {
  'says nothing': () => undefined,
  'drips its headers': forever('HTTP/1.1 200 OK\r\n', 'X-A: 1\r\n', 20),
  // The BFF reads 100 bytes to detect the type of a file. At this pace, 100 bytes take longer than the total timeout.
  'drips its body': forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n', 50),
  'stops in its body': bytes(`${OK}Content-Length: 100\r\n\r\n[`),
} satisfies Record<string, Misbehave>
const failing: Record<string, Misbehave> = {
  'answers with status 999': bytesAndEnd(`HTTP/1.1 999 ${SECRET}\r\nContent-Length: 0\r\n\r\n`),
  'answers with 500 and secrets': json(
    500,
    { 'set-cookie': `csnoteweb=${SECRET}`, server: SECRET },
    { message: SECRET, stack: `at ${SECRET}.ts:1`, sql: `SELECT ${SECRET}` },
  ),
  'answers with 502 and an HTML page': (_req, res) => void res.writeHead(502, { 'content-type': 'text/html' }).end(`<html>${SECRET}</html>`),
}

export const misbehaviours = (
  [
    ['broken', broken],
    ['late', late],
    ['failing', failing],
  ] as const
).flatMap(([kind, ways]) => Object.entries(ways).map(([what, misbehave]) => [what, kind, misbehave] as const))

/** Makes a request while the upstream misbehaves for the caller only. Meanwhile, another person's request must still work. */
export async function meet({ at, ask }: Road, misbehave: Misbehave) {
  const good = upstream.answers.get(at)
  upstream.answers.set(at, (req, res) => {
    if (at !== 'GET /auth' || req.headers.authorization === 'Bearer token-of-ana@x.co') return misbehave(req, res)
    return void res.end(JSON.stringify(upstream.people.get('bia@x.co')))
  })
  const [response, beside] = await Promise.all([ask(), bff.call('GET', '/api/cities', { cookie: other })])
  const text = await response.text()
  expect([beside.status, await beside.json()]).toEqual([200, [city]])
  expect(`${JSON.stringify([...response.headers])} ${text}`).not.toContain(SECRET)
  if (good) upstream.answers.set(at, good)
  else upstream.answers.delete(at)
  return { status: response.status, text, cookies: response.headers.getSetCookie() }
}

export type Kind = (typeof misbehaviours)[number][1]

/** Checks that only this request fails, with the expected status. */
export async function hurtsOne(road: Road, kind: Kind, misbehave: Misbehave) {
  Object.assign(DEADLINES, { lookUp: 1500, page: 1500, gap: 1000, firstByte: 1500, total: 2500, slow: 2500 })
  const { status, cookies } = await meet(road, misbehave)
  expect(status).toBe(road[kind])
  expect(cookies).toEqual([])
  // The same request must work afterwards, in the same process and session.
  expect((await road.ask()).status).toBe(200)
  expect(elsewhere.seen).toEqual([])
}

/** Lets the upstream answer with ten million nested brackets. */
export async function nests(road: Road) {
  const { status } = await meet(road, (_req, res) => void res.end(`${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`))
  expect(status).toBe(road.broken)
  expect((await road.ask()).status).toBe(200)
}

/** Builds lists of invalid records. Each list stands at a place where the schema of some route has a list. */
const wrongLists = ([item, count]: [string, number]) => {
  const list = `[${Array(count).fill(item).join()}]`
  return [
    list,
    `{"id":7,"name":"x","supervisor":"N","departamento":3,"status":"A","token":"x","acessos":${list}}`,
    `{"users":${list},"priority":[],"task":{}}`,
  ]
}
/**
 * The routes whose replies are read completely and contain a list. A file is left out, because it is not JSON; a write is left out, because its reply
 * is not a list.
 */
export const readers = ['a call that reads', 'a record that a rule looks up', 'the data of a page', 'who it is', 'a sign-in'] as const

/** Checks that the route reports such a list as broken and works afterwards. `npm run bench:odd` measures how long that takes. */
export async function listsWrong(road: Road, kind: [item: string, count: number]) {
  for (const text of wrongLists(kind)) {
    const { status } = await meet(road, (_req, res) => void res.end(text))
    expect(status).toBe(road.broken)
  }
  expect((await road.ask()).status).toBe(200)
}
