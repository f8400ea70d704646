// Tests how many sign-ins may fail, per account and per client address. The client addresses are those that a trusted proxy reports.
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from '../../server/bff/redis.ts'
import { startBff } from '../support/bff.ts'
import { machineTime } from '../support/clock.ts'
import { startRedis } from '../support/redis.ts'
import { startRelay } from '../support/relay.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const redisUrl = inject('redisUrl')
const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
beforeAll(async () => {
  bff = await startBff({ upstream: { url: upstream.url }, env: { TRUST_PROXY: '127.0.0.1', CALLS_PER_MINUTE: '300' } })
})
afterAll(async () => {
  await bff.stop()
})

/** Creates an account for one test. */
function account(name: string) {
  upstream.people.set(`${name}@x.co`, { id: 7, name, supervisor: 'N', departamento: 3, status: 'A', acessos: menus() })
  return `${name}@x.co`
}
const attempt = (email: string, address: string, from = bff) =>
  from.call('POST', '/api/auth', { body: { email, password: 'senha' }, headers: { 'x-forwarded-for': address } })
/** Makes sign-ins fail by removing the person from the upstream. Failures count per `email` and address, whether the person exists or not. */
async function fails(times: number, email: string, address: (i: number) => string, from = bff) {
  const person = upstream.people.get(email)
  upstream.people.delete(email)
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await attempt(email, address(i), from)).status)
  if (person) upstream.people.set(email, person)
  return statuses
}
const refused = (times: number) => Array<number>(times).fill(401)
/** Expects a 429 whose Retry-After is 15 minutes in seconds. The test must stop the clock first. */
const expectWait = ({ status, headers }: Response) => expect([status, headers.get('retry-after')]).toEqual([429, '900'])
/** Stops the clock of this process, in which the server counts, until the end of the test. */
const stopClock = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: machineTime() })
  onTestFinished(() => void vi.useRealTimers())
}

