// Tests which events a session must survive, and which events must end it.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { NOW } from '../support/clock.ts'
import { menus, startUpstream } from '../support/upstream.ts'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>
let now = NOW
const clock = () => now
const person = (id: number, more: object = {}) => ({
  id,
  name: `P${id}`,
  supervisor: 'N',
  departamento: 3,
  status: 'A',
  acessos: menus('/clientes', '/usuarios'),
  ...more,
})

beforeEach(async () => {
  upstream = await startUpstream()
  upstream.people.set('ana@x.co', person(7))
  upstream.people.set('chefe@x.co', person(1, { supervisor: 'S' }))
  upstream.answers.set('GET /clients', { json: [] })
  bff = await startBff({ upstream: { url: upstream.url }, clock })
})
afterEach(async () => {
  await bff.stop()
  await upstream.stop()
})
const clients = async (cookie: string) => (await bff.call('GET', '/api/clients', { cookie })).status
const stored = { ID: 7, NOMECOMPLETOUSUARIO: 'P7', EMAILUSER: 'ana@x.co', departamento: 3, SUPERVISOR: 'N', status: 'A', menus: [1] }
const change = { idUser: 7, nomeCompleto: 'P7', email: 'ana@x.co', status: 'A' }

it('if a person’s rights are changed through the BFF, the change takes effect at that person’s next call [7.4.2 8.3.2]', async () => {
  const [ana, chefe] = [await bff.signIn('ana@x.co'), await bff.signIn('chefe@x.co')]
  expect(await clients(ana)).toBe(200)
  upstream.answers.set('PUT /users', (_req, res) => {
    upstream.people.set('ana@x.co', person(7, { acessos: menus() }))
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  expect((await bff.call('PUT', '/api/users', { cookie: chefe, body: { ...change, menus: [2] } })).status).toBe(200)
  expect(await clients(ana)).toBe(403)
})

it('a password set by a supervisor ends the person’s sessions, and only supervisors may set passwords of others [6.4.1 6.4.3 7.4.3]', async () => {
  const [ana, chefe] = [await bff.signIn('ana@x.co'), await bff.signIn('chefe@x.co')]
  upstream.people.set('rui@x.co', person(8))
  upstream.answers.set('GET /users/7', { json: [stored] })
  const body = { ...change, password: 'trem bom de senha', passwordConfirma: 'trem bom de senha' }
  expect((await bff.call('PUT', '/api/users', { cookie: await bff.signIn('rui@x.co'), body })).status).toBe(403)
  expect(await clients(ana)).toBe(200)
  // The API ends no tokens here, so only the BFF can end the session.
  upstream.answers.set('PUT /users', { json: {} })
  expect((await bff.call('PUT', '/api/users', { cookie: chefe, body })).status).toBe(200)
  expect(await clients(ana)).toBe(401)
})

it('a person who changes their own password stays signed in in the current session, and their other sessions end [7.4.3]', async () => {
  const [here, there] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
  upstream.answers.set('GET /users/7', { json: [stored] })
  upstream.answers.set('PUT /users', { status: 409, json: { message: 'Alterado por outra pessoa.' } })
  const body = { ...change, password: 'trem bom de senha', passwordConfirma: 'trem bom de senha' }
  expect((await bff.call('PUT', '/api/users', { cookie: here, body })).status).toBe(409)
  expect(await clients(there)).toBe(200)
  upstream.answers.set('PUT /users', { json: {} })
  expect((await bff.call('PUT', '/api/users', { cookie: here, body: change })).status).toBe(200)
  expect(await clients(there)).toBe(200)
  expect((await bff.call('PUT', '/api/users', { cookie: here, body })).status).toBe(200)
  expect([await clients(here), await clients(there)]).toEqual([200, 401])
})

it('a person who tries to become a supervisor is refused with 403 [CVE-2026-40291 8.2.3]', async () => {
  const ana = await bff.signIn('ana@x.co')
  upstream.answers.set('GET /users/7', { json: [stored] })
  upstream.answers.set('PUT /users', { json: {} })
  expect((await bff.call('PUT', '/api/users', { cookie: ana, body: { ...change, supervisor: 'S' } })).status).toBe(403)
  expect(upstream.calls().map(({ method }) => method)).not.toContain('PUT')
})

it('a reply that arrives after the sign-out sets no cookie, and the session stays ended [7.4.1]', async () => {
  const ana = await bff.signIn('ana@x.co')
  expect(await clients(ana)).toBe(200)
  const asked = Promise.withResolvers<() => void>()
  upstream.answers.set('GET /clients', (_req, res) => asked.resolve(() => void res.end('[]')))
  const poll = bff.call('GET', '/api/clients', { cookie: ana })
  const answer = await asked.promise
  await bff.call('POST', '/api/logout', { cookie: ana })
  answer()
  expect((await poll).headers.getSetCookie()).toEqual([])
  upstream.answers.set('GET /clients', { json: [] })
  expect(await clients(ana)).toBe(401)
})

describe('a read whose reply is under way', () => {
  /** Takes all menus from the caller, as a supervisor does. */
  const takeMenus = async () => {
    const chefe = await bff.signIn('chefe@x.co')
    upstream.answers.set('PUT /users', { json: {} })
    upstream.people.set('ana@x.co', person(7, { acessos: menus() }))
    return bff.call('PUT', '/api/users', { cookie: chefe, body: { ...change, menus: [2] } })
  }
  const signOut = (cookie: string) => bff.call('POST', '/api/logout', { cookie })

  it.each([
    ['GET', '/clients', 503, 'the caller loses the menu', takeMenus],
    ['POST', '/comission-result', 503, 'the caller loses the menu', takeMenus],
    ['GET', '/clients', 401, 'the caller signs out', signOut],
    ['POST', '/comission-result', 401, 'the caller signs out', signOut],
  ])('the reply to %s %s is replaced by a %i if, before the reply arrives, %s [7.4.1 7.4.2 8.3.2]', async (method, path, status, _event, happen) => {
    upstream.people.set('ana@x.co', person(7, { acessos: menus('/clientes', '/consulta-comissoes') }))
    const ana = await bff.signIn('ana@x.co')
    const read = () => bff.call(method, `/api${path}`, { cookie: ana, ...(method === 'POST' && { body: { colaboradores: [7] } }) })
    upstream.answers.set(`${method} ${path}`, { json: [] })
    expect((await read()).status).toBe(200)
    const asked = Promise.withResolvers<() => void>()
    upstream.answers.set(`${method} ${path}`, (_req, res) =>
      asked.resolve(() => void res.writeHead(200, { 'content-type': 'application/json' }).end('[]')),
    )
    const reading = read()
    const answer = await asked.promise
    expect((await happen(ana)).status).toBe(200)
    answer()
    expect((await reading).status).toBe(status)
  })
})

it('a token is accepted if it fits into the cookie together with 40 menus, and a longer token is refused [BFF cookie 3.3.1-4]', async () => {
  const many = menus(...Array.from({ length: 40 }, (_, i) => `/menu-de-nome-comprido-${i}`))
  const token = (length: number) => upstream.answers.set('POST /auth', { json: { ...person(7, { acessos: many }), token: 't'.repeat(length) } })
  const signIn = () => bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })
  token(2000)
  const [cookie = ''] = (await signIn()).headers.getSetCookie()
  expect(cookie.split(';')[0]?.length).toBeLessThanOrEqual(4096)
  expect(cookie.length).toBeGreaterThan(2000)
  token(4000)
  const refused = await signIn()
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([502, []])
})

