// An upstream that misbehaves hurts the one request that met it: not the process, not the session, and nobody else's answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from '../support/bff.ts'
import { menus, startUpstream } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const SECRET = 'segredo-do-upstream'
const kept = { ...DEADLINES }
const upstream = await upstreamOfFile()
let elsewhere: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>
let now = Date.now()
let victim = ''
let other = ''

const client = { CODIGOCLIENTE: 5, NOMEFANTASIACLIENTE: 'Sementes', CODIGO_STATUS: 'A', CODIGOCIDADE: 1, CIDADE: 'Sorriso' }
const task = { CODIGOTAREFA: 5, DESCRICAOTAREFA: 'x', id_prioridade: 1, CODIGO_USUARIO: 7, CODIGO_STATUS: 'A', priority: { descricao: 'x' } }
const opened = { users: [{ ID: 7, NOMECOMPLETOUSUARIO: 'Ana', EMAILUSER: 'ana@x.co' }], priority: [], task }
const city = { CODIGOCIDADE: 1, NOMECIDADE: 'Sorriso' }

beforeAll(async () => {
  elsewhere = await startUpstream()
  for (const [id, email] of [
    [7, 'ana@x.co'],
    [8, 'bia@x.co'],
    [9, 'caio@x.co'],
  ] as const)
    upstream.people.set(email, { id, name: email, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes', '/nfse', '/usuarios') })
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
})

function wellBehaved() {
  upstream.answers.clear()
  upstream.answers.set('GET /clients', { json: [client] })
  upstream.answers.set('POST /clients', { json: client })
  upstream.answers.set('GET /user-task/5', { json: opened })
  upstream.answers.set('PATCH /user-task/5', { json: { CODIGO_STATUS: 'I' } })
  upstream.answers.set('GET /nfse-download-file', (_req, res) => void res.end('%PDF-1.7'))
  upstream.answers.set('GET /cities', { json: [city] })
}

type Misbehave = (req: IncomingMessage, res: ServerResponse) => void

/** How the product asks the upstream, and what it answers when that gave it nothing. */
interface Road {
  /** The call that is misbehaved at. */
  at: string
  ask: () => Promise<Response>
  /** No answer or a broken one; one that does not come; one that is a server's failure. */
  broken: number
  late: number
  failing: number
}
const api = { broken: 502, late: 504, failing: 502 }
const roads: Record<string, Road> = {
  'a call that reads': { at: 'GET /clients', ask: () => bff.call('GET', '/api/clients', { cookie: victim }), ...api },
  'a call that writes': {
    at: 'POST /clients',
    ask: () => bff.call('POST', '/api/clients', { cookie: victim, body: { nome: 'Sementes', idCidade: 1, telefone: '', status: 'A' } }),
    ...api,
  },
  'a record that a rule looks up': { at: 'GET /user-task/5', ask: () => bff.call('PATCH', '/api/user-task/5', { cookie: victim }), ...api },
  'a file': { at: 'GET /nfse-download-file', ask: () => bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie: victim }), ...api },
  // The page comes without its data, and the browser asks for it.
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
}

it('one that repeats the token says it to nobody, and none of its words turn what stands around them [10.1.1 14.2.1]', async () => {
  const token = 'token-of-ana@x.co'
  const said = async (answer: { status?: number; json: unknown }) => {
    upstream.answers.set('GET /clients', answer)
    const response = await bff.call('GET', '/api/clients', { cookie: victim })
    return [response.status, await response.text()] as const
  }
  for (const json of [{ message: `jwt malformed: Bearer ${token}` }, { message: 'cliente \u202Eovitani' }]) {
    const [status, text] = await said({ status: 400, json })
    expect([status, text]).toEqual([400, expect.stringContaining('"400 - Falha na comunicação!"')])
  }
  const [status, text] = await said({ json: [{ ...client, NOMEFANTASIACLIENTE: token }] })
  expect([status, text]).toEqual([502, expect.not.stringContaining(token)])
  // The same with escapes, as some write each letter that is not plain.
  for (const [code, json] of [
    [400, { message: `Bearer ${token}` }],
    [200, [{ ...client, NOMEFANTASIACLIENTE: token }]],
  ] as const) {
    upstream.answers.set('GET /clients', (_req, res) => void res.writeHead(code).end(JSON.stringify(json).replaceAll('@', '\\u0040')))
    expect(await (await bff.call('GET', '/api/clients', { cookie: victim })).text()).not.toContain(token)
  }
  upstream.answers.set('GET /clients', { json: [{ ...client, NOMEFANTASIACLIENTE: token }] })
  expect(await (await bff.call('GET', '/clientes', { cookie: victim })).text()).not.toContain(token)
  // Where no field of the row has it, it falls away as always.
  expect(await said({ json: [{ ...client, token }] })).toEqual([200, expect.not.stringContaining(token)])
})