describe('failed sign-ins', () => {
  it('after five failed sign-ins from one IP address, the account is locked for 15 minutes at that address only [6.1.1 6.3.1 6.3.8 2.4.1]', async () => {
    stopClock()
    const email = account('cinco')
    expect(await fails(5, email, () => '192.0.2.1')).toEqual(refused(5))
    upstream.seen.length = 0
    const limited = await attempt(email, '192.0.2.1')
    expectWait(limited)
    expect(await limited.json()).toMatchObject({ message: 'Muitas tentativas de entrada. Aguarde 15 minutos e tente de novo.' })
    expect(upstream.seen).toEqual([])
    expect((await attempt(email, '192.0.2.2')).status).toBe(200)
  })

  it('of 34 simultaneous wrong sign-ins, only five reach the API, and the owner can still sign in elsewhere [6.1.1 6.3.1]', async () => {
    const email = account('rajada')
    const asked: (() => void)[] = []
    upstream.answers.set('POST /auth', (_req, res) => void asked.push(() => res.writeHead(401).end('{}')))
    const all = Promise.all(Array.from({ length: 34 }, () => attempt(email, '192.0.2.110').then(({ status }) => status)))
    await expect.poll(() => asked.length).toBe(5)
    upstream.answers.delete('POST /auth')
    for (const answer of asked) answer()
    expect((await all).toSorted((a, b) => a - b)).toEqual([...refused(5), ...Array<number>(29).fill(429)])
    expect((await attempt(email, '192.0.2.111')).status).toBe(200)
  })

  it.each<[string, Parameters<typeof upstream.answers.set>[1], number]>([
    ['fails', { status: 500 }, 503],
    ['has its queue full', { status: 503 }, 503],
    ['hangs up', (req) => void req.socket.destroy(), 502],
    ['says what is no answer', { json: { token: 1 } }, 502],
  ])('a sign-in does not count as failed while the API %s', async (what, answer, status) => {
    const [email, address] = [account(`sem-resposta-${what.replaceAll(' ', '-')}`), `192.0.2.${120 + what.length}`]
    upstream.answers.set('POST /auth', answer)
    for (let i = 0; i < 8; i += 1) expect((await attempt(email, address)).status).toBe(status)
    upstream.answers.delete('POST /auth')
    expect((await attempt(email, address)).status).toBe(200)
  })

  it('successful sign-ins do not count as failures, even sixty of them from one address', async () => {
    for (let i = 0; i < 60; i += 1) expect((await attempt(account(`certa${i}`), '192.0.2.115')).status).toBe(200)
  })

  it('failed sign-ins from one IP address count together, whatever port a proxy appends to the address [15.3.4]', async () => {
    for (const [name, written] of [
      ['porta4', (i: number) => `192.0.2.116:${4000 + i}`],
      ['porta6', (i: number) => `[2001:db8:77::1]:${4000 + i}`],
    ] as const) {
      const email = account(name)
      expect(await fails(5, email, written)).toEqual(refused(5))
      expect((await attempt(email, written(99))).status).toBe(429)
    }
    // If the header contains no valid address, failures count for the address of the proxy.
    const email = account('sem-endereco')
    expect(await fails(5, email, (i) => `ninguem${i}`)).toEqual(refused(5))
    expect((await attempt(email, 'ninguem99')).status).toBe(429)
  })

  it('after twenty failed sign-ins, an account is locked at all addresses except those where its owner has signed in [6.1.1 6.3.1]', async () => {
    stopClock()
    const email = account('vinte')
    expect((await attempt(email, '198.51.100.250')).status).toBe(200)
    expect(await fails(20, email, (i) => `198.51.100.${i}`)).toEqual(refused(20))
    upstream.seen.length = 0
    expectWait(await attempt(email, '198.51.100.100'))
    expect(upstream.seen).toEqual([])
    expect((await attempt(email, '198.51.100.250')).status).toBe(200)
  })

  it('a locked account can still sign in from the fifty IP addresses where it signed in last [6.1.1 6.3.1]', async () => {
    const [email, colleague] = [account('viaja'), account('fica')]
    const from = (i: number) => `203.0.114.${i}`
    expect((await attempt(colleague, from(200))).status).toBe(200)
    for (let i = 0; i < 51; i += 1) expect((await attempt(email, from(i))).status).toBe(200)
    expect(await fails(20, email, (i) => from(100 + i))).toEqual(refused(20))
    expect(await fails(20, colleague, (i) => from(130 + i))).toEqual(refused(20))
    const statuses = [attempt(email, from(0)), attempt(email, from(1)), attempt(email, from(50)), attempt(colleague, from(200))]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([429, 200, 200, 200])
  })

  it('failed sign-ins of others from an IP address do not lock out a person who has signed in from this address [6.1.1 6.3.1]', async () => {
    const colleague = account('colega')
    expect((await attempt(colleague, '203.0.113.3')).status).toBe(200)
    const tried = []
    for (let i = 0; i < 400; i += 1) tried.push((await attempt(`quem${i}@x.co`, '203.0.113.3')).status)
    expect(tried).toEqual([...refused(50), ...Array<number>(350).fill(429)])
    expect([(await attempt(colleague, '203.0.113.3')).status, (await attempt(account('recem'), '203.0.113.3')).status]).toEqual([200, 429])
  })

  it('after fifty failed sign-ins for any accounts, further sign-ins from this IP address get 429 [6.1.1 6.3.1]', async () => {
    stopClock()
    for (let i = 0; i < 50; i += 1) expect((await attempt(`ninguem${i}@x.co`, '203.0.113.1')).status).toBe(401)
    expectWait(await attempt(account('outra'), '203.0.113.1'))
    expect((await attempt('outra@x.co', '203.0.113.2')).status).toBe(200)
  })
})

