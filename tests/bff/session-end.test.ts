// Tests how sessions end: at once in the process that ends them, within 30 s in every other process, and never to return. Also tests events that must
// not end a session.
import { chmod, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from '../support/bff.ts'
import { KEY, sessionsOfAna, type Bff } from '../support/session-end.ts'
import { menus } from '../support/upstream.ts'

const OTHER = 'MTIzNDU2Nzg5MGFiY2RlZnFXRVJUWVVJT1BBU0RGR0g'
const redisUrl = inject('redisUrl')
const { at, started, start, clients, hold, setting } = sessionsOfAna()

it.each(['x', '~2', '~', '~2~2'])(
  'a session cookie with %s appended is refused with 401, because only the exact cookie is valid [7.2.1-3 9.1.1-3]',
  async (more) => {
    const bff = await start()
    const cookie = await bff.signIn('ana@x.co')
    expect([await clients(cookie, bff), await clients(cookie + more, bff)]).toEqual([200, 401])
  },
)

describe.runIf(redisUrl)('a change in the upstream, seen by two processes [7.4.2 8.3.2]', () => {
  it.each<[string, () => unknown, number]>([
    ['a menu removed', () => at.upstream.people.set('ana@x.co', { ...at.person, acessos: [] }), 403],
    ['the person set inactive', () => at.upstream.people.set('ana@x.co', { ...at.person, status: 'I' }), 401],
    ['the token revoked', () => at.upstream.people.delete('ana@x.co'), 401],
  ])('both processes apply the change within 30 s: %s', async (_name, change, status) => {
    const both = [await start({ REDIS_URL: redisUrl }), await start({ REDIS_URL: redisUrl })] as const
    const cookie = await both[0].signIn('ana@x.co')
    const statuses = () => Promise.all(both.map((bff) => clients(cookie, bff)))
    expect(await statuses()).toEqual([200, 200])
    change()
    at.now += 30_001
    expect(await statuses()).toEqual([status, status])
    // If the upstream restores the person, a withdrawn right returns within 30 s, but an ended session never does.
    at.upstream.people.set('ana@x.co', at.person)
    at.now += 30_001
    expect(await statuses()).toEqual(status === 403 ? [200, 200] : [401, 401])
  })
})

describe('a new password [6.4.1 7.4.3]', () => {
  it.each<[string, Parameters<typeof at.upstream.answers.set>[1], (number | 'gone')?]>([
    ['is cut off', (req) => void req.socket.destroy(), 502],
    ['reports a failure', { status: 500 }, 502],
    ['comes after the caller has disconnected', () => undefined, 'gone'],
  ])('a new password whose response %s ends the other sessions, because the password may have been stored', async (_how, answer, outcome) => {
    DEADLINES.firstByte = 900
    const bff = await start()
    const body = setting()
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    at.upstream.answers.set('PUT /users', answer)
    const leaving = new AbortController()
    const setIt = fetch(`${bff.url}/api/users`, {
      method: 'PUT',
      headers: { cookie: own, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).then(
      ({ status }) => status,
      () => 'gone',
    )
    await expect.poll(() => at.upstream.seen.filter(({ method }) => method === 'PUT').length).toBe(1)
    if (outcome === 'gone') leaving.abort()
    expect(await setIt).toBe(outcome)
    expect(at.upstream.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    await expect.poll(() => clients(elsewhere, bff)).toBe(401)
    expect(await clients(own, bff)).toBe(200)
  })

  it.each([
    ['confirms the new password', 200, 401],
    ['refuses the new password', 409, 200],
  ])(
    'after the caller of a password change has disconnected, if the API %s, the other sessions of the person end only if the password was changed',
    async (_what, said, then) => {
      const bff = await start()
      const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
      const held: (() => void)[] = []
      let hungUp = false
      at.upstream.answers.set('PUT /users', (req, res) => {
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
    },
  )

  it('the other sessions end even if the caller disconnects and the process stops while the API stores the new password', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-ended-'))
    const env = { DATA_DIR: folder.path }
    const bff = await startBff({ upstream: { url: at.upstream.url }, clock: () => at.now, env: { SESSION_SECRET: KEY, ...env } })
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

  it.each<[string, number, Parameters<typeof at.upstream.answers.set>[1]]>([
    ['is cut off', 502, (req) => void req.socket.destroy()],
    ['comes from a gateway', 504, { status: 504 }],
  ])('a new password whose response %s also ends sessions that start shortly afterwards', async (_how, status, answer) => {
    DEADLINES.total = 4_000
    const bff = await start()
    const body = setting()
    const own = await bff.signIn('ana@x.co')
    at.upstream.answers.set('PUT /users', answer)
    expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(status)
    const meanwhile = await bff.signIn('ana@x.co')
    expect(await clients(meanwhile, bff)).toBe(200)
    await expect.poll(() => clients(meanwhile, bff)).toBe(401)
    expect(await clients(own, bff)).toBe(200)
  })

  it.each<[string, (folder: string) => Record<string, string>]>([
    ['that shares a data folder', (DATA_DIR) => ({ DATA_DIR })],
    ...(redisUrl ? [['that shares a Redis', () => ({ REDIS_URL: redisUrl })] as [string, () => Record<string, string>]] : []),
  ])('a sign-in that began with the old password is refused in every process %s, and the token of the sign-in ends', async (_what, envOf) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-shared-'))
    const env = envOf(folder.path)
    const others = [await start(env), await start(env)] as const
    const [bff] = others
    const body = setting()
    const own = await bff.signIn('ana@x.co')
    at.upstream.answers.set('PUT /users', { json: {} })
    const former = await bff.signIn('ana@x.co')
    const held = hold('POST /auth', { ...at.person, token: 'token-of-the-former-one' })
    const enter = (into: Bff, cookie?: string) => into.call('POST', '/api/auth', { cookie, body: { email: 'ana@x.co', password: 'a antiga' } })
    const change = async () => expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(200)

    // At this point the old password is already verified, but the sign-in still waits for the previous session to end.
    const ending = hold('DELETE /auth', {})
    const slowly = enter(bff, former)
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
    await expect.poll(() => ending.length).toBe(1)
    await change()
    at.upstream.answers.delete('DELETE /auth')
    ending.pop()?.()
    expect((await slowly).status).toBe(503)

    for (const into of others) {
      const entering = enter(into)
      await expect.poll(() => held.length).toBe(1)
      await change()
      held.pop()?.()
      const { status, headers } = await entering
      expect([status, headers.getSetCookie()]).toEqual([503, []])
      expect(at.upstream.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { authorization: 'Bearer token-of-the-former-one' } })
    }
  })

  it('a new password also ends a session whose start seems to be in the future because the clock was set back [7.4.3]', async () => {
    const bff = await start()
    const body = setting()
    const own = await bff.signIn('ana@x.co')
    at.now += 60_000
    const later = await bff.signIn('ana@x.co')
    at.now -= 60_000
    at.upstream.answers.set('PUT /users', { json: {} })
    expect((await bff.call('PUT', '/api/users', { cookie: own, body })).status).toBe(200)
    expect([await clients(own, bff), await clients(later, bff)]).toEqual([200, 401])
  })

  it('the sessions of a person who is set inactive end, and stay ended when the person is active again [7.4.2]', async () => {
    const bff = await start()
    const { password: _, passwordConfirma: __, ...body } = setting()
    const [own, elsewhere] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    at.upstream.people.set('lia@x.co', { ...at.person, id: 1999, supervisor: 'S', acessos: menus('/usuarios') })
    const supervisor = await bff.signIn('lia@x.co')
    at.upstream.answers.set('PUT /users', { json: {} })
    for (const status of ['I', 'A']) expect((await bff.call('PUT', '/api/users', { cookie: supervisor, body: { ...body, status } })).status).toBe(200)
    expect([await clients(own, bff), await clients(elsewhere, bff)]).toEqual([401, 401])
  })
})

describe('a silent upstream', () => {
  it.each<[string, Parameters<typeof at.upstream.answers.set>[1]]>([
    ['never answers', () => undefined],
    ['hangs up', (req) => void req.socket.destroy()],
    ['fails', { status: 500 }],
    ['refuses with 429', { status: 429 }],
  ])('if the upstream %s, calls and pages get 503, nobody is signed out, and calls work once the upstream recovers', async (_name, silence) => {
    const bff = await start()
    const cookie = await bff.signIn('ana@x.co')
    expect(await clients(cookie, bff)).toBe(200)
    at.now += 30_001
    const { lookUp } = DEADLINES
    DEADLINES.lookUp = 500
    at.upstream.answers.set('GET /auth', silence)
    at.upstream.seen.length = 0
    const answers = await Promise.all(['/api/clients', '/clientes', '/painel-onde-estou'].map((path) => bff.call('GET', path, { cookie })))
    expect(answers.map(({ status, headers }) => [status, headers.getSetCookie(), headers.get('retry-after')])).toEqual(
      answers.map(() => [503, [], '10']),
    )
    expect(at.upstream.calls()).toEqual([])
    at.upstream.answers.delete('GET /auth')
    DEADLINES.lookUp = lookUp
    expect(await clients(cookie, bff)).toBe(200)
  })
})

it('the server starts even if the folder `untold` (pending session ends) contains foreign files', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
  await mkdir(join(folder.path, 'untold', 'uma pasta'), { recursive: true, mode: 0o700 })
  for (const [i, text] of ['', '5', 'null', '"x"', '{"user":1}', '{'].entries()) await writeFile(join(folder.path, 'untold', `${i}`), text)
  const bff = await start({ DATA_DIR: folder.path })
  expect(await clients(await bff.signIn('ana@x.co'), bff)).toBe(200)
})

it.each([
  ['is ignored if another user of the machine could have written it', 0o777, 200],
  ['ends sessions if only the server’s user could have written it, even if others can read it', 0o755, 401],
])('a file in the folder `untold` (pending session ends) %s [7.4.1]', async (_what, mode, status) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
  const untold = join(folder.path, 'untold')
  const first = await start({ DATA_DIR: folder.path })
  const cookie = await first.signIn('ana@x.co')
  await started.pop()?.stop()
  await mkdir(untold)
  await writeFile(join(untold, 'um'), JSON.stringify({ user: at.person.id, but: '' }))
  await chmod(untold, mode)
  const second = await start({ DATA_DIR: folder.path })
  await expect.poll(() => clients(cookie, second)).toBe(status)
})

it('the server starts even if a file stands where the folder `untold` (pending session ends) should be', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-untold-'))
  await writeFile(join(folder.path, 'untold'), '')
  const bff = await start({ DATA_DIR: folder.path })
  expect(await clients(await bff.signIn('ana@x.co'), bff)).toBe(200)
})

it.each([400, 403, 404, 408])('while GET /auth of the upstream answers %i, calls get 401, but no session ends [7.4.2]', async (status) => {
  const bff = await start()
  const cookie = await bff.signIn('ana@x.co')
  at.now += 30_001
  at.upstream.answers.set('GET /auth', { status })
  const refused = await bff.call('GET', '/api/clients', { cookie })
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
  expect((await bff.call('GET', '/clientes', { cookie })).status).toBe(401)
  // The sign-in page is still served, even if calls of the person get 401.
  expect((await bff.call('GET', '/', { cookie })).status).toBe(200)
  at.upstream.answers.delete('GET /auth')
  expect(await clients(cookie, bff)).toBe(200)
})

it.runIf(redisUrl)('while two processes get a new SESSION_SECRET one after the other, both accept the cookies of either', async () => {
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
