// Tests the exact headers of every kind of response.
import { existsSync, globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { raw, statusOf } from '../support/raw.ts'
import { root } from '../support/server.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const PAGE =
  "default-src 'none'; script-src 'self' 'nonce-N'; script-src-attr 'none'; style-src 'self' 'nonce-N'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const FILE = PAGE.replaceAll(" 'nonce-N'", '')
const OTHER = "default-src 'none'; frame-ancestors 'none'; sandbox"
const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
/** Names of the headers of every response. */
const ALWAYS = [
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
]
/** Names of the further headers of a file that has a compressed copy. */
const COMPRESSED = ['accept-ranges', 'content-encoding', 'etag', 'last-modified', 'vary']
const hashed = (ending: string) => `/assets/${readdirSync(join(root, 'dist/client/assets')).find((name) => name.endsWith(ending))}`

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let cookie = ''
beforeAll(async () => {
  upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes', '/nfse') })
  bff = await startBff({ upstream: { url: upstream.url } })
  cookie = await bff.signIn('ana@x.co')
})
beforeEach(() => {
  upstream.answers.clear()
  upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  upstream.answers.set('GET /clients', { json: [] })
  upstream.answers.set('GET /nfse/5', { status: 500 })
  upstream.answers.set('GET /nfse-download-file', (_req, res) => void res.end('%PDF-1.7'))
})
afterAll(async () => {
  await bff.stop()
})

it.each([
  ['a page', '/home', 200, PAGE, HTML, 'no-store', ['server-timing', 'x-build']],
  ['the sign-in page for a signed-in person', '/', 302, OTHER, 'text/plain; charset=utf-8', 'no-store', ['location', 'vary', 'x-build']],
  ['an unknown page', '/nada', 404, PAGE, HTML, 'no-store', ['server-timing', 'x-build']],
  ['a refused target', '//nada', 400, PAGE, HTML, 'no-store', []],
  ['the reply of a call', '/api/clients', 200, OTHER, JSON_TYPE, 'no-store', ['x-build']],
  ['the refusal of a call', '/api/cars', 403, OTHER, JSON_TYPE, 'no-store', ['x-build', 'x-refused']],
  ['a call with wrong input', '/api/clients/0', 400, OTHER, JSON_TYPE, 'no-store', ['x-build']],
  ['an unknown call', '/api/nada', 404, OTHER, JSON_TYPE, 'no-store', ['x-build']],
  ['a failure of the upstream', '/api/nfse/5', 502, OTHER, JSON_TYPE, 'no-store', ['x-build', 'x-refused']],
  ['a download', '/api/nfse-download-file?id=5&tipo=1', 200, OTHER, 'application/pdf', 'no-store', ['content-disposition', 'x-build']],
  ['health', '/healthz', 200, OTHER, JSON_TYPE, 'no-store', []],
  ['metrics', '/metrics', 200, OTHER, 'text/plain; version=0.0.4; charset=utf-8', 'no-store', []],
  ['a script', hashed('.js'), 200, OTHER, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', COMPRESSED],
  ['a style sheet', hashed('.css'), 200, OTHER, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable', COMPRESSED],
  ['a missing asset', '/assets/nada.js', 404, PAGE, HTML, 'no-store', []],
  ['the icon', '/icon.svg', 200, FILE, 'image/svg+xml', 'no-cache', COMPRESSED],
  ['the service worker of the wall', '/sw-painel.js', 200, FILE, 'text/javascript; charset=utf-8', 'no-cache', COMPRESSED],
])(
  'the response headers of %s are exactly the expected ones [3.4.1-6 3.4.8 3.2.1 3.5.8 4.1.1 14.2.2 14.3.2 14.2.5]',
  async (_name, path, status, csp, type, cache, further) => {
    const { status: given, headers } = await bff.call('GET', path, { cookie })
    expect({
      status: given,
      ...Object.fromEntries(headers),
      'content-security-policy': headers.get('content-security-policy')?.replaceAll(/'nonce-[\w+/=]{24}'/g, "'nonce-N'"),
    }).toMatchObject({
      status,
      'content-security-policy': csp,
      'content-type': type,
      'cache-control': cache,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'accelerometer=(), camera=(), display-capture=(), fullscreen=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
    })
    // No other header may reveal the software or allow another site to read the response.
    expect([...headers.keys()]).toEqual([...ALWAYS, ...further].toSorted())
  },
)

it.each([
  ['GET', '/api/clients'],
  ['GET', '/api/clients?callback=x'],
  ['GET', '/home'],
  ['OPTIONS', '/api/clients'],
])('the response to %s %s from another site has no CORS headers [3.5.5 3.5.6 15.3.2]', async (method, path) => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  const response = await bff.call(method, path, { cookie, headers })
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  if (path !== '/home') expect(await response.text()).toMatch(/^\{"message":/)
})

it.each([
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/server/main.ts',
  '/assets/',
  '/assets',
  '/.vite/manifest.json',
  '/index.html',
  '/dist/server/entry.server.js',
  '/server-status',
  '/debug',
])('%s is answered with 404 and reveals nothing [13.4.1-3 13.4.5 13.4.6 16.5.1]', async (path) => {
  const response = await bff.call('GET', path, { cookie })
  expect(response.status).toBe(404)
  expect(await response.text()).not.toMatch(/express|node_modules|\bat .*:\d+|Index of/i)
})

it('the build contains no source maps [13.4.1-3 13.4.6]', () => {
  expect(existsSync(join(root, 'dist/client/assets'))).toBe(true)
  expect(globSync('dist/client/**/*.map', { cwd: root })).toEqual([])
})

describe('access to /metrics [13.4.5 16.5.1]', () => {
  it('/metrics is answered with 404 for a request through a proxy', async () => {
    expect((await bff.call('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404)
  })
  it.each(['X-Real-IP: 127.0.0.1', 'Via: 1.1 proxy', 'Forwarded: for=127.0.0.1'])(
    '/metrics is answered with 404 for a request with the header %s',
    async (header) => {
      expect(statusOf(await raw(bff.port, `GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\nConnection: close\r\n\r\n`))).toBe(404)
    },
  )
  it('/metrics is answered with 404 for an HTTP/1.0 request, because an unidentified proxy may have sent it', async () => {
    expect(statusOf(await raw(bff.port, 'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'))).toBe(404)
  })
  it('/metrics is answered with 404 for a request with a foreign host name', async () => {
    expect(statusOf(await raw(bff.port, 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'))).toBe(404)
  })
  it('/metrics is answered with 404 if no token is configured and the settings suggest a proxy', async () => {
    for (const env of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_ORIGIN: 'https://sistema.exemplo.com.br' }] as Record<string, string>[]) {
      const behind = await startBff({ upstream: { url: upstream.url }, env })
      expect((await behind.call('GET', '/metrics')).status).toBe(404)
      await behind.stop()
    }
  })
  it('/metrics requires the token if one is configured', async () => {
    const open = await startBff({ upstream: { url: upstream.url }, env: { METRICS_TOKEN: 'um segredo comprido', CALLS_PER_MINUTE: '300' } })
    const asked = async (authorization?: string) => (await open.call('GET', '/metrics', authorization ? { headers: { authorization } } : {})).status
    expect([await asked(), await asked('Bearer outro segredo'), await asked('Bearer um segredo comprido')]).toEqual([404, 404, 200])
    // Wrong tokens count towards the limit of requests, but requests with the right token do not.
    for (let i = 0; i < 118; i += 1) await asked('Bearer outro segredo')
    expect([await asked('Bearer outro segredo'), await asked('Bearer um segredo comprido')]).toEqual([429, 200])
    await open.stop()
  })
})