describe('many sign-ins at once [2.4.1 6.1.1 15.2.2]', () => {
  const address = (i: number) => `198.18.${i >> 8}.${i & 255}`
  const held: (() => void)[] = []
  beforeEach(() => {
    upstream.seen.length = 0
    upstream.answers.set('POST /auth', (_req, res) => void held.push(() => res.writeHead(401).end('{}')))
  })
  afterEach(() => {
    upstream.answers.delete('POST /auth')
    while (held.length) held.pop()?.()
  })
  const asked = () => upstream.seen.map(({ body }) => (JSON.parse(body) as { email: string }).email)

  it('eight sign-ins of one IP address are forwarded at a time, and a sign-in from another address is served before its others', async () => {
    const all = Array.from({ length: 40 }, (_, i) => attempt(`muitos${i}@x.co`, address(1)))
    await expect.poll(() => held.length).toBe(8)
    all.push(attempt('alguem@x.co', address(2)))
    await expect.poll(() => asked().at(-1)).toBe('alguem@x.co')
    expect(held).toHaveLength(9)
    upstream.answers.delete('POST /auth')
    while (held.length) held.pop()?.()
    await Promise.all(all)
  })

  it('if the queue is full, a sign-in from a new IP address replaces one from the address with the most waiting sign-ins', async () => {
    let told = 0
    const all = Array.from({ length: 12 * 40 }, async (_, i) => {
      if ((await attempt(`varios${i}@x.co`, address(10 + (i % 12)))).status === 503) told += 1
    })
    await expect.poll(() => [held.length, told]).toEqual([32, 480 - 32 - 200])
    const other = attempt('outro@x.co', address(3))
    await expect.poll(() => told).toBe(480 - 32 - 200 + 1)
    held.pop()?.()
    await expect.poll(() => asked().at(-1)).toBe('outro@x.co')
    upstream.answers.delete('POST /auth')
    while (held.length) held.pop()?.()
    await Promise.all([...all, other])
  })

  it('a sign-in from a network where the account has signed in before is served even if other IP addresses have filled the queue', async () => {
    const email = account('de-casa')
    upstream.answers.delete('POST /auth')
    expect((await attempt(email, '2001:db8:7:1::1')).status).toBe(200)
    upstream.answers.set('POST /auth', (_req, res) => void held.push(() => res.writeHead(401).end('{}')))
    upstream.seen.length = 0
    let told = 0
    const all = Array.from({ length: 300 }, async (_, i) => {
      if ((await attempt(`rede${i}@x.co`, address(100 + i))).status === 503) told += 1
    })
    await expect.poll(() => [held.length, told]).toEqual([32, 300 - 32 - 200])
    const own = attempt(email, '2001:db8:7:1::1')
    await expect.poll(() => told).toBe(300 - 32 - 200 + 1)
    held.pop()?.()
    await expect.poll(() => asked().at(-1)).toBe(email)
    upstream.answers.delete('POST /auth')
    while (held.length) held.pop()?.()
    await Promise.all([...all, own])
  })

  it('even if many sign-ins from known networks are waiting, a sign-in of a new account is forwarded at once', async () => {
    const emails = Array.from({ length: 4 }, (_, i) => account(`viajante${i}`))
    const from = (i: number) => `2001:db8:a:${(i % 16).toString(16)}::1`
    upstream.answers.delete('POST /auth')
    for (const email of emails) for (let i = 0; i < 16; i += 1) expect((await attempt(email, from(i))).status).toBe(200)
    upstream.answers.set('POST /auth', (_req, res) => void held.push(() => res.writeHead(401).end('{}')))
    upstream.seen.length = 0
    const all = Array.from({ length: 80 }, (_, i) => attempt(emails[i % 4] ?? '', from(i >> 2)))
    // Two sign-ins of each account go first, because its network is known. Eight more go as sign-ins of their shared network.
    await expect.poll(() => held.length).toBe(4 * 2 + 8)
    all.push(attempt('novata@x.co', address(9)))
    await expect.poll(() => asked().at(-1)).toBe('novata@x.co')
    upstream.answers.delete('POST /auth')
    while (held.length) held.pop()?.()
    await Promise.all(all)
  })

  it('sign-ins from 40 IPv6 networks of the same /48 share the eight slots of one IP address', async () => {
    const all = Array.from({ length: 40 }, (_, i) => attempt(`quarto${i}@x.co`, `2001:db8:8:${i.toString(16)}::1`))
    await expect.poll(() => held.length).toBe(8)
    all.push(attempt('vizinha@x.co', '2001:db8:9:1::1'))
    await expect.poll(() => asked().at(-1)).toBe('vizinha@x.co')
    upstream.answers.delete('POST /auth')
    while (held.length) held.pop()?.()
    await Promise.all(all)
  })

  it('sign-ins that the API answers with 503 do not count towards the limit of the IP address', async () => {
    const email = account('atendida')
    upstream.answers.delete('POST /auth')
    expect((await attempt(email, address(4))).status).toBe(200)
    upstream.answers.set('POST /auth', { status: 503 })
    for (let i = 0; i < 320; i += 1) expect((await attempt(`nada${i}@x.co`, address(4))).status).toBe(503)
    upstream.answers.delete('POST /auth')
    expect([(await attempt(email, address(4))).status, (await attempt(account('nova-ali'), address(4))).status]).toEqual([200, 200])
  })
})

