import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { sealData } from 'iron-session'
import { startBff } from '../support/bff.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const OTHER = 'MTIzNDU2Nzg5MGFiY2RlZnFXRVJUWVVJT1BBU0RGR0g'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>
let now = Date.parse('2026-11-21T12:00:00Z')
const clock = () => now
const person = { id: 7, name: 'Ana Lima', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') }

beforeEach(async () => {
  upstream = await startUpstream()
  upstream.people.set('ana@x.co', { ...person })
  upstream.answers.set('GET /clients', { json: [] })
  bff = await startBff({ upstream: { url: upstream.url }, clock, env: { SESSION_SECRET: KEY } })
})
afterEach(async () => {
  await bff.stop()
  await upstream.stop()
})

const clients = (cookie: string, from = bff) => from.call('GET', '/api/clients', { cookie }).then(({ status }) => status)
const asked = () => upstream.seen.filter(({ method, url }) => method === 'GET' && url === '/auth').length

describe('the sign-in', () => {
  it('a sign-in returns no token, but seals the token into an httpOnly cookie [10.1.1 14.2.1 3.3.1-4 3.3.5 3.5.4 BFF cookie]', async () => {
    const response = await bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })
    expect(await response.json()).toEqual(person)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^csnoteweb=[^;]{100,1000}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('token-of')
  })

  it('the cookie has the prefix __Host- and the flag Secure if the origin is https [3.3.1-4 3.3.5 BFF cookie]', async () => {
    const secure = await startBff({ upstream: { url: upstream.url }, env: { PUBLIC_ORIGIN: 'https://app.exemplo.com.br' } })
    const response = await secure.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-csnoteweb=.*; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/)
    await secure.stop()
  })

  it.each([
    ['an empty e-mail', { email: '', password: 'x' }, 400, 'E-mail precisa ser preenchido.'],
    ['a body without an e-mail', { password: 'x' }, 400, 'E-mail precisa ser preenchido.'],
    ['an invalid e-mail', { email: 'ana', password: 'x' }, 400, 'E-mail precisa ser válido!'],
    ['an empty password', { email: 'ana@x.co', password: '' }, 400, 'Senha precisa ser preenchida.'],
    ['a wrong e-mail or password', { email: 'eva@x.co', password: 'x' }, 401, 'E-mail ou senha incorretos.'],
    ['an unknown field', { email: 'ana@x.co', password: 'x', admin: true }, 400, undefined],
  ])('a sign-in with %s is refused', async (_name, body, status, message) => {
    const response = await bff.call('POST', '/api/auth', { body })
    expect(response.status).toBe(status)
    if (message !== undefined) expect(await response.json()).toMatchObject({ message })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['person inactive', { json: { ...person, status: 'I', token: 't' } }, 401],
    ['status missing', { json: { ...person, status: undefined, token: 't' } }, 502],
    ['token missing', { json: person }, 502],
    ['token with CR/LF', { json: { ...person, token: 'a\r\nX: y' } }, 502],
    ['token not a text', { json: { ...person, token: 7 } }, 502],
    ['id null', { json: { ...person, id: null, token: 't' } }, 502],
    ['not JSON', (_: unknown, res: { end: (s: string) => void }) => res.end('x'), 502],
    ['500', { status: 500 }, 503],
  ])('no session starts if the upstream’s reply has this fault: %s', async (_name, answer, status) => {
    upstream.answers.set('POST /auth', answer)
    const response = await bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })
    expect(response.status).toBe(status)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('after five failed sign-ins, the next attempt gets 429 and does not reach the upstream [6.1.1 6.3.1 6.3.8]', async () => {
    const attempt = () => bff.call('POST', '/api/auth', { body: { email: 'EVA@x.co', password: 'x' } })
    for (let i = 0; i < 5; i += 1) expect((await attempt()).status).toBe(401)
    upstream.seen.length = 0
    const limited = await attempt()
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(upstream.seen).toEqual([])
    expect((await bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })).status).toBe(200)
  })

  it('a sign-in ends the session of the cookie sent with it [7.2.4]', async () => {
    const first = await bff.signIn('ana@x.co')
    expect((await bff.call('POST', '/api/auth', { cookie: first, body: { email: 'ana@x.co', password: 'senha' } })).status).toBe(200)
    expect(await clients(first)).toBe(401)
  })

  it('a person can have at most ten sessions, and an eleventh sign-in ends the oldest session [7.1.2 7.4.4-5 7.5.2]', async () => {
    const cookies: string[] = []
    for (let i = 0; i < 11; i += 1) {
      now += 1000
      cookies.push(await bff.signIn('ana@x.co'))
    }
    now += 31_000
    expect(await Promise.all(cookies.map((cookie) => clients(cookie)))).toEqual([401, ...Array<number>(10).fill(200)])
  })
})

