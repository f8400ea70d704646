// Tests sessions that end while Redis is silent, hangs or loses its data. Here Redis counts as silent after a second instead of two.
import { chmod, mkdir, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from '../../server/bff/redis.ts'
import { idHash, openRegistry } from '../../server/bff/registry.ts'
import { readEnv } from '../../server/env.ts'
import { restore, shorten } from '../support/deadlines.ts'
import { startRedis } from '../support/redis.ts'
import { startRelay } from '../support/relay.ts'
import { sessionsOfAna, type Bff } from '../support/session-end.ts'
import { menus } from '../support/upstream.ts'

const redisUrl = inject('redisUrl')
const { at, start, clients, signOut, hold, setting } = sessionsOfAna()
// Not shorter: on a busy machine, Redis may take half a second to store a command on the disk.
beforeEach(() => shorten(2, ['redis']))
afterEach(restore)

it.runIf(redisUrl)('while Redis is silent, sign-ins and calls whose session must be checked again get 503, and no session ends', async () => {
  const redis = await startRedis()
  const bff = await start({ REDIS_URL: redis.url })
  const cookie = await bff.signIn('ana@x.co')
  expect(await clients(cookie, bff)).toBe(200)
  redis.pause()
  at.now += 30_001
  at.upstream.seen.length = 0
  const signIn = bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })
  expect([await clients(cookie, bff), (await signIn).status]).toEqual([503, 503])
  expect(at.upstream.calls()).toEqual([])
  redis.resume()
  expect(await clients(cookie, bff)).toBe(200)
  await redis.stop()
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
  /** Sends a call after the clock has moved so far that the BFF must check the session again. */
  const asked = (cookie: string, bff: Bff) => {
    at.now += 31_000
    return clients(cookie, bff)
  }
  const ready = (bff: Bff) => fetch(`${bff.url}/readyz`).then(({ status }) => status)

  it('while the connection to Redis hangs, calls get 503, until a new connection replaces it and calls succeed [2.4.1 13.2.6]', async () => {
    const bff = await start(env)
    const cookie = await bff.signIn('ana@x.co')
    expect(await asked(cookie, bff)).toBe(200)
    relay.freeze()
    await expect.poll(() => asked(cookie, bff)).toBe(503)
    await expect.poll(() => asked(cookie, bff)).toBe(200)
    await expect.poll(() => ready(bff)).toBe(200)
  })

  it('a session that one process ends while another records its use stays ended [7.4.1-2]', async () => {
    // This test needs a Redis that always answers, so the relay is replaced.
    restore()
    const processes = [env, env].map((each) => openRegistry(readEnv({ ...each, UPSTREAM_URL: at.upstream.url }), () => at.now))
    const [one, two] = processes
    let back = 0
    for (let i = 0; i < 200; i += 1) {
      await one?.add(`s${i}`, i, '')
      at.now += 3_600_000
      await Promise.all([one?.touch(idHash(`s${i}`)), two?.endByHash(idHash(`s${i}`))])
      if ((await two?.used(idHash(`s${i}`))) !== undefined) back += 1
    }
    await Promise.all(processes.map((each) => each.close()))
    expect(back).toBe(0)
  })

  it('/readyz reports when Redis is silent and when it answers again', async () => {
    const bff = await start(env)
    expect(await ready(bff)).toBe(200)
    redis.pause()
    await expect.poll(() => ready(bff)).toBe(503)
    redis.resume()
    await expect.poll(() => ready(bff), { timeout: 15_000 }).toBe(200)
  })

  it('if a person signs out while Redis is silent, every process refuses the cookie once Redis answers [7.4.1 CVE-2026-44511]', async () => {
    const both = [await start(env), await start(env)] as const
    const cookie = await both[0].signIn('ana@x.co')
    redis.pause()
    at.upstream.seen.length = 0
    const response = await signOut(cookie, both[0])
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/^csnoteweb=;.*Expires=Thu, 01 Jan 1970/)
    expect(at.upstream.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['DELETE /auth'])
    redis.resume()
    // The upstream of this test revokes no token. So the session ends only because the BFF stores the pending end in Redis as soon as Redis answers
    // again.
    await expect.poll(() => asked(cookie, both[1])).toBe(401)
    expect(await asked(cookie, both[0])).toBe(401)
  })

  it.each([
    ['', undefined],
    [' with a folder that others could write', 0o777],
  ])(
    'the confirmed end of a session is stored in Redis once a silent Redis answers again, even after a restart%s [7.4.1 7.4.3]',
    async (_what, mode) => {
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
      at.upstream.answers.set('PUT /users', (_req, res) => {
        redis.pause()
        res.writeHead(200).end('{}')
      })
      expect((await bff.call('PUT', '/api/users', { cookie: setter, body })).status).toBe(200)
      expect((await signOut(cookie, bff)).status).toBe(200)
      await bff.stop()
      redis.resume()
      await expect.poll(() => ready(elsewhere)).toBe(200)
      expect([await asked(cookie, elsewhere), await asked(other, elsewhere)]).toEqual([200, 200])
      const again = await start(own)
      await expect.poll(() => asked(cookie, elsewhere)).toBe(401)
      await expect.poll(() => asked(other, elsewhere)).toBe(401)
      expect([await asked(cookie, again), await asked(other, again), await asked(setter, again)]).toEqual([401, 401, 200])
      expect(await readdir(join(folder.path, 'untold'))).toEqual([])
    },
  )

  it('if a password changes while Redis is silent, only sessions that began with the new password are valid afterwards [7.4.2-3]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const bff = await start(env)
    const body = setting()
    const [setter, other] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    at.upstream.answers.set('PUT /users', (_req, res) => {
      redis.pause()
      res.writeHead(200).end('{}')
    })
    expect((await bff.call('PUT', '/api/users', { cookie: setter, body })).status).toBe(200)
    expect(await clients(other, bff)).toBe(503)
    redis.resume()
    await expect.poll(() => clients(other, bff)).not.toBe(503)
    expect(await clients(other, bff)).toBe(401)
    const later = await bff.signIn('ana@x.co')
    // Moves the timers forward, so that the background retry runs.
    vi.advanceTimersByTime(5_000)
    expect([await asked(later, bff), await asked(setter, bff)]).toEqual([200, 200])
  })

  it('a password change succeeds even if Redis falls silent during the change [7.4.2]', async () => {
    const bff = await start(env)
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    const body = setting()
    at.upstream.answers.set('PUT /users', (_req, res) => {
      redis.pause()
      res.writeHead(200).end('{}')
    })
    at.now += 31_000
    expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(200)
    redis.resume()
    await expect.poll(() => asked(elsewhere, bff)).toBe(401)
    await expect.poll(() => asked(own, bff)).toBe(200)
  })

  it('a sign-in with the former password fails if Redis loses its data during the sign-in [7.4.2]', async () => {
    const bff = await start(env)
    const enter = () => bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'a antiga' } })
    const registry = openRegistry(readEnv({ ...env, UPSTREAM_URL: at.upstream.url }), () => at.now)
    for (let i = 0; i < 3; i += 1) await registry.changed(1)
    const held = hold('POST /auth', { ...at.person, token: 'x'.repeat(40) })
    const entering = enter()
    await expect.poll(() => held.length).toBe(1)
    const client = connectRedis(redis.url)
    await client.flushall()
    client.disconnect()
    await registry.changed(at.person.id)
    held.pop()?.()
    expect((await entering).status).toBe(503)
    await registry.close()
  })

  it('a sign-in with the former password fails if Redis is cut off during the sign-in [7.4.2]', async () => {
    // The background retry is stopped, because Redis must learn of the change as soon as somebody is about to be let in.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const bff = await start(env)
    at.upstream.people.set('lia@x.co', { ...at.person, id: 1999, supervisor: 'S', acessos: menus('/usuarios') })
    const supervisor = await bff.signIn('lia@x.co')
    at.upstream.answers.set('PUT /users', (_req, res) => {
      void relay.stop().then(() => res.writeHead(200).end('{}'))
    })
    const held = hold('POST /auth', { ...at.person, token: 'x'.repeat(40) })
    at.upstream.answers.set('GET /auth', { json: at.person })
    const entering = bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'a antiga' } })
    await expect.poll(() => held.length).toBe(1)
    at.upstream.answers.delete('GET /auth')
    expect((await bff.call('PUT', '/api/users', { cookie: supervisor, body: setting() })).status).toBe(200)
    at.upstream.answers.set('GET /auth', { json: at.person })
    await relay.start()
    await expect.poll(() => ready(bff)).toBe(200)
    at.now += 100
    held.pop()?.()
    const { status, headers } = await entering
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect([status, await clients(cookie, bff)]).toEqual([503, 401])
  })

  it('two installations with different PUBLIC_ORIGIN in one Redis share no sessions, people or limits', async () => {
    const registryOf = (PUBLIC_ORIGIN: string) => openRegistry(readEnv({ ...env, PUBLIC_ORIGIN, UPSTREAM_URL: at.upstream.url }), () => at.now)
    const [one, other] = [registryOf('https://um.example'), registryOf('https://outro.example')]
    await one.add('a session', 7, '')
    await one.changed(7)
    expect([await one.list(7), await other.list(7), await other.endByHash(idHash('a session')), await other.lastChange(7)]).toEqual([
      [{ hash: idHash('a session'), user: 7, started: at.now, used: expect.any(Number) as number, device: '' }],
      [],
      false,
      0,
    ])
    await Promise.all([one.close(), other.close()])
  })
})