/** Bytes instead of an answer. The connection stays open. */
const bytes =
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
/** The same again and again, until the other side has had enough. */
const forever =
  (first: string, again: string, ms: number): Misbehave =>
  ({ socket }) => {
    socket.write(first)
    const timer = setInterval(() => socket.write(again), ms)
    socket.once('close', () => clearInterval(timer))
  }
/** As fast as the other side takes it. */
const pour = (socket: Socket, chunk: Buffer, times: number) => {
  let left = times
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1
      if (!socket.write(chunk)) return void socket.once('drain', more)
    }
  }
  more()
}
const json = (status: number, headers: Record<string, string>, body: unknown): Misbehave => {
  return (_req, res) => void res.writeHead(status, headers).end(JSON.stringify(body))
}
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const whole = JSON.stringify([client])
const plantedCities = JSON.stringify([{ CODIGOCIDADE: 666, NOMECIDADE: SECRET }])

const broken: Record<string, Misbehave> = {
  'ends without a word': ({ socket }) => socket.destroy(),
  'dies in its headers': bytesAndEnd('HTTP/1.1 200 OK\r\nX-A: '),
  'dies in its body': bytesAndEnd(`${OK}Content-Length: 100\r\n\r\n[{"x":"${SECRET}`),
  'dies in a chunk': bytesAndEnd(`${OK}Transfer-Encoding: chunked\r\n\r\nff\r\n[{"x":"${SECRET}`),
  'is reset in its body': ({ socket }) => {
    socket.write(`${OK}Content-Length: 100\r\n\r\n[`, () => socket.resetAndDestroy())
  },
  'says a length that is longer': bytesAndEnd(`${OK}Content-Length: ${whole.length + 1}\r\n\r\n${whole}`),
  'says a length that is shorter': bytes(`${OK}Content-Length: 5\r\n\r\n${whole}`),
  'says two lengths': bytes(`${OK}Content-Length: 2\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`),
  'says a length and sends chunks': bytes(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
  'says a length below zero': bytes(`${OK}Content-Length: -1\r\n\r\n${whole}`),
  'sends chunks of no size': bytes(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${whole}\r\n0\r\n\r\n`),
  'sends a chunk of 17 digits': bytes(`${OK}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n${whole}\r\n0\r\n\r\n`),
  'sends a chunk longer than it says': bytes(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\n${whole}\r\n0\r\n\r\n`),
  'speaks no HTTP': bytesAndEnd(`-ERR ${SECRET}\r\n`),
  'says no status': bytes(`HTTP/1.1 abc ${SECRET}\r\n\r\n`),
  'folds a header': bytes(`${OK}X-A: 1\r\n ${SECRET}\r\nContent-Length: 2\r\n\r\n[`),
  'puts NUL into a header': bytes(`${OK}X-A: \0\r\nContent-Length: 2\r\n\r\n[]`),
  'ends its lines with LF': bytes(`${OK}Content-Length: 2\r\n\r\n[]`.replaceAll('\r\n', '\n')),
  'sends a megabyte of headers': bytes(OK, `X-A: ${'a'.repeat(1000)}\r\n`.repeat(1000), '\r\n'),
  'switches protocols': bytes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  'switches protocols and ends': bytesAndEnd('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  'gives 5,000 hints and ends': bytesAndEnd(`HTTP/1.1 103 Early Hints\r\nLink: <${SECRET}>\r\n\r\n`.repeat(5_000)),
  redirects: (_req, res) =>
    void res.writeHead(302, { location: `${elsewhere.url}/stolen`, 'set-cookie': `csnoteweb=${SECRET}`, 'x-secret': SECRET }).end(SECRET),
  'redirects a write': (_req, res) => void res.writeHead(307, { location: `${elsewhere.url}/stolen` }).end(),
  'redirects for good, to ourselves': (_req, res) => void res.writeHead(308, { location: `${bff.url}/api/clients` }).end(),
  'answers 204': (_req, res) => void res.writeHead(204).end(),
  'answers 204 with a body': bytes(`HTTP/1.1 204 No Content\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`),
  'answers 304': (_req, res) => void res.writeHead(304).end(),
  'answers 206': json(206, { 'set-cookie': `csnoteweb=${SECRET}` }, { stack: SECRET }),
  'answers a page': (_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${SECRET}</html>`),
  'answers nothing': (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end(),
  'answers null': json(200, {}, null),
  'compresses what nobody asked to be': (_req, res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(whole)),
  'answers in another alphabet': (_req, res) => void res.writeHead(200).end(Buffer.from(whole, 'utf16le')),
}
const late: Record<string, Misbehave> = {
  'says nothing': () => undefined,
  'drips its headers': forever('HTTP/1.1 200 OK\r\n', 'X-A: 1\r\n', 20),
  'drips its body': forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n', 20),
  'stops in its body': bytes(`${OK}Content-Length: 100\r\n\r\n[`),
  'gives hints for ever': forever('', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n', 5),
}
const failing: Record<string, Misbehave> = {
  'says status 999': bytesAndEnd(`HTTP/1.1 999 ${SECRET}\r\nContent-Length: 0\r\n\r\n`),
  'answers 500 with secrets': json(
    500,
    { 'set-cookie': `csnoteweb=${SECRET}`, server: SECRET },
    { message: SECRET, stack: `at ${SECRET}.ts:1`, sql: `SELECT ${SECRET}` },
  ),
  'answers 502 with a page': (_req, res) => void res.writeHead(502, { 'content-type': 'text/html' }).end(`<html>${SECRET}</html>`),
}

const misbehaviours = (
  [
    ['broken', broken],
    ['late', late],
    ['failing', failing],
  ] as const
).flatMap(([kind, ways]) => Object.entries(ways).map(([what, misbehave]) => [what, kind, misbehave] as const))

/** Asks while the upstream misbehaves at this person, and only there. */
async function meet({ at, ask }: Road, misbehave: Misbehave) {
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

describe.each(Object.entries(roads))('while it is asked for %s, an upstream that', (_name, road) => {
  it.each(misbehaviours)('%s', async (_what, kind, misbehave) => {
    Object.assign(DEADLINES, { lookUp: 700, page: 700, gap: 400, firstByte: 700, total: 1000, slow: 1000 })
    const start = performance.now()
    const { status, cookies } = await meet(road, misbehave)
    expect(performance.now() - start).toBeLessThan(4_000)
    expect(status).toBe(road[kind])
    expect(cookies).toEqual([])
    // The same process, the same session, the same road.
    expect((await road.ask()).status).toBe(200)
    expect(elsewhere.seen).toEqual([])
  })

  it('drops every connection that was kept', async () => {
    await Promise.all(Array.from({ length: 4 }, () => bff.call('GET', '/api/cities', { cookie: other })))
    const { status } = await meet(road, ({ socket }) => socket.destroy())
    expect(status).toBe(road.broken)
    expect((await road.ask()).status).toBe(200)
  })

  it('pours 100 MB', async () => {
    const { status } = await meet(road, ({ socket }) => {
      socket.write(`${OK}Content-Length: 104857600\r\n\r\n`)
      pour(socket, Buffer.alloc(1024 * 1024, ' '), 100)
    })
    expect(status).toBe(road.broken)
    expect((await road.ask()).status).toBe(200)
  })

  it('nests ten million brackets', async () => {
    const { status } = await meet(road, (_req, res) => void res.end(`${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`))
    expect(status).toBe(road.broken)
    expect((await road.ask()).status).toBe(200)
  })
})

/** Lists of what is no record, where each road's schema has one; the last of them is what a broken one may be told in. */
const wrongLists = ([item, count]: [string, number]) => {
  const list = `[${Array(count).fill(item).join()}]`
  return [
    list,
    `{"id":7,"name":"x","supervisor":"N","departamento":3,"status":"A","token":"x","acessos":${list}}`,
    `{"users":${list},"priority":[],"task":{}}`,
  ]
}
describe.each<[string, [string, number]]>([
  ['16 MB of ones', ['1', 8_000_000]],
  ['1.5 MB of empty objects', ['{}', 500_000]],
  ['16 MB of empty objects', ['{}', 5_300_000]],
])('an upstream whose lists are %s hurts nobody [2.4.1 13.2.6]', (_what, kind) => {
  // A file is none of JSON's; a write's answer is no list.
  it.each(['a call that reads', 'a record that a rule looks up', 'the data of a page', 'who it is', 'a sign-in'])('%s', async (at) => {
    const road = roads[at]
    if (!road) throw new Error('no such road')
    for (const text of wrongLists(kind)) {
      const start = performance.now()
      const { status } = await meet(road, (_req, res) => void res.end(text))
      expect(status).toBe(road.broken)
      expect(performance.now() - start).toBeLessThan(5_000)
    }
    expect((await road.ask()).status).toBe(200)
  })
})

describe('each deadline alone is enough [2.4.1 15.1.3 13.2.6]', () => {
  it.each([
    ['firstByte', 'a call that reads', 'says nothing'],
    ['firstByte', 'a call that writes', 'drips its headers'],
    ['gap', 'a call that reads', 'stops in its body'],
    ['total', 'a call that writes', 'drips its body'],
    ['slow', 'a file', 'drips its body'],
    ['lookUp', 'a record that a rule looks up', 'drips its body'],
    ['lookUp', 'who it is', 'drips its headers'],
    ['page', 'the data of a page', 'drips its body'],
    ['firstByte', 'a sign-in', 'drips its body'],
  ] as const)('%s: %s, %s', { timeout: 4_000 }, async (name, at, what) => {
    const road = roads[at]
    const misbehave = late[what]
    if (!road || !misbehave) throw new Error('no such road')
    DEADLINES[name] = 300
    expect((await meet(road, misbehave)).status).toBe(road.late)
  })

  it('slow: a file, from the call to its last byte', async () => {
    DEADLINES.slow = 2_000
    const file = roads['a file']
    upstream.answers.set('GET /nfse-download-file', (_req, res) => {
      res.flushHeaders()
      setTimeout(() => {
        res.write(`%PDF-${'x'.repeat(200)}`)
        const more = setInterval(() => res.write(' '), 20)
        res.once('close', () => clearInterval(more))
      }, 1_800)
    })
    const start = performance.now()
    await expect((await file?.ask())?.text()).rejects.toThrow()
    expect(performance.now() - start).toBeLessThan(3_300)
  })
})

describe('an upstream that', () => {
  const cities = () => bff.call('GET', '/api/cities', { cookie: other })

  it('plants a second reply behind the first, or on the idle connection, gives nobody that reply [CVE-2026-48931]', async () => {
    const planted = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${plantedCities.length}\r\n\r\n${plantedCities}`
    const first = `${OK}Content-Length: ${whole.length}\r\n\r\n${whole}`
    let idle = 0
    const ways: Misbehave[] = [
      bytes(first + planted),
      bytes(first, planted),
      ({ socket }) => {
        socket.write(first)
        setImmediate(() => socket.write(planted))
      },
      (req, res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length }).end(whole)
        res.once('finish', () =>
          setImmediate(() => {
            idle += 1
            req.socket.write(planted)
          }),
        )
      },
    ]
    for (const way of ways) {
      for (let round = 0; round < 20; round += 1) {
        upstream.answers.set('GET /clients', way)
        const answers = await Promise.all([bff.call('GET', '/api/clients', { cookie: victim }), cities()])
        upstream.answers.set('GET /clients', { json: [client] })
        answers.push(...(await Promise.all([cities(), bff.call('GET', '/api/clients', { cookie: victim }), cities()])))
        for (const answer of answers) expect(await answer.text()).not.toContain(SECRET)
        expect(answers.slice(1).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      }
    }
    expect(idle).toBe(20)
  })

  it('says 401 ends that session, and no other', async () => {
    const cookie = await bff.signIn('ana@x.co')
    upstream.answers.set('GET /clients', { status: 401, json: { message: SECRET }, headers: { 'set-cookie': `csnoteweb=${SECRET}` } })
    const response = await bff.call('GET', '/api/clients', { cookie })
    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining(SECRET)])
    expect(response.headers.getSetCookie().join()).toMatch(/^csnoteweb=;/)
    wellBehaved()
    expect((await bff.call('GET', '/api/clients', { cookie })).status).toBe(401)
    expect((await bff.call('GET', '/api/clients', { cookie: victim })).status).toBe(200)
  })

  it('nests a field that the schema does not name is answered without it', async () => {
    const nested = `${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}`
    upstream.answers.set('GET /clients', (_req, res) => void res.end(`[${JSON.stringify(client).slice(0, -1)},"x":${nested}}]`))
    const response = await bff.call('GET', '/api/clients', { cookie: victim })
    expect([response.status, await response.json()]).toEqual([200, [client]])
  })

  it('nests a tree that the schema reads is 502, whatever its depth', async () => {
    for (const depth of [1_000, 10_000, 100_000]) {
      const tree = `${'{"ID":1,"DESCRICAO":"x","dados":['.repeat(depth)}${']}'.repeat(depth)}`
      upstream.answers.set('GET /users/data', (_req, res) => void res.end(`{"departamentos":[],"users":[],"menus":[${tree}]}`))
      const response = await bff.call('GET', '/api/users/data', { cookie: victim })
      expect([200, 502], `${depth}: ${await response.text()}`).toContain(response.status)
    }
    expect((await cities()).status).toBe(200)
  })

  it('sends a file of more than 25 MB is 502', async () => {
    upstream.answers.set(
      'GET /nfse-download-file',
      (_req, res) => void res.end(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(26 * 1024 * 1024)])),
    )
    expect((await bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie: victim })).status).toBe(502)
  })
})