describe('the sign-in without JavaScript', () => {
  const post = (form: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    fetch(`${bff.url}/`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form), headers })

  it.each([
    ['the page that was requested before', '/clientes?q=a', '/clientes?q=a&aviso=bem-vindo'],
    ['Home if no page was requested', '', '/home?aviso=bem-vindo'],
    ['Home for a foreign host', '//evil.example/home', '/home?aviso=bem-vindo'],
    ['Home for another scheme', 'javascript:alert(1)', '/home?aviso=bem-vindo'],
    ['Home for a backslash', '/\\evil.example', '/home?aviso=bem-vindo'],
    ['Home for an address that is not a page of ours', '/api/clients', '/home?aviso=bem-vindo'],
  ])('the sign-in redirects to %s [3.7.1-2 CVE-2024-29041 CVE-2026-22029]', async (_name, volta, location) => {
    const response = await post({ email: 'ana@x.co', password: 'senha', volta })
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
    expect(response.headers.getSetCookie()[0]).toMatch(/^csnoteweb=/)
  })

  it('a failed sign-in shows the page again with the typed e-mail but never with the password [10.1.1]', async () => {
    const response = await post({ email: 'eva@x.co', password: 'segredo-77' })
    expect(response.status).toBe(401)
    const html = await response.text()
    expect(html).toContain('eva@x.co')
    expect(html).not.toContain('segredo-77')
  })

  it.each([
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a client that sends neither header', {}],
  ])('a sign-in from %s is refused with 403 [3.5.1-3 BFF CSRF CVE-2026-22030]', async (_name, headers) => {
    expect((await post({ email: 'ana@x.co', password: 'senha' }, headers as Record<string, string>)).status).toBe(403)
    expect(upstream.seen).toEqual([])
  })
})

describe('a session cookie', () => {
  it.each([
    ['changed in its middle', (c: string) => c.slice(0, 60) + (c[60] === 'a' ? 'b' : 'a') + c.slice(61)],
    ['given a foreign MAC prefix', (c: string) => c.replace('Fe26.2', 'Fe26.9')],
    ['given a foreign key id', (c: string) => c.replace('Fe26.2*1*', 'Fe26.2*9*')],
    ['given the key id __proto__', (c: string) => c.replace('Fe26.2*1*', 'Fe26.2*__proto__*')],
    ['cut off', (c: string) => c.slice(0, 40)],
    ['empty', () => 'csnoteweb='],
    ['replaced by JSON', () => 'csnoteweb=j:{"sid":1}'],
  ])('a cookie that is %s makes the request anonymous [7.2.1-3 9.1.1-3 9.2.1-2]', async (_name, change) => {
    const response = await bff.call('GET', '/api/clients', { cookie: change(await bff.signIn('ana@x.co')) })
    expect(response.status).toBe(401)
  })

  it('a cookie sealed with the right key but without a live session is anonymous [7.2.1-3 9.1.1-3]', async () => {
    const forged = await sealData({ sid: 'x', token: 'token-of-ana@x.co', since: now }, { password: { 1: KEY }, ttl: 0 })
    expect(await clients(`csnoteweb=${forged}`)).toBe(401)
  })

  it('a cookie becomes invalid after its lifetime by the server’s clock [7.1.1 7.3.1-2]', async () => {
    const cookie = await bff.signIn('ana@x.co')
    now += 364 * 86_400_000
    const read = await bff.call('GET', '/api/clients', { cookie })
    expect([read.status, read.headers.getSetCookie()]).toEqual([200, []])
    now += 86_400_000
    expect(await clients(cookie)).toBe(401)
  })

  it('a cookie stays valid after a restart and a key rotation, until its key is removed [11.2.1-3 13.3.1-2]', async () => {
    const cookie = await bff.signIn('ana@x.co')
    const rotated = await startBff({ upstream: { url: upstream.url }, clock, env: { DATA_DIR: bff.dataDir, SESSION_SECRET: `${OTHER},${KEY}` } })
    expect(await clients(cookie, rotated)).toBe(200)
    await rotated.stop()
    const forgotten = await startBff({ upstream: { url: upstream.url }, clock, env: { DATA_DIR: bff.dataDir, SESSION_SECRET: OTHER } })
    expect(await clients(cookie, forgotten)).toBe(401)
    await forgotten.stop()
  })
})