describe.runIf(redisUrl)('limits stored in Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let shared: typeof bff
  let another: typeof bff
  beforeEach(async () => {
    redis = await startRedis()
    const env = { TRUST_PROXY: '127.0.0.1', REDIS_URL: redis.url, CALLS_PER_MINUTE: '300' }
    ;[shared, another] = (await Promise.all([env, env].map((each) => startBff({ upstream: { url: upstream.url }, env: each })))) as [
      typeof bff,
      typeof bff,
    ]
  })
  afterEach(async () => {
    await Promise.all([shared.stop(), another.stop()])
    await redis.stop()
  })

  it('a burst of failed sign-ins from one IP address does not lock the account at other addresses [6.1.1 6.3.1]', async () => {
    const email = account('rajada-de-um')
    expect(await fails(5, email, () => '192.0.2.120', shared)).toEqual(refused(5))
    // Redis is paused, so that all attempts wait for it and are counted at the same moment.
    redis.pause()
    const burst = Array.from({ length: 60 }, () => attempt(email, '192.0.2.120', shared))
    for (let i = 0; i < 20; i += 1) await shared.call('GET', '/healthz')
    redis.resume()
    expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(Array(60).fill(429))
    expect((await attempt(email, '192.0.2.121', shared)).status).toBe(200)
  })

  it('a password can be guessed only five times, even with simultaneous requests to two processes [6.1.1 6.3.1]', async () => {
    const late = (_req: unknown, res: ServerResponse) => void setTimeout(() => res.writeHead(401).end('{}'), 20)
    upstream.answers.set('POST /auth', late)
    const seen: number[] = []
    for (let account = 0; account < 8; account += 1) {
      upstream.seen.length = 0
      const worker = async (from: typeof bff) => {
        for (let i = 0; i < 6; i += 1) await attempt(`adivinhada${account}@x.co`, `192.0.3.${account}`, from)
      }
      await Promise.all(Array.from({ length: 40 }, (_, i) => worker(i % 2 ? shared : another)))
      seen.push(upstream.seen.length)
    }
    upstream.answers.delete('POST /auth')
    expect(seen).toEqual(seen.map(() => 5))
  })

  it('if the connection to Redis breaks, a locked account allows no additional password guess [6.1.1 6.3.1]', async () => {
    const relay = await startRelay(Number(new URL(redis.url).port))
    const through = await startBff({
      upstream: { url: upstream.url },
      env: { TRUST_PROXY: '127.0.0.1', REDIS_URL: `redis://127.0.0.1:${relay.port}`, CALLS_PER_MINUTE: '300' },
    })
    const email = account('de-sempre')
    const address = '192.0.2.160'
    expect((await attempt(email, address, through)).status).toBe(200)
    expect(await fails(5, email, () => address, through)).toEqual(refused(5))
    upstream.seen.length = 0
    const told = new Map<number, number>()
    const enough = new AbortController()
    const workers = Array.from({ length: 5 }, async () => {
      while (!enough.signal.aborted) {
        const { status } = await attempt(email, address, through)
        told.set(status, (told.get(status) ?? 0) + 1)
      }
    })
    const more = async (status: number, count: number) => {
      const before = told.get(status) ?? 0
      await expect.poll(() => (told.get(status) ?? 0) - before).toBeGreaterThan(count)
    }
    for (let cut = 0; cut < 4; cut += 1) {
      await relay.stop()
      await more(503, 4)
      await relay.start()
      await more(429, 10)
    }
    enough.abort()
    await Promise.all(workers)
    expect(new Set(told.keys())).toEqual(new Set([429, 503]))
    expect(upstream.seen).toEqual([])
    await through.stop()
    await relay.stop()
  })

  it('refused and unanswered sign-ins take up no memory in Redis [2.4.1]', async () => {
    const client = connectRedis(redis.url)
    onTestFinished(() => client.disconnect())
    const tried = async (from: number, until: number, status: number, of: (i: number) => string) => {
      for (let i = from; i < until; i += 1) expect((await attempt(`memoria${i}@x.co`, of(i), shared)).status).toBe(status)
    }
    upstream.answers.set('POST /auth', { status: 503 })
    await tried(0, 100, 503, () => '192.0.2.130')
    upstream.answers.delete('POST /auth')
    await expect.poll(() => client.dbsize()).toBe(0)
    await tried(100, 150, 401, () => '192.0.2.131')
    const before = await client.dbsize()
    await tried(150, 350, 429, () => '192.0.2.131')
    await expect.poll(() => client.dbsize()).toBe(before)
  })

  it('every process knows the IP addresses from which a person has signed in [6.1.1 6.3.1]', async () => {
    const email = account('conhecida')
    expect((await attempt(email, '192.0.2.140', shared)).status).toBe(200)
    expect(await fails(20, email, (i) => `198.51.100.${i}`, shared)).toEqual(refused(20))
    expect([(await attempt(email, '192.0.2.141', another)).status, (await attempt(email, '192.0.2.140', another)).status]).toEqual([429, 200])
  })

  it('Redis stores the fifty newest IP addresses of each account, and an address counts as known for 30 days [6.1.1 6.3.1]', async () => {
    const email = account('itinerante')
    for (let i = 0; i < 51; i += 1) expect((await attempt(email, `192.0.3.${i}`, shared)).status).toBe(200)
    const client = connectRedis(redis.url)
    onTestFinished(() => client.disconnect())
    const [key = ''] = await client.keys('*places:*')
    expect(await client.zcard(key)).toBe(50)
    // This address was last used 31 days ago; since then the account has signed in elsewhere.
    await client.zadd(key, machineTime() - 31 * 86_400_000, '192.0.3.7')
    expect(await fails(20, email, (i) => `198.51.101.${i}`, shared)).toEqual(refused(20))
    const statuses = [0, 7, 8, 50].map((i) => attempt(email, `192.0.3.${i}`, another))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([429, 429, 200, 200])
  })

  it('a sign-in that gets 503 because Redis is silent does not count as a failure [6.1.1]', async () => {
    const email = account('sem-resposta')
    expect((await attempt(email, '192.0.2.151', shared)).status).toBe(200)
    redis.pause()
    const silent = await Promise.all(Array.from({ length: 8 }, () => attempt(email, '192.0.2.150', shared)))
    expect(silent.map(({ status }) => status)).toEqual(Array(8).fill(503))
    redis.resume()
    await expect.poll(() => attempt(email, '192.0.2.150', shared).then(({ status }) => status)).toBe(200)
  })
})

