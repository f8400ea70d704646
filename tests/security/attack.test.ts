// Replays attacks that succeeded against other products, each in its shortest form.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '../../shared/calls.ts'
import { pages } from '../../shared/pages.ts'
import { startBff } from '../support/bff.ts'
import { raw, statusOf } from '../support/raw.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let cookie = ''
beforeAll(async () => {
  upstream.people.set('ana@x.co', {
    id: 7,
    name: 'Ana',
    supervisor: 'S',
    departamento: 4,
    status: 'A',
    acessos: menus('/clientes', '/nfse', '/controle-financeiro', '/controle-servicos'),
  })
  bff = await startBff({ upstream: { url: upstream.url } })
  cookie = await bff.signIn('ana@x.co')
  // This call makes the BFF look up the person, so later requests to the upstream come only from the attack.
  await bff.call('GET', '/api/clients', { cookie })
})
beforeEach(() => {
  upstream.answers.clear()
  upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  upstream.seen.length = 0
})
afterAll(async () => {
  await bff.stop()
})
const lives = async () => (await bff.call('GET', '/healthz')).status
const head = () => `Host: 127.0.0.1:${bff.port}\r\nCookie: ${cookie}\r\n`

it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
  'a header named %s is ignored, and a parameter or field with this name is refused with 400 [CVE-2026-21710 1.2.5 1.3.12 15.3.6]',
  async (name) => {
    expect(statusOf(await raw(bff.port, `GET /api/clients HTTP/1.1\r\n${head()}${name}: x\r\nConnection: close\r\n\r\n`))).toBe(404)
    expect(upstream.calls()).toHaveLength(1)
    expect((await bff.call('GET', `/api/clients?${name}=x`, { cookie })).status).toBe(400)
    expect((await bff.call('POST', '/api/nfse', { cookie, body: `{"contasForSend":[1],"${name}":1}` })).status).toBe(400)
    expect(upstream.calls()).toHaveLength(1)
    expect(await lives()).toBe(200)
  },
)

it.each(['ordem=id;drop table clients', 'sort="id"', "order=id'--", 'sort[]=id'])(
  'a parameter that tries to inject a sort order is refused as unknown: %s [CVE-2026-39356 1.2.4]',
  async (query) => {
    expect((await bff.call('GET', `/api/clients?${query}`, { cookie })).status).toBe(400)
    expect(upstream.calls()).toEqual([])
  },
)

describe('writes from other sites', () => {
  it.each(['/', '//', '/?x=1', '/home', '/api/auth/', '/api/auth?', '/api/logout/', '/api/nfse', '/./', '/api/../'])(
    'a cross-site POST to %s without X-CSRF has no effect [CVE-2025-47910 CVE-2026-22030 3.5.1-3 BFF CSRF]',
    async (path) => {
      const body = 'email=ana%40x.co&password=senha'
      const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n${body}`
      const answer = await raw(bff.port, `POST ${path} HTTP/1.1\r\n${head()}${form}`)
      expect([400, 403, 404]).toContain(statusOf(answer))
      expect(answer).not.toMatch(/set-cookie/i)
      expect(upstream.seen).toEqual([])
    },
  )

  it.each(pages.map(({ path }) => path))('a form that another site posts to the page %s has no effect [CVE-2026-22030]', async (path) => {
    const response = await fetch(bff.url + path, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect(response.status).toBe(path === '/' ? 403 : 404)
    expect(upstream.seen).toEqual([])
  })

  it('every GET call of the table is declared safe, so reading changes nothing [3.5.1-3 BFF CSRF]', () => {
    expect(calls.filter((row) => row.method === 'GET' && !row.safe)).toEqual([])
  })
})

it.each([
  '//evil.example/home',
  '//evil.example',
  '/\\evil.example/',
  '/%5cevil.example/home',
  '/home/..//evil.example',
  'https://evil.example/home',
  '//evil.example/clientes/',
])('a request for %s is answered with 400 or 404, without a redirect [CVE-2026-22029 CVE-2024-29041 3.7.1-2]', async (target) => {
  const answer = await raw(bff.port, `GET ${target} HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`)
  expect([400, 404]).toContain(statusOf(answer))
  expect(answer).not.toMatch(/^location:/im)
})

it('POST /nfse/send-mail with an address in a field outside the schema is refused with 400 [1.3.11]', async () => {
  for (const more of [{ email: 'eu@evil.example' }, { to: 'a\r\nBcc: eu@evil.example' }, { emailsList: ['eu@evil.example'] }])
    expect((await bff.call('POST', '/api/nfse/send-mail', { cookie, body: { id: 5, ...more } })).status).toBe(400)
  expect(upstream.calls()).toEqual([])
})

it('amounts and ids outside their ranges are refused before they reach an SQL statement [1.4.2]', async () => {
  upstream.answers.set('POST /financial-control-batch', { json: { id: 5 } })
  const movement = { operador: 'D', operacao: 'D', idControleFinanceiro: 3, responsavel: 'E', data: '2026-11-21', idTipo: 2, idStatus: 'A' }
  const post = async (change: object) =>
    (await bff.call('POST', '/api/financial-control-batch', { cookie, body: { ...movement, valor: 10, ...change } })).status
  expect(await post({ valor: 9_999_999_999.99, idTipo: 2_147_483_647 })).toBe(200)
  for (const change of [{ valor: 1e10 }, { valor: 10.001 }, { valor: -1 }, { idTipo: 2_147_483_648 }, { idTipo: 1.5 }, { idTipo: '2' }])
    expect(await post(change), JSON.stringify(change)).toBe(400)
  expect(upstream.calls()).toHaveLength(1)
})

it('a download is refused with 400 if its parameters are invalid, and with 403 if it is requested by another site [5.3.1-2 5.4.1-2]', async () => {
  for (const query of ['id=5', 'tipo=1', 'id=5&tipo=3', 'id=5&tipo=1&nome=x', 'id=../5&tipo=1', 'id=5&id=6&tipo=1'])
    expect((await bff.call('GET', `/api/nfse-download-file?${query}`, { cookie })).status).toBe(400)
  const foreign = await bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  expect(upstream.calls()).toEqual([])
})
