// Sessions that end: at once where they end, within 30 s everywhere, and for good. And what does not end them.
import { chmod, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from '../../server/bff/redis.ts'
import { idHash, openRegistry } from '../../server/bff/registry.ts'
import { readEnv } from '../../server/env.ts'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from '../support/bff.ts'
import { startRedis } from '../support/redis.ts'
import { startRelay } from '../support/relay.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const OTHER = 'MTIzNDU2Nzg5MGFiY2RlZnFXRVJUWVVJT1BBU0RGR0g'
const redisUrl = inject('redisUrl')
const kept = { ...DEADLINES }

type Bff = Awaited<ReturnType<typeof startBff>>
let upstream: Awaited<ReturnType<typeof startUpstream>>
let started: Bff[]
let now = Date.parse('2026-11-21T12:00:00Z')
/** Somebody else in every test: in the common Redis a person's eleventh session ends the first. */
let person = { id: 2000, name: 'Ana Lima', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') }

/** Without more it is alone, with its sessions in its own folder. */
async function start(env: Record<string, string> = {}) {
  const bff = await startBff({ upstream: { url: upstream.url }, clock: () => now, env: { SESSION_SECRET: KEY, ...env } })
  started.push(bff)
  return bff
}

beforeEach(async () => {
  upstream = await startUpstream()
  person = { ...person, id: person.id + 1 }
  upstream.people.set('ana@x.co', person)
  upstream.answers.set('GET /clients', { json: [] })
  started = []
})
afterEach(async () => {
  Object.assign(DEADLINES, kept)
  await Promise.all(started.map((bff) => bff.stop()))
  await upstream.stop()
})

const clients = (cookie: string, bff: Bff) => bff.call('GET', '/api/clients', { cookie }).then(({ status }) => status)
const signOut = (cookie: string, bff: Bff) => bff.call('POST', '/api/logout', { cookie })

it.each(['x', '~2', '~', '~2~2'])('a cookie has one spelling: with %s behind it, it is nobody [7.2.1-3 9.1.1-3]', async (more) => {
  const bff = await start()
  const cookie = await bff.signIn('ana@x.co')
  expect([await clients(cookie, bff), await clients(cookie + more, bff)]).toEqual([200, 401])
})

describe.runIf(redisUrl)('what changes upstream is effective within 30 s on both processes [7.4.2 8.3.2]', () => {
  it.each<[string, () => unknown, number]>([
    ['a menu taken away', () => upstream.people.set('ana@x.co', { ...person, acessos: [] }), 403],
    ['made inactive', () => upstream.people.set('ana@x.co', { ...person, status: 'I' }), 401],
    ['the token revoked', () => upstream.people.delete('ana@x.co'), 401],
  ])('%s', async (_name, change, status) => {
    const both = [await start({ REDIS_URL: redisUrl }), await start({ REDIS_URL: redisUrl })] as const
    const cookie = await both[0].signIn('ana@x.co')
    const statuses = () => Promise.all(both.map((bff) => clients(cookie, bff)))
    expect(await statuses()).toEqual([200, 200])
    change()
    now += 30_001
    expect(await statuses()).toEqual([status, status])
    // A right comes back with the next 30 s; an ended session never.
    upstream.people.set('ana@x.co', person)
    now += 30_001
    expect(await statuses()).toEqual(status === 403 ? [200, 200] : [401, 401])
  })
})

/** The upstream's replies to `call`: each is sent when it is called. */
function hold(call: string, json: object) {
  const held: (() => void)[] = []
  const send = (res: ServerResponse) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  upstream.answers.set(call, (_req, res) => void held.push(() => send(res)))
  return held
}

/** Ana may set passwords; the body that sets her own. */
function setting() {
  upstream.people.set('ana@x.co', { ...person, acessos: menus('/clientes', '/usuarios') })
  upstream.answers.set(`GET /users/${person.id}`, {
    json: [{ ID: person.id, NOMECOMPLETOUSUARIO: 'Ana', EMAILUSER: 'ana@x.co', departamento: 3, SUPERVISOR: 'N', status: 'A', menus: [1] }],
  })
  const password = 'trem bom de senha'
  return { idUser: person.id, nomeCompleto: 'Ana', email: 'ana@x.co', status: 'A', password, passwordConfirma: password }
}

describe('a new password [6.4.1 7.4.3]', () => {
  it.each<[string, Parameters<typeof upstream.answers.set>[1], number?]>([
    ['is cut', (req) => void req.socket.destroy()],
    ['is a failure', { status: 500 }],
    ['comes after the asker has gone', () => undefined, 500],
  ])('whose answer %s ends the sessions all the same: it may have been set', async (_how, answer, patience) => {
    DEADLINES.firstByte = 900
    const bff = await start()
    const body = setting()
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    upstream.answers.set('PUT /users', answer)
    const setIt = fetch(`${bff.url}/api/users`, {
      method: 'PUT',
      headers: { cookie: own, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(patience && { signal: AbortSignal.timeout(patience) }),
    }).then(
      ({ status }) => status,
      () => 'gone',
    )
    expect([502, 'gone']).toContain(await setIt)
    expect(upstream.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    await expect.poll(() => clients(elsewhere, bff)).toBe(401)
    expect(await clients(own, bff)).toBe(200)
  })

  it.each([
    ['says that it was set', 200, 401],
    ['says that it was not', 409, 200],
  ])('whose answer comes after the asker has gone and %s is known by it', async (_what, said, then) => {
    const bff = await start()
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    const held: (() => void)[] = []
    let hungUp = false
    upstream.answers.set('PUT /users', (req, res) => {
      req.socket.once('close', () => (hungUp = true))
      held.push(() => res.writeHead(said, { 'content-type': 'application/json' }).end('{}'))
    })
    const leaving = new AbortController()
    const setIt = fetch(`${bff.url}/api/users`, {
      method: 'PUT',
      headers: { cookie: own, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(setting()),
      signal: leaving.signal,
    })
    await expect.poll(() => held.length).toBe(1)
    leaving.abort()
    await expect(setIt).rejects.toThrow()
    const metrics = async () => (await fetch(`${bff.url}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^csnoteweb_calls_total\{call="PUT \/users",verdict="499"\} 1$/m)
    expect([await clients(elsewhere, bff), hungUp]).toEqual([200, false])
    held[0]?.()
    await expect.poll(() => clients(elsewhere, bff)).toBe(then)
    expect([await clients(elsewhere, bff), await clients(own, bff)]).toEqual([then, 200])
  })

  it('that may be set when the process ends, its asker gone, ends the sessions all the same', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-ended-'))
    const env = { DATA_DIR: folder.path }
    const bff = await startBff({ upstream: { url: upstream.url }, clock: () => now, env: { SESSION_SECRET: KEY, ...env } })
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    const held = hold('PUT /users', {})
    const headers = { cookie: own, 'x-csrf': '1', 'content-type': 'application/json' }
    const leaving = new AbortController()
    const setIt = fetch(`${bff.url}/api/users`, { method: 'PUT', headers, body: JSON.stringify(setting()), signal: leaving.signal })
    await expect.poll(() => held.length).toBe(1)
    leaving.abort()
    await expect(setIt).rejects.toThrow()
    await bff.stop()
    const next = await start(env)
    expect([await clients(elsewhere, next), await clients(own, next)]).toEqual([401, 200])
  })

  it.each<[string, number, Parameters<typeof upstream.answers.set>[1]]>([
    ['is cut', 502, (req) => void req.socket.destroy()],
    ['is a gateway’s', 504, { status: 504 }],
  ])('that is written after its answer %s ends also what was begun meanwhile', async (_how, status, answer) => {
    DEADLINES.total = 2_000
    const bff = await start()
    const body = setting()
    const own = await bff.signIn('ana@x.co')
    upstream.answers.set('PUT /users', answer)
    expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(status)
    const meanwhile = await bff.signIn('ana@x.co')
    expect(await clients(meanwhile, bff)).toBe(200)
    await expect.poll(() => clients(meanwhile, bff), { timeout: 10_000 }).toBe(401)
    expect(await clients(own, bff)).toBe(200)
  })

  it.each<[string, (folder: string) => Record<string, string>]>([
    ['of a folder', (DATA_DIR) => ({ DATA_DIR })],
    ...(redisUrl ? [['of a Redis', () => ({ REDIS_URL: redisUrl })] as [string, () => Record<string, string>]] : []),
  ])('refuses whoever was signing in with the former one, in whichever process %s, and ends that token', async (_what, envOf) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-shared-'))
    const env = envOf(folder.path)
    const others = [await start(env), await start(env)] as const
    const [bff] = others
    const body = setting()
    const own = await bff.signIn('ana@x.co')
    upstream.answers.set('PUT /users', { json: {} })
    const former = await bff.signIn('ana@x.co')
    const held = hold('POST /auth', { ...person, token: 'token-of-the-former-one' })
    const enter = (into: Bff, cookie?: string) => into.call('POST', '/api/auth', { cookie, body: { email: 'ana@x.co', password: 'a antiga' } })
    const change = async () => expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(200)

    // Verified, and still ending the session that was there before.
    const ending = hold('DELETE /auth', {})
    const slowly = enter(bff, former)
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
    await expect.poll(() => ending.length).toBe(1)
    await change()
    upstream.answers.delete('DELETE /auth')
    ending.pop()?.()
    expect((await slowly).status).toBe(503)

    for (const into of others) {
      const entering = enter(into)
      await expect.poll(() => held.length).toBe(1)
      await change()
      held.pop()?.()
      const { status, headers } = await entering
      expect([status, headers.getSetCookie()]).toEqual([503, []])
      expect(upstream.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { authorization: 'Bearer token-of-the-former-one' } })
    }
  })

  it('ends a session too that began later, by a clock that was set back since [7.4.3]', async () => {
    const bff = await start()
    const body = setting()
    const own = await bff.signIn('ana@x.co')
    now += 60_000
    const later = await bff.signIn('ana@x.co')
    now -= 60_000
    upstream.answers.set('PUT /users', { json: {} })
    expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(200)
    expect([await clients(own, bff), await clients(later, bff)]).toEqual([200, 401])
  })

  it('is not needed for who is made inactive: the sessions end, and do not come back with the person [7.4.2]', async () => {
    const bff = await start()
    const { password: _, passwordConfirma: __, ...body } = setting()
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    upstream.people.set('lia@x.co', { ...person, id: 1999, supervisor: 'S', acessos: menus('/usuarios') })
    const supervisor = await bff.signIn('lia@x.co')
    upstream.answers.set('PUT /users', { json: {} })
    for (const status of ['I', 'A']) expect((await bff.call('PUT', '/api/users', { cookie: supervisor, body: { ...body, status } })).status).toBe(200)
    expect([await clients(own, bff), await clients(elsewhere, bff)]).toEqual([401, 401])
  })
})

describe('a silent upstream', () => {
  it.each<[string, Parameters<typeof upstream.answers.set>[1]]>([
    ['that never answers', () => undefined],
    ['that hangs up', (req) => void req.socket.destroy()],
    ['that fails', { status: 500 }],
    ['that is asked too much', { status: 429 }],
  ])('%s is 503 for calls and pages, signs nobody out, and is over when it is over', async (_name, silence) => {
    const bff = await start()
    const cookie = await bff.signIn('ana@x.co')
    expect(await clients(cookie, bff)).toBe(200)
    now += 30_001
    upstream.answers.set('GET /auth', silence)
    upstream.seen.length = 0
    const answers = await Promise.all(['/api/clients', '/clientes', '/painel-onde-estou'].map((path) => bff.call('GET', path, { cookie })))
    expect(answers.map(({ status, headers }) => [status, headers.getSetCookie(), headers.get('retry-after')])).toEqual(
      answers.map(() => [503, [], '10']),
    )
    expect(upstream.calls()).toEqual([])
    upstream.answers.delete('GET /auth')
    expect(await clients(cookie, bff)).toBe(200)
  })
})

it.runIf(redisUrl)('a silent Redis is 503 for whoever is asked about anew and for who signs in, and signs nobody out', async () => {
  const redis = await startRedis()
  const bff = await start({ REDIS_URL: redis.url })
  const cookie = await bff.signIn('ana@x.co')
  expect(await clients(cookie, bff)).toBe(200)
  redis.pause()
  now += 30_001
  upstream.seen.length = 0
  const signIn = bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })
  expect([await clients(cookie, bff), (await signIn).status]).toEqual([503, 503])
  expect(upstream.calls()).toEqual([])
  redis.resume()
  expect(await clients(cookie, bff)).toBe(200)
  await redis.stop()
})

it('what is none of ours in the folder of what is still to be told stops no start', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
  await mkdir(join(folder.path, 'untold', 'uma pasta'), { recursive: true, mode: 0o700 })
  for (const [i, text] of ['', '5', 'null', '"x"', '{"user":1}', '{'].entries()) await writeFile(join(folder.path, 'untold', `${i}`), text)
  const bff = await start({ DATA_DIR: folder.path })
  expect(await clients(await bff.signIn('ana@x.co'), bff)).toBe(200)
})

it.each([
  ['could have been put there by another user of the machine ends nobody', 0o777, 200],
  ['only its owner wrote ends sessions, also where others may read it', 0o755, 401],
])('what %s [7.4.1]', async (_what, mode, status) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
  const untold = join(folder.path, 'untold')
  const first = await start({ DATA_DIR: folder.path })
  const cookie = await first.signIn('ana@x.co')
  await started.pop()?.stop()
  await mkdir(untold)
  await writeFile(join(untold, 'um'), JSON.stringify({ user: person.id, but: '' }))
  await chmod(untold, mode)
  const second = await start({ DATA_DIR: folder.path })
  await expect.poll(() => clients(cookie, second)).toBe(status)
})

it('a file in the place of that folder stops no start', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
  await writeFile(join(folder.path, 'untold'), '')
  const bff = await start({ DATA_DIR: folder.path })
  expect(await clients(await bff.signIn('ana@x.co'), bff)).toBe(200)
})

it.each([400, 403, 404, 408])('an upstream that answers %i for a moment lets nobody in, and signs nobody out [7.4.2]', async (status) => {
  const bff = await start()
  const cookie = await bff.signIn('ana@x.co')
  now += 30_001
  upstream.answers.set('GET /auth', { status })
  const refused = await bff.call('GET', '/api/clients', { cookie })
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
  expect((await bff.call('GET', '/clientes', { cookie })).status).toBe(401)
  // Where such a person may sign in.
  expect((await bff.call('GET', '/', { cookie })).status).toBe(200)
  upstream.answers.delete('GET /auth')
  expect(await clients(cookie, bff)).toBe(200)
})

describe.runIf(redisUrl)('Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let relay: Awaited<ReturnType<typeof startRelay>>
  let env: Record<string, string>
  beforeEach(async () => {
    redis = await startRedis()
    relay = await startRelay(Number(new URL(redis.url).port))
    env = { REDIS_URL: `redis://127.0.0.1:${relay.port}` }
  })
  afterEach(async () => {
    redis.resume()
    await relay.stop()
    await redis.stop()
  })
  /** Asked anew, whatever was known of it. */
  const asked = (cookie: string, bff: Bff) => {
    now += 31_000
    return clients(cookie, bff)
  }
  const ready = (bff: Bff) => fetch(`${bff.url}/readyz`).then(({ status }) => status)

  it('whose connection hangs gets another one, and the calls come back [2.4.1 13.2.6]', async () => {
    const bff = await start(env)
    const cookie = await bff.signIn('ana@x.co')
    expect(await asked(cookie, bff)).toBe(200)
    relay.freeze()
    await expect.poll(() => asked(cookie, bff), { timeout: 15_000 }).toBe(503)
    await expect.poll(() => asked(cookie, bff), { timeout: 15_000 }).toBe(200)
    await expect.poll(() => ready(bff), { timeout: 5_000 }).toBe(200)
  })

  it('brings back no session that ended while its use was noted [7.4.1-2]', async () => {
    const processes = [env, env].map((each) => openRegistry(readEnv({ ...each, UPSTREAM_URL: upstream.url }), () => now))
    const [one, two] = processes
    let back = 0
    for (let i = 0; i < 200; i += 1) {
      await one?.add(`s${i}`, i, '')
      now += 3_600_000
      await Promise.all([one?.has(idHash(`s${i}`)), two?.endByHash(idHash(`s${i}`))])
      if (await two?.has(idHash(`s${i}`))) back += 1
    }
    await Promise.all(processes.map((each) => each.close()))
    expect(back).toBe(0)
  })

  it('that says nothing is told by /readyz, and so is its return', async () => {
    const bff = await start(env)
    expect(await ready(bff)).toBe(200)
    redis.pause()
    await expect.poll(() => ready(bff), { timeout: 10_000 }).toBe(503)
    redis.resume()
    await expect.poll(() => ready(bff), { timeout: 15_000 }).toBe(200)
  })

  it('that is silent keeps nobody from signing out, for good and everywhere [7.4.1 CVE-2026-44511]', async () => {
    const both = [await start(env), await start(env)] as const
    const cookie = await both[0].signIn('ana@x.co')
    redis.pause()
    upstream.seen.length = 0
    const response = await signOut(cookie, both[0])
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/^csnoteweb=;.*Expires=Thu, 01 Jan 1970/)
    expect(upstream.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['DELETE /auth'])
    redis.resume()
    // This upstream has revoked nothing: the registry is told as soon as it listens.
    await expect.poll(() => asked(cookie, both[1]), { timeout: 20_000 }).toBe(401)
    expect(await asked(cookie, both[0])).toBe(401)
  })

  it.each([
    ['', undefined],
    [', where others could write before', 0o777],
  ])('that is silent is told after a restart too what was answered as done%s [7.4.1 7.4.3]', async (_what, mode) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
    if (mode !== undefined) {
      await mkdir(join(folder.path, 'untold'))
      await chmod(join(folder.path, 'untold'), mode)
    }
    const own = { ...env, DATA_DIR: folder.path }
    const elsewhere = await start(env)
    const bff = await start(own)
    const body = setting()
    const [cookie, setter, other] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    upstream.answers.set('PUT /users', (_req, res) => {
      redis.pause()
      res.writeHead(200).end('{}')
    })
    expect((await bff.call('PUT', '/api/users', { cookie: setter, body })).status).toBe(200)
    expect((await signOut(cookie, bff)).status).toBe(200)
    await bff.stop()
    redis.resume()
    await expect.poll(() => ready(elsewhere), { timeout: 20_000 }).toBe(200)
    expect([await asked(cookie, elsewhere), await asked(other, elsewhere)]).toEqual([200, 200])
    const again = await start(own)
    await expect.poll(() => asked(cookie, elsewhere), { timeout: 20_000 }).toBe(401)
    await expect.poll(() => asked(other, elsewhere), { timeout: 20_000 }).toBe(401)
    expect([await asked(cookie, again), await asked(other, again), await asked(setter, again)]).toEqual([401, 401, 200])
    expect(await readdir(join(folder.path, 'untold'))).toEqual([])
  })

  it('that listens again lets nobody in with a former password, and ends nothing that began with the new one [7.4.2-3]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const bff = await start(env)
    const body = setting()
    const [setter, other] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    upstream.answers.set('PUT /users', (_req, res) => {
      redis.pause()
      res.writeHead(200).end('{}')
    })
    expect((await bff.call('PUT', '/api/users', { cookie: setter, body })).status).toBe(200)
    expect(await clients(other, bff)).toBe(503)
    redis.resume()
    await expect.poll(() => clients(other, bff), { timeout: 20_000 }).not.toBe(503)
    expect(await clients(other, bff)).toBe(401)
    const later = await bff.signIn('ana@x.co')
    // What is tried again in the background has its turn.
    vi.advanceTimersByTime(5_000)
    expect([await asked(later, bff), await asked(setter, bff)]).toEqual([200, 200])
  })

  it('that falls silent while a password is changed makes no failure of a change that was made [7.4.2]', async () => {
    const bff = await start(env)
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    const body = setting()
    upstream.answers.set('PUT /users', (_req, res) => {
      redis.pause()
      res.writeHead(200).end('{}')
    })
    now += 31_000
    expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(200)
    redis.resume()
    await expect.poll(() => asked(elsewhere, bff), { timeout: 20_000 }).toBe(401)
    await expect.poll(() => asked(own, bff), { timeout: 20_000 }).toBe(200)
  })

  it('that loses its memory then lets nobody in who was signing in with the former password [7.4.2]', async () => {
    const bff = await start(env)
    const enter = () => bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'a antiga' } })
    const registry = openRegistry(readEnv({ ...env, UPSTREAM_URL: upstream.url }), () => now)
    for (let i = 0; i < 3; i += 1) await registry.changed(1)
    const held = hold('POST /auth', { ...person, token: 'x'.repeat(40) })
    const entering = enter()
    await expect.poll(() => held.length).toBe(1)
    const client = connectRedis(redis.url)
    await client.flushall()
    client.disconnect()
    await registry.changed(person.id)
    held.pop()?.()
    expect((await entering).status).toBe(503)
    await registry.close()
  })

  it('that is cut off then lets nobody in who was signing in with the former password [7.4.2]', async () => {
    // What Redis could not be told is told when somebody is to be let in, not only after a while.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const bff = await start(env)
    upstream.people.set('lia@x.co', { ...person, id: 1999, supervisor: 'S', acessos: menus('/usuarios') })
    const supervisor = await bff.signIn('lia@x.co')
    upstream.answers.set('PUT /users', (_req, res) => {
      void relay.stop().then(() => res.writeHead(200).end('{}'))
    })
    const held = hold('POST /auth', { ...person, token: 'x'.repeat(40) })
    upstream.answers.set('GET /auth', { json: person })
    const entering = bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'a antiga' } })
    await expect.poll(() => held.length).toBe(1)
    upstream.answers.delete('GET /auth')
    expect((await bff.call('PUT', '/api/users', { cookie: supervisor, body: setting() })).status).toBe(200)
    upstream.answers.set('GET /auth', { json: person })
    await relay.start()
    await expect.poll(() => ready(bff), { timeout: 20_000 }).toBe(200)
    now += 100
    held.pop()?.()
    const { status, headers } = await entering
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect([status, await clients(cookie, bff)]).toEqual([503, 401])
  })

  it('is shared by installations without their sessions, people or limits, where each has an address of its own', async () => {
    const registryOf = (PUBLIC_ORIGIN: string) => openRegistry(readEnv({ ...env, PUBLIC_ORIGIN, UPSTREAM_URL: upstream.url }), () => now)
    const [one, other] = [registryOf('https://um.example'), registryOf('https://outro.example')]
    await one.add('a session', 7, '')
    await one.changed(7)
    expect([await one.list(7), await other.list(7), await other.endByHash(idHash('a session')), await other.lastChange(7)]).toEqual([
      [{ hash: idHash('a session'), user: 7, started: now, used: expect.any(Number) as number, device: '' }],
      [],
      false,
      0,
    ])
    await Promise.all([one.close(), other.close()])
  })
})

it.runIf(redisUrl)('a new key is taken up by one process after the other, and every cookie stays good on both', async () => {
  const steps = [
    [KEY, KEY],
    [`${KEY},${OTHER}`, KEY],
    [`${KEY},${OTHER}`, `${KEY},${OTHER}`],
    [`${OTHER},${KEY}`, `${KEY},${OTHER}`],
    [`${OTHER},${KEY}`, `${OTHER},${KEY}`],
  ]
  const cookies: string[] = []
  for (const keys of steps) {
    const both = await Promise.all(keys.map((SESSION_SECRET) => start({ SESSION_SECRET, REDIS_URL: redisUrl })))
    for (const bff of both) cookies.push(await bff.signIn('ana@x.co'))
    expect(await Promise.all(both.flatMap((bff) => cookies.map((cookie) => clients(cookie, bff))))).toEqual(Array(2 * cookies.length).fill(200))
  }
})