describe('the sign-out', () => {
  it('a sign-out ends the session at once and for good, even after a restart, and also in the upstream [7.4.1 14.3.1 CVE-2026-44511]', async () => {
    const cookie = await bff.signIn('ana@x.co')
    const response = await bff.call('POST', '/api/logout', { cookie })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/^csnoteweb=;/)
    expect(await clients(cookie)).toBe(401)
    expect(upstream.seen.find(({ method }) => method === 'DELETE')).toMatchObject({
      url: '/auth',
      headers: { authorization: 'Bearer token-of-ana@x.co' },
    })
    const again = await startBff({ upstream: { url: upstream.url }, clock, env: { DATA_DIR: bff.dataDir, SESSION_SECRET: KEY } })
    expect(await clients(cookie, again)).toBe(401)
    await again.stop()
  })

  it('POST /logout is refused with 403 without X-CSRF, and succeeds without a session', async () => {
    const cookie = await bff.signIn('ana@x.co')
    expect((await bff.call('POST', '/api/logout', { cookie, headers: { 'X-CSRF': '' } })).status).toBe(403)
    expect(await clients(cookie)).toBe(200)
    expect((await bff.call('POST', '/api/logout')).status).toBe(200)
  })
})

describe('the look-up of the signed-in person', () => {
  it('a hundred simultaneous requests cause only one look-up of the person', async () => {
    const cookie = await bff.signIn('ana@x.co')
    await Promise.all(Array.from({ length: 100 }, () => clients(cookie)))
    expect(asked()).toBe(1)
  })

  it.each([
    ['a menu removed', { acessos: [] }, 403],
    ['the person set inactive', { status: 'I' }, 401],
    ['a status other than exactly A', { status: 'a' }, 401],
  ])('a change of the person’s rights elsewhere takes effect within 30 s: %s [7.4.2 8.3.2]', async (_name, change, status) => {
    const cookie = await bff.signIn('ana@x.co')
    expect(await clients(cookie)).toBe(200)
    upstream.people.set('ana@x.co', { ...person, ...change })
    now += 30_001
    expect(await clients(cookie)).toBe(status)
  })

  it('a failing upstream gives 503 and signs nobody out', async () => {
    const cookie = await bff.signIn('ana@x.co')
    upstream.answers.set('GET /auth', { status: 500 })
    const response = await bff.call('GET', '/api/clients', { cookie })
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    const page = await bff.call('GET', '/clientes', { cookie })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('Sistema indisponível')
    upstream.answers.delete('GET /auth')
    expect(await clients(cookie)).toBe(200)
  })
})

describe('call limits', () => {
  it('each session has its own limit of calls, so a new session of the same person is not limited [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
    const limited = await startBff({ upstream: { url: upstream.url }, clock, env: { CALLS_PER_MINUTE: '3' } })
    const cookie = await limited.signIn('ana@x.co')
    expect([await clients(cookie, limited), await clients(cookie, limited), await clients(cookie, limited), await clients(cookie, limited)]).toEqual([
      200, 200, 200, 429,
    ])
    expect(await clients(await limited.signIn('ana@x.co'), limited)).toBe(200)
    await limited.stop()
  })

  it('the pages of a signed-in person count towards the limit of the session [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
    const limited = await startBff({ upstream: { url: upstream.url }, clock, env: { CALLS_PER_MINUTE: '5' } })
    const cookie = await limited.signIn('ana@x.co')
    const statuses: number[] = []
    for (let nth = 1; nth <= 6; nth += 1) statuses.push((await limited.call('GET', '/clientes', { cookie })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await clients(cookie, limited)).toBe(429)
    await limited.stop()
  })
})

const redisUrl = inject('redisUrl')

describe.runIf(redisUrl !== '')('two processes with Redis', () => {
  it('a session that is signed out in one process is refused in the other within 30 s', async () => {
    const env = { SESSION_SECRET: KEY, REDIS_URL: redisUrl }
    const [one, two] = await Promise.all([
      startBff({ upstream: { url: upstream.url }, clock, env }),
      startBff({ upstream: { url: upstream.url }, clock, env }),
    ])
    const cookie = await one.signIn('ana@x.co')
    expect(await clients(cookie, two)).toBe(200)
    await one.call('POST', '/api/logout', { cookie })
    expect(await clients(cookie, one)).toBe(401)
    now += 30_001
    expect(await clients(cookie, two)).toBe(401)
    await Promise.all([one.stop(), two.stop()])
  })
})

it('if Redis does not answer, calls get 503, because the session cannot be checked [16.5.2-3]', async () => {
  const closed = await startBff({ upstream: { url: upstream.url }, clock, env: { SESSION_SECRET: KEY, REDIS_URL: 'redis://127.0.0.1:1' } })
  const sealed = await sealData({ sid: 'x', token: 'token-of-ana@x.co', since: now }, { password: { 1: KEY }, ttl: 0 })
  expect(await clients(`csnoteweb=${sealed}`, closed)).toBe(503)
  await closed.stop()
})
