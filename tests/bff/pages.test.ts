import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from '../support/bff.ts'
import { clientRow } from '../support/client-samples.ts'
import { NOW } from '../support/clock.ts'
import { restore } from '../support/deadlines.ts'
import { raw } from '../support/raw.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let ana = ''
let tv = ''
const EVIL = '</script><script>alert(1)</script>\u2028<!--'

beforeAll(async () => {
  upstream.people.set('ana@x.co', { id: 7, name: `Ana ${EVIL}`, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  upstream.people.set('tv@x.co', { id: 8, name: 'TV', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/painel-onde-estou') })
  bff = await startBff({ upstream: { url: upstream.url } })
  ana = await bff.signIn('ana@x.co')
  tv = await bff.signIn('tv@x.co')
})
beforeEach(() => {
  upstream.answers.clear()
  upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  upstream.answers.set('GET /clients', { json: [clientRow(1, EVIL), clientRow(2, 'Sementes Chapadão')] })
  upstream.answers.set('GET /dash/painelOndeEstou', { json: [] })
  upstream.seen.length = 0
})
afterAll(async () => {
  await bff.stop()
})

const page = async (path: string, cookie?: string, headers: Record<string, string> = {}) => {
  const response = await bff.call('GET', path, { cookie, headers })
  return { status: response.status, location: response.headers.get('location'), headers: response.headers, html: await response.text() }
}
const bootOf = (html: string) =>
  JSON.parse(html.match(/<script id="boot"[^>]*>(.*?)<\/script>/s)?.[1] ?? 'null') as {
    cache: [string, unknown][]
    theme: string
    notice: unknown
    me: unknown
    may: string[]
  }

describe('access to pages', () => {
  it.each([
    ['the sign-in page', '/', undefined, 200, null],
    ['the sign-in page, with a session', '/', 'ana', 302, '/home'],
    ['Home', '/home', 'ana', 200, null],
    ['Home, without a session', '/home', undefined, 302, '/?volta=%2Fhome'],
    ['a page with its search, without a session', '/clientes?q=a%26b', undefined, 302, '/?volta=%2Fclientes%3Fq%3Da%2526b'],
    ["a record's page, without a session", '/controle-servicos/218?q=a', undefined, 302, '/?volta=%2Fcontrole-servicos%2F218%3Fq%3Da'],
    ['a page of the menu', '/clientes', 'ana', 200, null],
    ['a page outside the menu', '/painel-onde-estou', 'ana', 302, '/home?aviso=acesso-negado'],
    ['the wall, by the TV', '/painel-onde-estou', 'tv', 200, null],
    ['a register, by the TV', '/clientes', 'tv', 302, '/home?aviso=acesso-negado'],
    ['Home, by the TV', '/home', 'tv', 200, null],
    ['a page in capitals', '/CLIENTES', 'ana', 404, null],
    ['a page with a trailing slash', '/clientes/', 'ana', 308, '/clientes'],
    ["a record's page with a trailing slash", '/controle-servicos/218/', 'ana', 308, '/controle-servicos/218'],
    ['an unknown page', '/nada', 'ana', 404, null],
    ['an unknown page, without a session', '/nada', undefined, 404, null],
    ['a missing asset', '/assets/x.js', undefined, 404, null],
    ['the build manifest', '/.vite/manifest.json', undefined, 404, null],
    ['a source file', '/@fs/etc/passwd', undefined, 404, null],
  ])(
    'a request for a page gets the expected status and redirect: %s [pages 3.7.1-2 14.2.5 CVE-2025-30208]',
    async (_name, path, who, status, location) => {
      const got = await page(path, who === 'ana' ? ana : who === 'tv' ? tv : undefined)
      expect([got.status, got.location]).toEqual([status, location])
    },
  )

  it.each(['/x/../clientes', '/./clientes', '/clientes//', '/clientes/.', '/x/%2e%2e/clientes', '/%63lientes', '/x\\..\\clientes'])(
    'the path %s is answered with 404, even if other programs would normalize it [pages]',
    async (path) => {
      for (const cookie of [ana, tv]) {
        const answer = await raw(bff.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
        expect([answer.slice(9, 12), answer.includes('Página não encontrada')]).toEqual(['404', true])
      }
      expect(upstream.calls()).toEqual([])
    },
  )

  it.each(['constructor', '__proto__', 'toString'])('a menu whose icon is named %s is rendered like any other menu [15.3.6]', async (action) => {
    const email = `${action}@x.co`
    const acessos = [{ title: 'Cadastros', action, items: [{ title: 'Clientes', route: '/clientes' }] }]
    upstream.people.set(email, { id: 9, name: 'Eva', supervisor: 'N', departamento: 3, status: 'A', acessos })
    const cookie = `${await bff.signIn(email)}; menu=fixo`
    const got = await page('/home', cookie)
    expect([got.status, got.html.includes('href="/clientes"')]).toEqual([200, true])
    expect((await page(`/clientes?status=${action}`, cookie)).html).toContain('Sementes Chapadão')
  })

  it.each([
    ['the previous page', () => `${bff.url}/clientes`, '/clientes?aviso=acesso-negado'],
    ['the previous page, with its query', () => `${bff.url}/clientes?q=a%26b%0d%0a&aviso=bem-vindo`, '/clientes?q=a%26b%0D%0A&aviso=acesso-negado'],
    ['Home if there is no referrer', () => '', '/home?aviso=acesso-negado'],
    ['Home if the referrer is the refused page itself', () => `${bff.url}/painel-onde-estou`, '/home?aviso=acesso-negado'],
    ['Home if the referrer is another page that the person may not open', () => `${bff.url}/carros`, '/home?aviso=acesso-negado'],
    ['Home if the referrer is the sign-in page', () => `${bff.url}/`, '/home?aviso=acesso-negado'],
    ['Home if the referrer is not the address of a page', () => `${bff.url}/clientes/`, '/home?aviso=acesso-negado'],
    ['Home if the referrer is on another site', () => 'https://evil.example/clientes', '/home?aviso=acesso-negado'],
    ['Home if the referrer is on another port', () => 'http://127.0.0.1:1/clientes', '/home?aviso=acesso-negado'],
    ['Home if the referrer is not an http address', () => 'javascript:/clientes', '/home?aviso=acesso-negado'],
  ])('a request for a page that the person may not open redirects to %s [3.7.1-2]', async (_where, from, location) => {
    expect(await page('/painel-onde-estou', ana, { referer: from() })).toMatchObject({ status: 302, location })
  })

  it.each([
    ['the previous record', '/controle-servicos/218?q=a', '/controle-servicos/218?q=a&aviso=acesso-negado'],
    ['Home if the referrer has no valid record id', '/controle-servicos/0', '/home?aviso=acesso-negado'],
  ])('if the person’s only menu has pages of single records, a refused page request redirects to %s [3.7.1-2]', async (_where, from, location) => {
    const acessos = menus('/controle-servicos')
    upstream.people.set('rui@x.co', { id: 12, name: 'Rui', supervisor: 'N', departamento: 3, status: 'A', acessos })
    expect(await page('/clientes', await bff.signIn('rui@x.co'), { referer: bff.url + from })).toMatchObject({ status: 302, location })
  })

  it('a refused request for a page causes no request to the upstream [pages 8.3.1]', async () => {
    await page('/painel-onde-estou', ana)
    expect(upstream.calls()).toEqual([])
  })

  it('a page request with an invalid cookie clears the cookie and redirects to the sign-in page with the notice sessao-encerrada', async () => {
    const got = await page('/home', 'csnoteweb=x')
    expect(got.location).toBe('/?aviso=sessao-encerrada&volta=%2Fhome')
    expect(got.headers.getSetCookie()[0]).toMatch(/^csnoteweb=;/)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('a %s request to the address of a page is answered with 404 [CVE-2026-22030]', async (method) => {
    expect((await bff.call(method, '/clientes', { cookie: ana })).status).toBe(404)
  })
})

describe('the data of a page', () => {
  it('the HTML of a page contains the data, which is requested from the upstream only once [pages]', async () => {
    const { html } = await page('/clientes', ana)
    expect(html).toContain('Sementes Chapadão')
    expect(bootOf(html).cache.map(([key]) => key)).toEqual(['GET /clients'])
    expect(upstream.calls().map(({ url }) => url)).toEqual(['/clients'])
  })

  it('a page waits at most one second for the data of the timer, and is then sent without the data', async () => {
    upstream.people.set('lia@x.co', { id: 9, name: 'Lia', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes', '/track') })
    const lia = await bff.signIn('lia@x.co')
    const held: (() => void)[] = []
    upstream.answers.set('GET /track/check', (_req, res) => void held.push(() => res.destroy()))
    // The timeout for page data is so long that it cannot be the one that ends the wait.
    DEADLINES.page = 60_000
    onTestFinished(restore)
    const { status, html } = await page('/clientes', lia)
    for (const end of held) end()
    expect([held.length, status, bootOf(html).cache.map(([key]) => key)]).toEqual([1, 200, ['GET /clients']])
    // After one request for the timer took too long, the next pages do not wait for the timer at all.
    expect([(await page('/clientes', lia)).status, held.length]).toEqual([200, 1])
  })

  it('the page never contains the token, and no text in its data closes a script element [10.1.1 14.2.1 14.3.3 1.1.2 1.2.1 1.2.3 3.2.2 3.5.7 CVE-2026-44580 CVE-2026-21884 CVE-2026-22029]', async () => {
    const { html } = await page('/clientes', ana)
    expect(html).not.toContain('token-of')
    expect(html).not.toContain('<script>alert')
    expect(JSON.stringify(bootOf(html))).toContain(JSON.stringify(EVIL).slice(1, -1))
  })

  it('the Server-Timing header of a page contains its rendering time, which the browser needs to set its clock', async () => {
    let passed = 0
    const slow = await startBff({ upstream: { url: upstream.url }, clock: () => NOW + passed })
    onTestFinished(slow.stop)
    upstream.answers.set('GET /clients', (_req, res) => {
      passed += 4000
      res.end('[]')
    })
    const { headers } = await slow.call('GET', '/clientes', { cookie: await slow.signIn('ana@x.co') })
    expect(headers.get('server-timing')).toBe('drawing;dur=4000')
  })

  it('the page lists the calls that the person may make', async () => {
    const drawer = ['GET /user-task', 'GET /user-task/{id}', 'POST /user-task', 'PUT /user-task', 'PATCH /user-task/{id}']
    const own = [
      'GET /account/factors',
      'PUT /account/totp-secret',
      'PUT /account/totp',
      'POST /account/passkey-options',
      'PUT /account/passkeys',
      'DELETE /account/factors',
      'PUT /account/password',
      'PUT /calendar-address',
      'DELETE /calendar-address',
      'GET /notices',
      'PUT /notices',
      'PUT /notices/settings',
    ]
    const ofSessions = ['GET /account/sessions', 'DELETE /account/sessions']
    expect(bootOf((await page('/home', ana)).html).may).toEqual([
      'GET /auth',
      ...own,
      'GET /dash/Home',
      'GET /clients',
      'GET /clients/{id}',
      'GET /clients/{id}/history',
      'POST /clients',
      'PUT /clients',
      'GET /cities',
      ...ofSessions,
      ...drawer,
    ])
    expect(bootOf((await page('/painel-onde-estou', tv)).html).may).toEqual([
      'GET /auth',
      ...own,
      'GET /dash/Home',
      ...ofSessions,
      'GET /dash/painelOndeEstou',
      ...drawer,
    ])
  })

  it.each([
    ['fails', { status: 500 }],
    ['returns more than 256 kB', { json: Array.from({ length: 3000 }, (_, i) => clientRow(i + 1)) }],
  ])('the page is sent without data, which the browser then requests, if the call for the data %s', async (_name, answer) => {
    upstream.answers.set('GET /clients', answer)
    const { status, html } = await page('/clientes', ana)
    expect(status).toBe(200)
    expect(bootOf(html).cache).toEqual([])
  })
})

describe('security headers', () => {
  it.each([
    ['a page', '/clientes', 'no-store'],
    ['an unknown page', '/nada', 'no-store'],
    ['a redirect', '/', 'no-store'],
    ['the reply of a call', '/api/clients', 'no-store'],
    ['the refusal of a call', '/api/dash/painelOndeEstou', 'no-store'],
    ['an unknown call', '/api/nada', 'no-store'],
    ['a missing asset', '/assets/x.js', 'no-store'],
    ['the icon', '/icon.svg', 'no-cache'],
  ])('the security headers are set on %s [3.4.1-6 3.4.8 3.2.1 3.5.8 3.5.5]', async (_name, path, cache) => {
    const { headers } = await page(path, ana)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cache-control')).toBe(cache)
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('the policy of each page contains a new nonce, and the scripts of the page carry the same nonce', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, html } = await page('/home', ana)
        const nonce = headers.get('content-security-policy')?.match(/script-src 'self' 'nonce-([^']{24})'/)?.[1] ?? ''
        expect(html.match(/<script(?![^>]*nonce=)/g)).toBeNull()
        expect(html).toContain(`nonce="${nonce}"`)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('only files with a hash in their name are cached for a year [14.2.2 14.3.2 14.2.5]', async () => {
    const { html } = await page('/home', ana)
    const script = html.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? ''
    const asset = await page(script)
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await page('/home', ana)).headers.get('cache-control')).toBe('no-store')
  })
})

describe('the effect of a request on the page', () => {
  it.each([
    ['tema=dark', 'dark'],
    ['tema=light', 'light'],
    ['tema=x', 'auto'],
  ])('the theme is taken from the cookie if the cookie is valid: %s', async (cookie, theme) => {
    const { html } = await page('/home', `${ana}; ${cookie}`)
    expect(bootOf(html).theme).toBe(theme)
  })

  it.each([
    ['?aviso=bem-vindo', 'bem-vindo'],
    ['?aviso=%3Cb%3E', null],
    ['', null],
  ])('the page shows the notice named by the parameter aviso only if the name is a known one: %s', async (search, notice) => {
    expect(bootOf((await page(`/home${search}`, ana)).html).notice).toBe(notice)
  })

  it('request headers do not bypass the sign-in [CVE-2025-29927 CVE-2026-40575 GHSA-5hvv-m4w4-gf6v CVE-2025-43864]', async () => {
    for (const headers of [
      { 'x-middleware-subrequest': 'x' },
      { 'x-forwarded-uri': '/api/clients' },
      { 'user-agent': 'GoogleHC/1.0' },
      { rsc: '1' },
      { 'x-react-router-spa-mode': 'yes' },
    ] as Record<string, string>[])
      expect((await page('/home', undefined, headers)).status).toBe(302)
  })
})

describe('a page that waits for a rendering slot or for its data [7.4.1-2 8.3.2]', () => {
  const changes: [string, () => Promise<unknown>, (cookie: string) => Promise<void>][] = [
    [
      'is not rendered if the session ended meanwhile',
      async () => undefined,
      async (cookie) => {
        expect((await bff.call('POST', '/api/logout', { cookie })).status).toBe(200)
      },
    ],
    [
      'is not rendered with rights that the person lost meanwhile',
      async () => {
        upstream.people.set('bia@x.co', { id: 9, name: 'Bia', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
        upstream.people.set('sup@x.co', { id: 10, name: 'Sup', supervisor: 'S', departamento: 1, status: 'A', acessos: menus('/usuarios') })
        upstream.answers.set('PUT /users', { json: {} })
      },
      async () => {
        upstream.people.set('bia@x.co', { id: 9, name: 'Bia', supervisor: 'N', departamento: 3, status: 'A', acessos: [] })
        const body = { idUser: 9, nomeCompleto: 'Bia', email: 'bia@x.co', status: 'A' }
        expect((await bff.call('PUT', '/api/users', { cookie: await bff.signIn('sup@x.co'), body })).status).toBe(200)
      },
    ],
  ]
  it.each(changes)('the waiting page %s', async (_what, prepare, change) => {
    upstream.people.set('bia@x.co', { id: 9, name: 'Bia', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
    await prepare()
    const cookie = await bff.signIn('bia@x.co')
    const waiting: (() => void)[] = []
    upstream.answers.set('GET /clients', (_req, res) => {
      waiting.push(() => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([clientRow(1)])))
    })
    const pages = Array.from({ length: 12 }, () => page('/clientes', cookie))
    await expect.poll(() => waiting.length).toBe(8)
    await change(cookie)
    upstream.seen.length = 0
    while (waiting.length) waiting.pop()?.()
    const answers = await Promise.all(pages)
    expect(answers.map(({ status, location }) => [status, location])).toEqual(answers.map(() => [302, '/clientes']))
    expect(upstream.seen.filter(({ url }) => url === '/clients')).toEqual([])
  })
})
