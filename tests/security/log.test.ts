// Tests which events are logged, and which data is never logged.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { call } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { MINUTE } from '../../shared/clock.ts'
import { createLog } from '../../server/log.ts'
import { startBff } from '../support/bff.ts'
import { raw } from '../support/raw.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const lines: string[] = []
const log = createLog('info', { to: { write: (line) => void lines.push(line) } })
const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let cookie = ''
beforeAll(async () => {
  const acessos = menus('/clientes', '/usuarios', '/nfse', '/dash-financeiro')
  upstream.people.set('chefe@x.co', { id: 1, name: 'Chefe', supervisor: 'S', departamento: 1, status: 'A', acessos })
  const broken = call('GET /broken', {
    title: '',
    menu: 'session',
    query: z.strictObject({ x: z.string() }).transform((): { x: string } => {
      throw new Error('segredo de dentro')
    }),
    reply: z.object({}),
  })
  bff = await startBff({
    upstream: { url: upstream.url },
    log,
    env: { CALLS_PER_MINUTE: '1000', TRUST_PROXY: '127.0.0.1' },
    table: [...calls, broken],
  })
  cookie = await bff.signIn('chefe@x.co', 'senha-secreta-1')
})
beforeEach(() => {
  upstream.answers.clear()
  lines.length = 0
})
afterAll(async () => {
  await bff.stop()
})

/** Sends a request and resets the connection, either at once or when the first bytes of a response arrive. */
async function hangUp(port: number, text: string, wait = 0) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  if (wait) await once(socket, 'data')
  socket.resetAndDestroy()
  await once(socket, 'close')
}

const signIn = (email: string) =>
  bff.call('POST', '/api/auth', { body: { email, password: 'senha-secreta-2' }, headers: { 'x-forwarded-for': '192.0.2.1' } })
/** Waits for a log line with these values, because a line is written only after the response has been sent. */
async function line(part: object) {
  const found = () =>
    parsed().find((one) =>
      Object.entries(part).every(([key, value]) => (value instanceof RegExp ? value.test(String(one[key])) : one[key] === value)),
    )
  await expect.poll(found).toBeDefined()
  return found()
}

describe('a log line [16.1.1 16.2.1-4 16.3.1-4]', () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ['a sign-in', () => bff.signIn('chefe@x.co'), { msg: 'sign-in', signIn: 'accepted' }],
    ['a failed sign-in', () => signIn('ninguem@x.co'), { msg: 'sign-in', signIn: 'refused' }],
    [
      'a sign-in beyond the limit',
      async () => {
        for (let i = 0; i < 6; i += 1) await signIn('insiste@x.co')
      },
      { msg: 'sign-in', signIn: 'limited' },
    ],
    [
      'the 429 response to a sign-in beyond the limit',
      async () => {
        for (let i = 0; i < 6; i += 1) await signIn('insiste2@x.co')
      },
      { call: 'POST /auth', status: 429, reason: 'limit' },
    ],
    ['a call without the menu', () => bff.call('GET', '/api/cars', { cookie }), { call: 'GET /cars', user: 1, status: 403, reason: 'menu' }],
    [
      'a call refused by its rule',
      () => bff.call('PUT', '/api/nfse', { cookie, body: { contas: [1], idStatus: 3, tipoEmissao: 1 } }),
      { call: 'PUT /nfse', status: 403, reason: /^rule: / },
    ],
    [
      'a call from a foreign site',
      () => bff.call('GET', '/api/clients', { cookie, headers: { 'sec-fetch-site': 'cross-site' } }),
      { call: 'GET /clients', status: 403, reason: 'csrf' },
    ],
    ['a bad cookie', () => bff.call('GET', '/api/clients', { cookie: 'csnoteweb=Fe26.2*falso' }), { status: 401, reason: 'bad or ended cookie' }],
    [
      'a bad cookie on a page',
      () => bff.call('GET', '/clientes', { cookie: 'csnoteweb=Fe26.2*falso' }),
      { call: 'page', status: 302, reason: 'bad or ended cookie' },
    ],
    ['a call without a cookie', () => bff.call('GET', '/api/clients'), { status: 401, reason: 'no session' }],
    ['a call with invalid input', () => bff.call('GET', '/api/clients?x=1', { cookie }), { status: 400, reason: /^input: / }],
    [
      'a failure of the upstream',
      () => {
        upstream.answers.set('GET /clients', { status: 500 })
        return bff.call('GET', '/api/clients', { cookie })
      },
      { status: 502, reason: 'upstream: 500' },
    ],
    [
      'a change of rights',
      () => {
        upstream.answers.set('PUT /users', { json: {} })
        return bff.call('PUT', '/api/users', { cookie, body: { idUser: 8, nomeCompleto: 'R', email: 'r@x.co', status: 'A' } })
      },
      { call: 'PUT /users', user: 1, status: 200 },
    ],
    ['a sign-out', () => bff.call('POST', '/api/logout'), { call: 'POST /logout', status: 200 }],
  ])('a log line with the time and request id is written for %s', async (_name, act, part) => {
    await act()
    const said = await line(part)
    expect(said).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      requestId: expect.stringMatching(/^[\w-]{36}$/) as string,
    })
  })
})