it('an IP address can make at most 300 sign-ins in 15 minutes, whether they succeed or fail [6.1.1 2.4.1]', async () => {
  const email = account('sempre')
  for (let i = 0; i < 300; i += 1) expect((await attempt(email, '203.0.113.9')).status).toBe(200)
  expect((await attempt(email, '203.0.113.9')).status).toBe(429)
})

it.each([
  ['an IPv4 address written as IPv6 is that address', '::ffff:192.0.2.50', '192.0.2.50', 429],
  ['two IPv4 addresses written as IPv6 are two', '::ffff:192.0.2.60', '::ffff:192.0.2.61', 200],
  ['an IPv6 network of /64 is one', '2001:db8:0:5::1', '2001:db8:0:5:ffff::9', 429],
  ['two IPv6 networks of /64 are two', '2001:db8:0:6::1', '2001:db8:0:7::1', 200],
])('failed sign-ins are counted per address or IPv6 network: %s [6.1.1 CVE-2026-30827]', async (name, one, other, status) => {
  const email = account(name.replaceAll(/\W/g, ''))
  await fails(5, email, () => one)
  expect((await attempt(email, other)).status).toBe(status)
})

it('a client address in a header counts only if a trusted proxy sent the header [15.3.4]', async () => {
  const email = account('direta')
  const direct = await startBff({ upstream: { url: upstream.url } })
  await fails(5, email, (i) => `192.0.2.${i}`, direct)
  expect((await attempt(email, '192.0.2.99', direct)).status).toBe(429)
  await direct.stop()
})

it('the client’s address is not forwarded to the upstream [BFF operations 15.3.4]', async () => {
  upstream.seen.length = 0
  await attempt(account('longe'), '192.0.2.70')
  expect(JSON.stringify(upstream.seen)).not.toContain('192.0.2.70')
})

it.each([
  ['calls', 120, '/api/clients', 401],
  ['pages', 600, '/clientes', 302],
])('the number of %s per minute from an IP address without a session is limited to %i [2.4.1 15.2.2]', async (_what, count, path, status) => {
  const ask = (address: string) => bff.call('GET', path, { headers: { 'x-forwarded-for': address } }).then((response) => response.status)
  for (let i = 0; i < count; i += 1) expect(await ask('192.0.2.80')).toBe(status)
  expect([await ask('192.0.2.80'), await ask('192.0.2.81')]).toEqual([429, status])
})

it('a password is forwarded exactly as it was typed [6.1.2 6.2.8-9]', async () => {
  const password = `  Trem  bom\u00a0de\tsenha ${'x'.repeat(200)} `
  upstream.seen.length = 0
  await bff.call('POST', '/api/auth', { body: { email: account('digitada'), password }, headers: { 'x-forwarded-for': '192.0.2.90' } })
  expect(JSON.parse(upstream.seen[0]?.body ?? '')).toEqual({ email: 'digitada@x.co', password })
})
