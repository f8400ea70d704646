// Tests the sizes and timeouts that SECURITY.md states, each exactly at its limit. The test controls the timers; the sockets are real.
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import express from 'express'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { auth } from '../../shared/features/auth.ts'
import { is, me } from '../../shared/access.ts'
import { call, read } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { passwordFits } from '../../server/api/passwords.ts'
import { createEdge } from '../../server/bff/edge.ts'
import { createLog } from '../../server/log.ts'
import { readBuild } from '../../server/bff/build.ts'
import { startBff } from '../support/bff.ts'
import { NOW } from '../support/clock.ts'
import { raw, statusOf } from '../support/raw.ts'
import { root } from '../support/server.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const KIB = 1024
const stored = call('GET /stored/{id}', { title: '', menu: 'session', reply: z.object({ owner: z.int() }) })
const table = [
  ...auth,
  stored,
  call('GET /things', { title: '', menu: 'session', query: z.strictObject({ x: z.array(z.string()).optional() }), reply: z.array(z.string()) }),
  call('POST /things', { title: '', menu: 'session', body: z.strictObject({ x: z.unknown() }), reply: z.object({}) }),
  call('PUT /things/{id}', { title: '', menu: 'session', rule: ({ path }) => is(read(stored, path.id).owner, me.id), reply: z.object({}) }),
  call('GET /slow', { title: '', menu: 'session', slow: true, reply: z.object({}) }),
  call('GET /file', { title: '', menu: 'session', slow: true, file: () => 'documento', reply: z.instanceof(Uint8Array) }),
]

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let now = NOW
const clock = () => now
let cookie = ''
beforeAll(async () => {
  upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  bff = await startBff({ upstream: { url: upstream.url }, table, clock })
  cookie = await bff.signIn('ana@x.co')
})
afterEach(() => {
  vi.useRealTimers()
  asking = { left: false }
  upstream.answers.clear()
  upstream.seen.length = 0
})
afterAll(async () => {
  await bff.stop()
})
const get = (path: string, from = bff) => from.call('GET', path, { cookie })
const post = async (body: string) => (await bff.call('POST', '/api/things', { cookie, body })).status

describe('the limits of a request [2.4.1 15.1.3 15.2.2 13.2.6]', () => {
  const head = () => `Host: 127.0.0.1:${bff.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
  const asked = async (target: string, more = '') => statusOf(await raw(bff.port, `GET ${target} HTTP/1.1\r\n${head()}${more}\r\n`))
  const target = (length: number) => `/nada?x=${'a'.repeat(length - 8)}`
  const fields = (count: number) => Array.from({ length: count - 3 }, (_, i) => `X-${i}: 1\r\n`).join('')

  it('a request target of 4,096 bytes is accepted, and a longer target is refused with 414', async () => {
    expect([await asked(target(4096)), await asked(target(4097))]).toEqual([404, 414])
  })
  it('a request with 64 header fields is accepted, and a request with 65 is refused with 431', async () => {
    expect([await asked('/nada', fields(64)), await asked('/nada', fields(65))]).toEqual([404, 431])
  })
  it('headers of 16 KiB are accepted, and larger headers are refused with 431', async () => {
    const field = (length: number) => `X-Long: ${'a'.repeat(length)}\r\n`
    expect([await asked('/nada', field(15 * KIB)), await asked('/nada', field(16 * KIB))]).toEqual([404, 431])
  })
  it('a query of 64 parameters is accepted, and a query of 65 is refused with 400', async () => {
    upstream.answers.set('GET /things', { json: [] })
    const pairs = (count: number) => `/api/things?${'x=1&'.repeat(count).slice(0, -1)}`
    expect([await asked(pairs(64)), await asked(pairs(65))]).toEqual([200, 400])
  })

  it.each([
    ['64 KiB of body', `{"x":1${' '.repeat(64 * KIB - 7)}}`, 200],
    ['64 KiB and a byte', `{"x":1${' '.repeat(64 * KIB - 6)}}`, 413],
    ['8 levels of nesting', `{"x":${'['.repeat(7)}${']'.repeat(7)}}`, 200],
    ['9 levels of nesting', `{"x":${'['.repeat(8)}${']'.repeat(8)}}`, 400],
    ['a list of 1,000 items', `{"x":[${'1,'.repeat(999)}1]}`, 200],
    ['a list of 1,001 items', `{"x":[${'1,'.repeat(1000)}1]}`, 400],
    ['a text of 4,000 characters', `{"x":"${'é'.repeat(4000)}"}`, 200],
    ['a text of 4,001 characters', `{"x":"${'é'.repeat(4001)}"}`, 400],
    ['a text of 4,000 emoji', `{"x":"${'🌾'.repeat(4000)}"}`, 200],
    ['a text of 4,001 emoji', `{"x":"${'🌾'.repeat(4001)}"}`, 400],
  ])('a body of exactly the limit is accepted, and a larger one is refused: %s', async (_name, body, status) => {
    upstream.answers.set('POST /things', { json: {} })
    expect(await post(body)).toBe(status)
  })

  it('a sign-in body of 4 KiB is accepted, and a larger one is refused with 413', async () => {
    const signIn = async (size: number) => {
      const body = JSON.stringify({ email: 'ana@x.co', password: 'senha' })
      return (await bff.call('POST', '/api/auth', { body: body.slice(0, -1) + ' '.repeat(size - body.length) + '}' })).status
    }
    expect([await signIn(4 * KIB), await signIn(4 * KIB + 1)]).toEqual([200, 413])
  })

  it('a request may take 10 s for its headers and 30 s in total, an idle connection stays open for 65 s, and 8,000 connections are accepted', () => {
    expect(createEdge(express(), createLog('silent'))).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxConnections: 8_000,
    })
  })

  it('8 simultaneous calls of a session are accepted, and a ninth is refused with 429', async () => {
    const counted = await startBff({ upstream: { url: upstream.url }, table, env: { CALLS_PER_MINUTE: '300' } })
    const own = await counted.signIn('ana@x.co')
    const waiting: (() => void)[] = []
    upstream.answers.set('GET /things', (_req, res) => void waiting.push(() => res.end('[]')))
    const ninth = Promise.withResolvers<Response>()
    const all = Array.from({ length: 9 }, () => counted.call('GET', '/api/things', { cookie: own }))
    for (const one of all) void one.then(ninth.resolve)
    expect((await ninth.promise).status).toBe(429)
    await expect.poll(() => waiting.length).toBe(8)
    for (const answer of waiting) answer()
    expect((await Promise.all(all)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array<number>(8).fill(200), 429])
    await counted.stop()
  })
})

describe('the limits of a reply [2.4.1 15.1.3 13.2.6]', () => {
  const json = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`
  const file = (bytes: number) => `%PDF-${'x'.repeat(bytes - 5)}`
  it.each([
    ['JSON of 16 MiB', '/things', json(16 * KIB * KIB), 200],
    ['JSON of 16 MiB and a byte', '/things', json(16 * KIB * KIB + 1), 502],
    ['a file of 25 MiB', '/file', file(25 * KIB * KIB), 200],
    ['a file of 25 MiB and a byte', '/file', file(25 * KIB * KIB + 1), 502],
  ])('a reply of exactly the limit is passed on, and a larger one is refused: %s', async (_name, path, body, status) => {
    upstream.answers.set(`GET ${path}`, (_req, res) => void res.end(body))
    expect((await get(`/api${path}`)).status).toBe(status)
  })
})