describe('a log line for a request that is refused before it is read [16.3.1-4]', () => {
  const head = (more = '') => `Host: localhost\r\n${more}Connection: close\r\n\r\n`
  it.each([
    ['a foreign Host', `GET /home HTTP/1.1\r\n${head().replace('localhost', 'evil.example')}`, 421],
    ['an invalid path', `GET //evil.example/home HTTP/1.1\r\n${head()}`, 400],
    ['a path that is too long', `GET /${'a'.repeat(5000)} HTTP/1.1\r\n${head()}`, 414],
    ['a request with Expect: 100-continue', `POST /api/clients HTTP/1.1\r\n${head('Expect: 100-continue\r\n')}`, 417],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 400],
    ['headers that are too long', `GET /home HTTP/1.1\r\n${head(`X-A: ${'a'.repeat(17_000)}\r\n`)}`, 431],
  ])('a log line with the reason is written for %s', async (_what, bytes, status) => {
    expect(Number((await raw(bff.port, bytes)).slice(9, 12))).toBe(status)
    expect(await line({ msg: 'answered', status })).toMatchObject({ reason: expect.any(String) as string })
  })
})

describe('log lines for requests that count towards no limit [2.4.1 16.2.1-4]', () => {
  type Bff = Awaited<ReturnType<typeof startBff>>
  const [most, times] = [20, 100]
  const given = (response: Response) => response.text()
  const floods: [string, (bff: Bff, index: number) => Promise<unknown>][] = [
    ['existing files', (of) => of.call('GET', '/icon.svg').then(given)],
    ['missing files', (of, index) => of.call('GET', `/assets/x${index}.js`).then(given)],
    ['invalid addresses', (of, index) => of.call('GET', `/%ffx${index}`).then(given)],
    ['bytes that are not HTTP', (of) => raw(of.port, 'SSH-2.0-OpenSSH_9.2\r\n\r\n')],
    ['bodies that are not read', (of) => raw(of.port, 'POST /api/auth HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n')],
    [
      'sign-ins beyond the limits',
      (of) => of.call('POST', '/api/auth', { body: { email: 'ninguem@x.co', password: 'senha-secreta-2' } }).then(given),
    ],
    ['calls without a session', (of) => of.call('GET', '/api/clients').then(given)],
    [
      'several networks of one home',
      (of, index) => of.call('GET', '/icon.svg', { headers: { 'x-forwarded-for': `2001:db8:1:${index.toString(16)}::1` } }).then(given),
    ],
  ]
  it.each(floods)(
    'the number of log lines per IP address and minute is limited, and further requests are only counted, for %s',
    async (_what, flood) => {
      const told: Record<string, unknown>[] = []
      const to = { write: (text: string) => void told.push(JSON.parse(text) as Record<string, unknown>) }
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const few = await startBff({
        upstream: { url: upstream.url },
        log: createLog('info', { to, most }),
        env: { CALLS_PER_MINUTE: String(most), TRUST_PROXY: '127.0.0.1' },
      })
      for (let index = 0; index < times; index += 1) await flood(few, index)
      const answered = () => told.filter(({ msg }) => String(msg).startsWith('answered'))
      let minutes = 1
      const answers = () => {
        minutes += 1
        vi.advanceTimersByTime(MINUTE)
        return answered().reduce((sum, { count = 1 }) => sum + Number(count), 0)
      }
      await expect.poll(answers).toBe(times)
      const written = told.filter(({ msg, signIn }) => !String(msg).endsWith('more of the same') && signIn !== 'refused')
      // The limit applies per kind of line. A sign-in has one line for the limit and one for the response, and each kind is counted separately.
      for (const kind of Map.groupBy(written, ({ msg }) => msg).values()) expect(kind.length).toBeLessThanOrEqual(most * minutes)
      expect(told.filter(({ msg }) => String(msg).endsWith('more of the same')).length).toBeGreaterThan(0)
      await few.stop()
    },
  )

  it('each call of a signed-in person gets its own log line, even beyond the limit for other requests', async () => {
    lines.length = 0
    upstream.answers.set('GET /clients', { json: [] })
    const told: Record<string, unknown>[] = []
    const to = { write: (text: string) => void told.push(JSON.parse(text) as Record<string, unknown>) }
    const few = await startBff({
      upstream: { url: upstream.url },
      log: createLog('info', { to, most: 1 }),
      env: { CALLS_PER_MINUTE: String(most) },
    })
    const own = await few.signIn('chefe@x.co', 'senha-secreta-1')
    for (let index = 0; index < times; index += 1) await few.call('GET', '/icon.svg').then(given)
    for (let index = 0; index < most + 5; index += 1) await few.call('GET', '/api/clients', { cookie: own }).then(given)
    const of = (status: number) => told.filter((one) => one['call'] === 'GET /clients' && one['status'] === status).length
    await expect.poll(() => [of(200), of(429)]).toEqual([most, 0])
    // If a person disconnects before the refusal is sent, the call is still refused.
    for (let index = 0; index < 10; index += 1)
      await hangUp(few.port, `GET /api/clients HTTP/1.1\r\nHost: localhost\r\nCookie: ${own}\r\n\r\n`.repeat(10))
    await few.call('POST', '/api/logout', { cookie: own }).then(given)
    await expect.poll(() => told.filter(({ msg, user }) => msg === 'sign-out' && user === 1).length).toBe(1)
    expect(told.filter(({ signIn: outcome, user }) => outcome === 'accepted' && user === 1).length).toBe(1)
    await expect.poll(() => told.filter(({ call, status }) => call === 'POST /logout' && status === 200).length).toBe(1)
    // One more line is allowed, for connections that closed before their request was read and whose address is therefore unknown.
    expect(told.filter(({ call }) => call === 'GET /clients').length).toBeLessThanOrEqual(most + 1)
    await few.stop()
  })
})