it('every response that sets or clears a cookie is sent with no-store [CVE-2025-48947 CVE-2025-64762 14.2.2]', async () => {
  const ana = await bff.signIn('ana@x.co')
  const answers = await Promise.all([
    bff.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } }),
    fetch(`${bff.url}/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ email: 'ana@x.co', password: 'senha' }),
    }),
    bff.call('GET', '/home', { cookie: 'csnoteweb=x' }),
    bff.call('GET', '/api/clients', { cookie: 'csnoteweb=x' }),
    bff.call('POST', '/api/logout', { cookie: ana }),
  ])
  // A sign-in sets and a sign-out clears the cookie with the e-mail, too.
  expect(answers.map(({ headers }) => headers.getSetCookie().length)).toEqual([2, 2, 1, 1, 2])
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
})

it('the start fails with advice if the stored cookie key is empty, not random or readable by others [11.2.1-3 13.3.1-2]', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'csnoteweb-key-'))
  for (const key of ['', 'curta', 'a'.repeat(64)]) {
    writeFileSync(join(dataDir, 'session-secret'), key, { mode: 0o600 })
    await expect(startBff({ upstream: { url: upstream.url }, env: { DATA_DIR: dataDir } })).rejects.toThrow(
      /session-secret não tem mais uma chave aleatória\. Apague o arquivo/,
    )
  }
  writeFileSync(join(dataDir, 'session-secret'), randomBytes(48).toString('base64'))
  chmodSync(join(dataDir, 'session-secret'), 0o644)
  await expect(startBff({ upstream: { url: upstream.url }, env: { DATA_DIR: dataDir } })).rejects.toThrow('pode ter sido lido ou posto ali por outro')
  rmSync(dataDir, { recursive: true })
})

it('without SESSION_SECRET, the server creates a random key that no other user can read [11.2.1-3 13.3.1-2 11.1.1-2 11.3.1-3 11.5.1]', async () => {
  const file = join(bff.dataDir, 'session-secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(48)
  const other = await startBff({ upstream: { url: upstream.url } })
  expect(readFileSync(join(other.dataDir, 'session-secret'), 'utf8')).not.toBe(readFileSync(file, 'utf8'))
  await other.stop()
})