/** State of the current upstream request. `left` is true once the BFF has aborted it. */
let asking: { left: boolean } = { left: false }
/** Sends a request and returns its response, which must arrive after exactly `ms`. `reached` resolves when the request reaches the upstream. */
async function answeredAfter(ms: number, ask: () => Promise<Response>, reached: Promise<unknown>, from = bff) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let over = false
  const asked = ask().finally(() => (over = true))
  await reached
  // When this call is answered, all bytes that the upstream sent before have arrived.
  await from.call('GET', '/healthz')
  await vi.advanceTimersByTimeAsync(ms - 1)
  // An earlier response would have arrived before the response to this call.
  await from.call('GET', '/healthz')
  expect(over || asking.left).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  return asked
}
/** Leaves a call unanswered by the upstream. Resolves when the call reaches the upstream. */
function silent(name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const mine: typeof asking = (asking = { left: false })
  upstream.answers.set(name, (_req, res) => {
    res.once('close', () => (mine.left = true))
    resolve()
  })
  return promise
}
/** Makes the upstream send the headers of a response and nothing more. */
function begun(name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  upstream.answers.set(name, (_req, res) => {
    res.writeHead(200).write('[')
    resolve()
  })
  return promise
}

describe('timeouts [2.4.1 15.1.3 13.2.6]', () => {
  it('a call gets 504 if the upstream sends no first byte within 15 s', async () => {
    const reached = silent('GET /things')
    expect((await answeredAfter(15_000, () => get('/api/things'), reached)).status).toBe(504)
  })

  it.each([
    ['after 30 s for an ordinary call', '/things', 30_000],
    ['after 60 s for a slow call', '/slow', 60_000],
  ])('a call gets 504 if the reply of the upstream does not end: %s', async (_name, path, ms) => {
    // The timeout for pauses between bytes belongs to the real socket, which ignores the test's timers, so that timeout does not end this wait.
    const reached = begun(`GET ${path}`)
    expect((await answeredAfter(ms, () => get(`/api${path}`), reached)).status).toBe(504)
  })

  it('only calls for files, e-mails and exports have the timeout `slow`', () => {
    expect(calls.filter((row) => 'slow' in row && row.slow).map(({ name }) => name)).toEqual([
      'POST /nfse/returns',
      'POST /nfse/files',
      'POST /nfse/send-mails',
      'POST /nfse/send-mail',
      'POST /nfse/send-mail-recibo',
      'GET /nfse-download-file',
      'POST /nfse/collections',
      'GET /financial-control',
      'GET /financial-control-batch/{id}/receipt',
      'GET /financial-control-batch/{id}/report',
      'PUT /financial-control-batch/{id}/receipt',
    ])
  })

  it('if the look-up of a stored record takes 5 s, the call gets 504 and is not forwarded [8.2.2 8.3.3 16.5.2-3]', async () => {
    const reached = silent('GET /stored/5')
    const response = await answeredAfter(5_000, () => bff.call('PUT', '/api/things/5', { cookie }), reached)
    expect(response.status).toBe(504)
    expect(upstream.calls().map(({ url }) => url)).toEqual(['/stored/5'])
  })

  it('the person is looked up again after 30 s, and if the look-up takes 5 s, the call gets 503, but no session ends [7.4.2 8.3.2]', async () => {
    upstream.answers.set('GET /things', { json: [] })
    expect((await get('/api/things')).status).toBe(200)
    const reached = silent('GET /auth')
    now += 30_000
    expect((await get('/api/things')).status).toBe(200)
    now += 1
    const response = await answeredAfter(5_000, () => get('/api/things'), reached)
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    vi.useRealTimers()
    upstream.answers.delete('GET /auth')
    expect((await get('/api/things')).status).toBe(200)
  })

  it('a page whose data takes 5 s is sent without the data', async () => {
    const whole = await startBff({ upstream: { url: upstream.url } })
    const own = await whole.signIn('ana@x.co')
    const reached = silent('GET /clients')
    const response = await answeredAfter(5_000, () => whole.call('GET', '/clientes', { cookie: own }), reached, whole)
    expect([response.status, (await response.text()).includes('"cache":[]')]).toEqual([200, true])
    await whole.stop()
  })

  it('a page request gets 503 if the page is not rendered within 10 s', async () => {
    const drawing = Promise.withResolvers<void>()
    const build = await readBuild(root)
    const render = () => {
      drawing.resolve()
      return new Promise<never>(() => undefined)
    }
    const stuck = await startBff({ upstream: { url: upstream.url }, build: { ...build, entry: async () => ({ ...(await build.entry()), render }) } })
    expect((await answeredAfter(10_000, () => stuck.call('GET', '/'), drawing.promise, stuck)).status).toBe(503)
    await stuck.stop()
  })

  it('a call gets 504 if the connection to the upstream is not established within 2 s', async () => {
    // Accepts connections but never answers the TLS handshake.
    const mute = createTcp().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const knocked = once(mute, 'connection') as Promise<[Socket]>
    const alone = await startBff({ upstream: { url: `https://127.0.0.1:${(mute.address() as AddressInfo).port}` } })
    const ask = () => alone.call('POST', '/api/auth', { body: { email: 'a@b.co', password: 'x' } })
    expect((await answeredAfter(2_000, ask, knocked, alone)).status).toBe(504)
    for (const socket of await knocked) socket.destroy()
    mute.close()
    await alone.stop()
  })
})