it.each(['/icon.svg', '/', '/nada', '/home', '/api/clients', '/api/nada'])(
  'the process keeps running if a client disconnects during the response to a proxied request for %s',
  async (path) => {
    for (const wait of [0, 1]) await hangUp(bff.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n`, wait)
    await expect.poll(() => parsed().filter(({ msg }) => msg === 'answered').length).toBe(2)
    expect((await fetch(`${bff.url}/readyz`)).status).toBe(200)
  },
)

it('if a client disconnects during its sign-out, the session still ends and the sign-out is logged', async () => {
  const own = await bff.signIn('chefe@x.co', 'senha-secreta-1')
  expect((await bff.call('GET', '/api/auth', { cookie: own })).status).toBe(200)
  lines.length = 0
  await hangUp(bff.port, `POST /api/logout HTTP/1.1\r\nHost: localhost\r\nX-CSRF: 1\r\nContent-Length: 0\r\nCookie: ${own}\r\n\r\n`)
  await expect.poll(() => parsed().filter(({ msg, user }) => msg === 'sign-out' && user === 1).length).toBe(1)
  expect((await bff.call('GET', '/api/auth', { cookie: own })).status).toBe(401)
})

it('a client that disconnects before its body is read causes no error line in the log', async () => {
  const own = await bff.signIn('chefe@x.co', 'senha-secreta-1')
  const held: (() => void)[] = []
  upstream.answers.set('GET /auth', (_req, res) => void held.push(() => res.end(JSON.stringify(upstream.people.get('chefe@x.co')))))
  const socket = connect(bff.port, '127.0.0.1')
  socket.write(`PUT /api/users HTTP/1.1\r\nHost: localhost\r\nX-CSRF: 1\r\nCookie: ${own}\r\n`)
  socket.write('Content-Type: application/json\r\nContent-Length: 200\r\n\r\n{')
  await expect.poll(() => held.length).toBe(1)
  lines.length = 0
  socket.destroy()
  await line({ call: 'PUT /users', status: 499 })
  held[0]?.()
  // When this call is answered, the request that was cut off has been handled too.
  upstream.answers.set('GET /clients', { json: [] })
  expect((await bff.call('GET', '/api/clients', { cookie: own })).status).toBe(200)
  expect(parsed().filter(({ level }) => level === 'error')).toEqual([])
})

it('a request with thousands of wrong fields gets a short response and a short log line [2.4.1 16.3.1-4]', async () => {
  const fields = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`campo${i}`, 1]))
  const long = { nome: 'x', idCidade: 'x', telefone: 1, status: 'x', ['x'.repeat(10_000)]: 1, ...fields }
  const lists = { users: Array(1000).fill('x'), ticket: Array(1000).fill('x') }
  for (const [path, body] of [
    ['/api/clients', long],
    ['/api/nfse', { contas: Array(1000).fill('x') }],
    ['/api/users', { ...lists, menus: Array(1000).fill('x') }],
  ] as const) {
    lines.length = 0
    const response = await bff.call('PUT', path, { cookie, body })
    const text = await response.text()
    expect([response.status, text.length < 12_000]).toEqual([400, true])
    expect(JSON.stringify(await line({ status: 400 })).length).toBeLessThan(600)
  }
})

it('an upstream reply with thousands of unknown field names gets a short log line [2.4.1 16.3.1-4]', async () => {
  lines.length = 0
  const field = 'k'.repeat(400_000)
  upstream.answers.set('POST /dash/boletos/drill-down', { json: { columns: [{ title: 'a', field }], dataset: [{ [field]: {} }] } })
  const response = await bff.call('POST', '/api/dash/boletos/drill-down', {
    cookie,
    body: { period: '202611', company: 'Matriz', drillDownOption: 'recebido' },
  })
  expect(response.status).toBe(502)
  await expect.poll(() => parsed().filter(({ msg }) => msg === 'answered').length).toBe(1)
  expect(Math.max(...lines.map((text) => text.length))).toBeLessThan(3_000)
})

it('the log contains no forged line and no secret [16.2.5 16.4.1 1.3.10 10.1.1 14.3.3]', async () => {
  upstream.answers.set('GET /clients', { status: 500, json: { message: 'token-of-nobody' } })
  const evil = '%s%o%d\\r\\n{"level":"fatal","msg":"forjada"}'
  await bff.call('POST', '/api/auth', { body: { email: 'a@b.co', password: `senha-secreta-3${evil}` } })
  await bff.call('POST', '/api/clients', { cookie, body: { nome: `corpo-secreto${evil}`, outro: evil } })
  await bff.call('GET', '/api/clients', { cookie, headers: { 'user-agent': evil, 'x-request-id': evil } })
  await bff.call('GET', `/api/clients?${encodeURIComponent(`a\r\n{"msg":"forjada"}`)}=1`, { cookie })
  await raw(bff.port, `GET /%0d%0a{"msg":"forjada"} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
  await raw(bff.port, `GET /api/%s%0a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await expect.poll(() => parsed().filter(({ msg }) => msg === 'answered').length).toBe(6)
  for (const text of lines) expect(text.indexOf('\n')).toBe(text.length - 1)
  expect(parsed().filter(({ msg, level }) => msg === 'forjada' || level === 'fatal')).toEqual([])
  expect(lines.join('')).not.toMatch(/senha-secreta|corpo-secreto|token-of|Fe26|Bearer|[\\]r[\\]n/)
  expect(lines.join('')).not.toContain(cookie.slice(20, 60))
})

it('an unexpected error gives a generic 500 and forwards nothing to the upstream [16.5.2-3 16.5.4 16.5.1]', async () => {
  upstream.seen.length = 0
  const response = await bff.call('GET', '/api/broken?x=1', { cookie })
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ message: '500 - Falha na comunicação!', requestId: response.headers.get('x-request-id') })
  expect(upstream.calls()).toEqual([])
  expect(await line({ msg: 'failed', status: 500 })).toMatchObject({ reason: expect.stringContaining('segredo de dentro') as string })
})

it('the two steps of a sign-in are the only calls of the table that need no session [8.1.1-2 13.4.4]', () => {
  expect(calls.filter((row) => row.menu === 'public').map(({ name }) => name)).toEqual(['POST /auth', 'POST /auth/second'])
})