describe('queues [2.4.1 15.1.3 15.2.2 13.2.6]', () => {
  it('at most 64 sockets to the upstream are open at a time', async () => {
    const waiting: (() => void)[] = []
    upstream.answers.set('GET /things', (_req, res) => void waiting.push(() => res.end('[]')))
    const all = Array.from({ length: 70 }, () => get('/api/things'))
    await expect.poll(() => waiting.length).toBe(64)
    await get('/api/auth-is-no-call')
    expect(waiting).toHaveLength(64)
    upstream.answers.set('GET /things', { json: [] })
    for (const answer of waiting) answer()
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('2 passwords are hashed at a time, 32 wait, and further ones are refused', async () => {
    const hash = `$argon2id$v=19$m=1024,t=1,p=1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`
    const fits = (count: number) => Array.from({ length: count }, () => passwordFits('x', hash))
    const first = fits(2)
    // Yields once, so that both hashes start.
    await Promise.resolve()
    const results = await Promise.allSettled([...first, ...fits(40)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 32)
  })

  it('8 pages are rendered at a time, 64 wait, and further ones are refused', async () => {
    const whole = await startBff({ upstream: { url: upstream.url } })
    const own = await whole.signIn('ana@x.co')
    const waiting: (() => void)[] = []
    upstream.answers.set('GET /clients', (_req, res) => void waiting.push(() => res.writeHead(200, { 'content-type': 'application/json' }).end('[]')))
    let refused = 0
    const all = Array.from({ length: 80 }, async () => {
      const { status } = await whole.call('GET', '/clientes', { cookie: own })
      refused += Number(status === 503)
      return status
    })
    await expect.poll(() => [refused, waiting.length]).toEqual([8, 8])
    upstream.answers.set('GET /clients', { json: [] })
    for (const answer of waiting) answer()
    expect((await Promise.all(all)).filter((status) => status === 200)).toHaveLength(72)
    await whole.stop()
  })
})
