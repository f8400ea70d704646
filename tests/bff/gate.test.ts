import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auth } from '../../shared/features/auth.ts'
import { call, read } from '../../shared/call.ts'
import { absent, all, any, cut, is, me, must, P } from '../../shared/access.ts'
import { messages } from '../../shared/messages.ts'
import { Day, GIVES_REASON, Id, Status } from '../../shared/wire.ts'
import { calls } from '../../shared/calls.ts'
import { readEnv } from '../../server/env.ts'
import { createGate } from '../../server/bff/gate.ts'
import { parseJson } from '../../server/bff/json.ts'
import { createMetrics } from '../../server/bff/metrics.ts'
import { createUpstream } from '../../server/bff/upstream.ts'
import type { Principal } from '../../server/bff/session.ts'
import { createLog } from '../../server/log.ts'
import { startBff } from '../support/bff.ts'
import { clientBody } from '../support/client-samples.ts'
import { raw, statusOf } from '../support/raw.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

// A table of calls for these tests only. Together the calls use every operator of the rule language and every source that a rule can read.
const Movement = z.object({ id: Id, operador: z.enum(['C', 'D']), lote: Id.nullable(), idStatus: Status })
const own = call('GET /own', { title: '', menu: '/a', reply: z.object({ ID: Id.nullable() }) })
const movement = call('GET /movements/{id}', { title: '', menu: '/a', reply: Movement })
const table = [
  ...auth,
  own,
  movement,
  call('GET /clients', { title: '', menu: '/a', reply: z.array(z.object({ CODIGOCLIENTE: Id })) }),
  call('DELETE /things', { title: '', menu: '/a', body: z.strictObject({ ids: z.array(Id) }), reply: z.object({}) }),
  call('GET /lists', {
    title: '',
    menu: ['/a', '/b'],
    query: z.strictObject({ ids: z.union([z.string(), z.array(z.string())]).optional(), x: z.string().optional() }),
    reply: z.object({}),
  }),
  call('GET /people', {
    title: '',
    menu: 'session',
    reply: z.object({ users: z.array(z.object({ ID: Id, comissao: z.number().optional() })) }),
    cut: (r) => [cut.list(r.users, is(r.users.each.ID, me.id), P), cut.field(r.users.each.comissao, P)],
  }),
  call('PUT /movements', {
    title: '',
    menu: '/a',
    body: z.strictObject({ id: Id, operador: z.enum(['C', 'D']), lote: Id, note: z.string().optional(), day: Day.optional() }),
    rule: ({ body }) => {
      const stored = read(movement, body.id)
      const batch = read(own)
      return all(
        any(P, all(is(body.operador, 'D'), is(body.lote, batch.ID), is(stored.operador, 'D'), is(stored.lote, batch.ID))),
        must(is(stored.idStatus, 'A'), 'Registro inativo não pode ser alterado!', 409),
      )
    },
    reply: z.object({}),
  }),
  call('POST /movements', {
    title: '',
    menu: '/a',
    body: z
      .strictObject({ comissao: z.number().optional() })
      .refine(({ comissao = 0 }) => comissao <= 100, { path: ['comissao'], error: 'Comissão acima de 100 %.', params: GIVES_REASON }),
    rule: ({ body }) => any(P, absent(body.comissao)),
    reply: z.object({}),
  }),
]
const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
const cookies: Record<string, string> = {}

beforeAll(async () => {
  const person = (id: number, supervisor: unknown, departamento: unknown, ...routes: string[]) => ({
    id,
    name: `P${id}`,
    supervisor,
    departamento,
    status: 'A',
    acessos: menus(...routes),
  })
  const people = {
    plain: person(7, 'N', 3, '/a'),
    s: person(1, 'S', 1, '/a'),
    finance: person(4, 'N', 4, '/a'),
    menuless: person(9, 'S', 4),
    other: person(10, 'N', 3, '/b'),
    lookalike: person(11, 's', '04', '/a'),
    spaced: person(12, true, ' 4', '/a'),
    nobody: person(13, null, null, '/a'),
  }
  for (const [name, one] of Object.entries(people)) upstream.people.set(`${name}@x.co`, one)
  bff = await startBff({ upstream: { url: upstream.url }, table })
  for (const name of Object.keys(people)) cookies[name] = await bff.signIn(`${name}@x.co`)
})
afterEach(() => {
  upstream.answers.clear()
  upstream.seen.length = 0
})
afterAll(async () => {
  await bff.stop()
})

const movements = { id: 5, operador: 'D', lote: 3, idStatus: 'A' }
const answers = (stored: unknown, batch: unknown = 3) => {
  upstream.answers.set('GET /movements/5', { json: stored })
  upstream.answers.set('GET /own', { json: { ID: batch } })
  upstream.answers.set('PUT /movements', { json: {} })
}
const put = (who: string, body: object) =>
  bff.call('PUT', '/api/movements', { cookie: cookies[who], body: { id: 5, operador: 'D', lote: 3, ...body } })
const reached = () => upstream.calls().map(({ method, url }) => `${method} ${url}`)

describe('the order of checks in the gate', () => {
  it.each([
    ['an unknown call', 'GET', '/api/nothing', 'plain', {}, 404],
    ['HEAD', 'HEAD', '/api/clients', 'plain', {}, 404],
    ['OPTIONS', 'OPTIONS', '/api/clients', 'plain', {}, 404],
    ['a method outside the table', 'POST', '/api/clients', 'plain', {}, 404],
    ['a path in another letter case', 'GET', '/api/Clients', 'plain', {}, 404],
    ['a trailing slash', 'GET', '/api/clients/', 'plain', {}, 404],
    ['a missing X-CSRF, checked before the session', 'PUT', '/api/movements', '', { 'X-CSRF': '' }, 403],
    ['a foreign origin on a GET', 'GET', '/api/clients', 'plain', { origin: 'https://evil.example' }, 403],
    ['a null origin', 'GET', '/api/clients', 'plain', { origin: 'null' }, 403],
    ['a foreign site', 'GET', '/api/clients', 'plain', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another subdomain of the site', 'GET', '/api/clients', 'plain', { 'sec-fetch-site': 'same-site' }, 403],
    ['a write typed into the address bar', 'PUT', '/api/movements', 'plain', { 'sec-fetch-site': 'none' }, 403],
    ['a missing session', 'GET', '/api/clients', '', {}, 401],
    ['a missing session, checked before the input', 'GET', '/api/movements/x1', '', {}, 401],
    ['a missing menu', 'GET', '/api/clients', 'menuless', {}, 403],
    ['a missing menu, checked before the input', 'GET', '/api/movements/0', 'other', {}, 403],
    ['id 0', 'GET', '/api/movements/0', 'plain', {}, 400],
    ['id 01', 'GET', '/api/movements/01', 'plain', {}, 400],
    ['id 1e0', 'GET', '/api/movements/1e0', 'plain', {}, 400],
    ['id beyond int4', 'GET', '/api/movements/2147483648', 'plain', {}, 400],
    ['an unknown parameter', 'GET', '/api/lists?y=1', 'plain', {}, 400],
    ['a repeated single-value parameter', 'GET', '/api/lists?x=1&x=2', 'plain', {}, 400],
    ['a list written in two forms', 'GET', '/api/lists?ids[]=1&ids=2', 'plain', {}, 400],
    ['a single-value parameter with brackets', 'GET', '/api/lists?x[]=1', 'plain', {}, 400],
    ['an encoded path', 'GET', '/api/%63lients', 'plain', {}, 400],
    ['an encoded slash', 'GET', '/api/movements%2f5', 'plain', {}, 400],
    ['a double slash', 'GET', '/api//clients', 'plain', {}, 404],
    ['a public route inside a query parameter', 'GET', '/api/clients?x=/auth', '', {}, 401],
  ])(
    'a request is refused before it reaches the upstream: %s [8.2.1 8.3.1 13.4.4 4.1.4 3.5.1-3 BFF CSRF 2.1.1 2.2.1-3 1.1.1 1.2.2 1.5.3 1.4.2 CVE-2025-54576 CVE-2026-22031 CVE-2026-14198]',
    async (_name, method, path, who, headers, status) => {
      const response = await bff.call(method, path, { cookie: cookies[who], headers })
      expect(response.status).toBe(status)
      expect(reached()).toEqual([])
    },
  )

  it('a call is refused with 409 if its page was rendered for another person [7.4.1]', async () => {
    upstream.answers.set('GET /clients', { json: [] })
    const as = async (id: string) => (await bff.call('GET', '/api/clients', { cookie: cookies['plain'], headers: { 'x-person': id } })).status
    expect([await as('7'), await as('8'), await as('07')]).toEqual([200, 409, 409])
    expect(reached()).toEqual(['GET /clients'])
  })

  it('a sign-out is refused with 409 and ends no session if its page was rendered for another person [7.4.1]', async () => {
    const cookie = await bff.signIn('plain@x.co')
    expect((await bff.call('POST', '/api/logout', { cookie, headers: { 'x-person': '999' } })).status).toBe(409)
    expect((await bff.call('GET', '/api/auth', { cookie })).status).toBe(200)
  })

  it('a refusal contains a message and the request id [16.5.1]', async () => {
    const response = await bff.call('GET', '/api/clients')
    expect(await response.json()).toEqual({ message: 'Autenticação inválida!', requestId: response.headers.get('x-request-id') })
  })

  it('if a call accepts any of several menus, a person with one of them may make the call, and a person with none gets 403', async () => {
    upstream.answers.set('GET /lists', { json: {} })
    expect((await bff.call('GET', '/api/lists', { cookie: cookies['other'] })).status).toBe(200)
    expect((await bff.call('GET', '/api/lists', { cookie: cookies['menuless'] })).status).toBe(403)
  })
})

describe('rules', () => {
  it.each([
    ['a supervisor, for any record', 's', {}, movements, 3, 200],
    ['a person of department 4, for any record', 'finance', { operador: 'C', lote: 9 }, { ...movements, operador: 'C', lote: 9 }, 3, 200],
    ['a debit in the person’s own batch', 'plain', {}, movements, 3, 200],
    ['a request that turns a debit into a credit', 'plain', { operador: 'C' }, movements, 3, 403],
    ['a request that names the batch of another person', 'plain', { lote: 9 }, movements, 3, 403],
    ['a stored credit', 'plain', {}, { ...movements, operador: 'C' }, 3, 403],
    ['a movement stored in the batch of another person', 'plain', {}, { ...movements, lote: 9 }, 3, 403],
    ['two missing batches never match', 'plain', {}, { ...movements, lote: null }, null, 403],
    ['an inactive record of another person, refused like an active one', 'plain', {}, { ...movements, lote: 9, idStatus: 'I' }, 3, 403],
    ['an inactive record of the person', 'plain', {}, { ...movements, idStatus: 'I' }, 3, 409],
    ['an inactive record, for a supervisor', 's', {}, { ...movements, idStatus: 'I' }, 3, 409],
    ["department '04'", 'lookalike', { operador: 'C' }, movements, 3, 403],
    ["department ' 4' and supervisor true", 'spaced', { operador: 'C' }, movements, 3, 403],
    ['department null and supervisor null', 'nobody', { operador: 'C' }, movements, 3, 403],
  ])('a rule decides by the request and by stored records: %s [8.2.2 8.3.3]', async (_name, who, body, stored, batch, status) => {
    answers(stored, batch)
    const response = await put(who, body)
    expect(response.status).toBe(status)
    expect(reached().includes('PUT /movements')).toBe(status === 200)
  })

  it('the stored record is looked up only if a clause of the rule needs the record', async () => {
    answers(movements)
    await put('plain', { operador: 'C' })
    expect(reached()).toEqual([])
    await put('s', {})
    expect(reached()).toEqual(['GET /movements/5', 'PUT /movements'])
  })

  it.each([
    ['missing', { status: 404 }, 404],
    ['not readable, because the upstream fails', { status: 500, json: { message: 'segredo' } }, 502],
    ['in conflict with its schema', { json: { ...movements, operador: 'Z' } }, 502],
    ['refused by the upstream', { status: 401 }, 502],
    ['only available through a call that the API lacks', { status: 501, json: { message: 'segredo' } }, 501],
  ])('a call is denied if the stored record is %s [8.2.2 8.3.3 16.5.2-3]', async (_name, answer, status) => {
    answers(movements)
    upstream.answers.set('GET /movements/5', answer)
    const response = await put('s', {})
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('segredo')
    expect(reached()).toEqual(['GET /movements/5'])
  })

  it('the request sent upstream has only our own headers and the rebuilt body [4.1.3 4.2.1 4.2.2 2.1.1 15.3.5 CVE-2025-64484 BFF operations]', async () => {
    upstream.answers.set('DELETE /things', { json: {} })
    await bff.call('DELETE', '/api/things', {
      cookie: cookies['plain'],
      body: '{ "ids" : [1,\n2] }',
      headers: { authorization: 'Bearer evil', 'x-forwarded-for': '1.2.3.4', x_forwarded_for: '1.2.3.4' },
    })
    const [sent] = upstream.calls()
    expect(sent).toMatchObject({ method: 'DELETE', url: '/things', body: '{"ids":[1,2]}' })
    expect(Object.keys(sent?.headers ?? {}).sort()).toEqual(['accept', 'authorization', 'connection', 'content-length', 'content-type', 'host'])
    expect(sent?.headers.authorization).toBe('Bearer token-of-plain@x.co')
  })

  it('a valid idempotency key is forwarded, and an invalid one is refused with 400 [4.1.3]', async () => {
    upstream.answers.set('POST /movements', { json: {} })
    const statuses: number[] = []
    for (const key of ['a'.repeat(32), 'a', 'a\tb'.repeat(8), 'a'.repeat(65)]) {
      const { status } = await bff.call('POST', '/api/movements', { cookie: cookies['plain'], body: {}, headers: { 'idempotency-key': key } })
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 400, 400, 400])
    expect(upstream.calls().map(({ headers }) => headers['idempotency-key'])).toEqual(['a'.repeat(32)])
  })

  it('a list in the query string is forwarded as a repeated parameter', async () => {
    upstream.answers.set('GET /lists', { json: {} })
    await bff.call('GET', '/api/lists?ids=1&ids=2', { cookie: cookies['plain'] })
    expect(reached()).toEqual(['GET /lists?ids=1&ids=2'])
  })
})

describe('request bodies', () => {
  it.each([
    ['duplicate keys', '{"comissao":1,"comissao":2}', 400],
    ['duplicate keys, one escaped', '{"comissao":1,"c\\u006fmissao":2}', 400],
    ['an exponent', '{"comissao":1e0}', 400],
    ['__proto__', '{"__proto__":{}}', 400],
    ['an unknown field', '{"x":1}', 400],
    ['a NUL character', '{"comissao":"\\u0000"}', 400],
    ['a lone surrogate', '{"comissao":"\\ud800"}', 400],
    ['nine levels of nesting', '['.repeat(9) + ']'.repeat(9), 400],
    ['more than a thousand list items', `{"comissao":[${'1,'.repeat(1000)}1]}`, 400],
    ['a list for a scalar', '{"comissao":[1]}', 400],
    ['a text that is not JSON', 'x', 400],
    ['a list at the top level', '[]', 400],
    ['more than 64 KiB', `{"x":"${'a'.repeat(70_000)}"}`, 413],
  ])('a body with %s is refused [2.1.1 2.2.1-3 15.3.5 15.3.7 8.2.3 15.3.3 1.2.5 1.3.12 15.3.6]', async (_name, body, status) => {
    expect((await bff.call('POST', '/api/movements', { cookie: cookies['s'], body })).status).toBe(status)
    expect(reached()).toEqual([])
  })

  it.each([
    ['text/plain'],
    ['application/json;x'],
    ['application/json\tx'],
    ['application/json ;charset=utf-8'],
    ['application/json ; x'],
    ['application/json; charset=latin1'],
    ['multipart/form-data; boundary=x'],
    [''],
  ])('a body of type "%s" is refused [3.5.1-3 BFF CSRF CVE-2026-55603 CVE-2026-25223 CVE-2026-33806]', async (type) => {
    const response = await bff.call('POST', '/api/movements', { cookie: cookies['s'], body: '{}', headers: { 'content-type': type } })
    expect([400, 415]).toContain(response.status)
    expect(reached()).toEqual([])
  })

  it.each([
    ['empty lists', `[${'[],'.repeat(349_000)}[]]`],
    ['lists of a thousand numbers', `[${`[${'1,'.repeat(999)}1],`.repeat(499)}[]]`],
  ])('a body of one mebibyte with %s is refused before it is parsed [15.2.2]', (_what, text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(expect.objectContaining({ reason: 'json: parts' }))
  })

  // The texts end with bytes that are not valid UTF-8. If the gate decoded a body before it checks the length, it would report 'syntax' instead.
  it.each([
    ['plain', 'x'],
    ['escaped', '\\u00e9'],
    ['quotes', '\\"'],
    ['line ends', '\\n'],
  ])('a text that is too long is refused before it is decoded, in any notation: %s [15.2.2]', (_what, one) => {
    const body = Buffer.concat([Buffer.from(`{"x":"${one.repeat(24_001)}`), Buffer.from([0xff])])
    expect(() => parseJson(body)).toThrow(expect.objectContaining({ reason: 'json: text' }))
    const longest = Buffer.from(JSON.stringify({ x: '\u0001'.repeat(4000) }))
    expect(parseJson(longest)).toEqual({ x: '\u0001'.repeat(4000) })
    const longer = Buffer.from(JSON.stringify({ x: 'é'.repeat(4001) }))
    expect(() => parseJson(longer)).toThrow('Um texto do pedido tem mais que 4000 caracteres.')
  })

  it('missing fields and invalid values are reported in plain Portuguese', async () => {
    const body = JSON.stringify({ id: 5, lote: 1, operador: 'X', note: null, day: '2026-02-29' })
    const response = await bff.call('PUT', '/api/movements', { cookie: cookies['s'], body })
    const fields = { note: messages.required, day: messages.day, operador: messages.option }
    expect(await response.json()).toMatchObject({ fields })
    const said = z
      .strictObject({ year: z.int().min(2000), share: z.number().positive(), name: z.string().max(3000) })
      .safeParse({ year: 5, share: 0, name: 'x'.repeat(3001) }).error
    expect(said?.issues.map(({ message }) => message)).toEqual([
      'Não pode ser menor que 2000.',
      'Deve ser maior que 0.',
      'Não pode ter mais que 3000 caracteres.',
    ])
  })

  it('the message of a 400 is the reason alone if the reason already names the field', async () => {
    const answer = async (body: object) =>
      (await bff.call('POST', '/api/movements', { cookie: cookies['s'], body: JSON.stringify(body) })).json() as Promise<object>
    expect(await answer({ comissao: 101 })).toMatchObject({ message: 'Comissão acima de 100 %.', fields: { comissao: 'Comissão acima de 100 %.' } })
    expect(await answer({ comissao: 'x' })).toMatchObject({ message: messages.invalidForm })
  })

  it('a compressed body is refused with 415', async () => {
    const response = await bff.call('POST', '/api/movements', { cookie: cookies['s'], body: '{}', headers: { 'content-encoding': 'gzip' } })
    expect(response.status).toBe(415)
  })
})

describe('replies', () => {
  it('a reply is rebuilt from its schema, so unknown fields and headers never reach the browser [15.3.1 14.2.6 4.2.5 3.5.5 10.1.1]', async () => {
    upstream.answers.set('GET /clients', {
      json: [{ CODIGOCLIENTE: 1, token: 't', password: 'p' }],
      headers: { 'set-cookie': 'a=b', location: 'https://evil.example', server: 'x', 'access-control-allow-origin': '*', 'x-secret': 'y' },
    })
    const response = await bff.call('GET', '/api/clients', { cookie: cookies['plain'] })
    expect(await response.json()).toEqual([{ CODIGOCLIENTE: 1 }])
    for (const name of ['set-cookie', 'location', 'server', 'access-control-allow-origin', 'x-secret']) expect(response.headers.get(name)).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('a reply omits the fields and items that the caller has no right to see [15.3.1 14.2.6]', async () => {
    const users = [1, 4, 7].map((ID) => ({ ID, comissao: 5 }))
    const seen = async (who: string) => {
      upstream.answers.set('GET /people', { json: { users: structuredClone(users) } })
      return ((await (await bff.call('GET', '/api/people', { cookie: cookies[who] })).json()) as { users: unknown }).users
    }
    expect(await seen('s')).toEqual(users)
    expect(await seen('finance')).toEqual(users)
    expect(await seen('plain')).toEqual([{ ID: 7 }])
  })

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://evil.example' } }, 502, '502 - Falha na comunicação!'],
    ['204', { status: 204 }, 502, '502 - Falha na comunicação!'],
    ['500 with secrets', { status: 500, json: { message: 'senha do banco', stack: 'at x' } }, 502, '502 - Falha na comunicação!'],
    ['503', { status: 503, json: {} }, 503, '503 - Falha na comunicação!'],
    ['501', { status: 501, json: { message: 'Not implemented' } }, 501, 'Esta função ainda não está disponível.'],
    ['a 4xx with a message', { status: 409, json: { message: 'Já existe.', secret: 1 } }, 409, 'Já existe.'],
    ['a 4xx without a message', { status: 418, json: {} }, 418, '418 - Falha na comunicação!'],
    ['not JSON', (_: unknown, res: { end: (s: string) => void }) => res.end('<html>'), 502, '502 - Falha na comunicação!'],
    ['JSON that does not match the schema', { json: { a: 1 } }, 502, '502 - Falha na comunicação!'],
  ])('an upstream reply is turned into a safe status and message: %s [16.5.1 15.3.2 3.7.1-2]', async (_name, answer, status, message) => {
    upstream.answers.set('GET /clients', answer)
    const response = await bff.call('GET', '/api/clients', { cookie: cookies['plain'] })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ message, requestId: expect.any(String) as string })
  })

  it('only one request fails if the upstream disconnects in the middle of a body', async () => {
    upstream.answers.set('GET /clients', (_req, res) => {
      res.writeHead(200, { 'content-length': '100' }).write('[{"CODIGO')
      setImmediate(() => res.socket?.destroy())
    })
    expect((await bff.call('GET', '/api/clients', { cookie: cookies['plain'] })).status).toBe(502)
    upstream.answers.set('GET /clients', { json: [] })
    expect((await bff.call('GET', '/api/clients', { cookie: cookies['plain'] })).status).toBe(200)
  })

  it('a reply of more than 16 MB is refused with 502', async () => {
    upstream.answers.set('GET /clients', (_req, res) => void res.end(`["${'x'.repeat(17 * 1024 * 1024)}"]`))
    expect((await bff.call('GET', '/api/clients', { cookie: cookies['plain'] })).status).toBe(502)
  })

  it('a 401 from the upstream ends the session', async () => {
    const cookie = await bff.signIn('plain@x.co')
    upstream.answers.set('GET /clients', { status: 401 })
    const response = await bff.call('GET', '/api/clients', { cookie })
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie()[0]).toMatch(/^csnoteweb=;/)
    upstream.answers.set('GET /clients', { json: [] })
    expect((await bff.call('GET', '/api/clients', { cookie })).status).toBe(401)
  })

  it('a GET on a socket that the upstream has closed is retried, and a write is not [15.4.2 2.3.1-4]', async () => {
    upstream.answers.set('GET /clients', { json: [] })
    upstream.answers.set('POST /movements', { json: {} })
    // The upstream closes a kept-alive socket as soon as a second request arrives on it.
    const sockets = new WeakMap<object, number>()
    const close = (req: { socket: { destroy: () => void } }) => {
      const used = (sockets.get(req.socket) ?? 0) + 1
      sockets.set(req.socket, used)
      if (used > 1) req.socket.destroy()
    }
    upstream.server.prependListener('request', close)
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await bff.call('GET', '/api/clients', { cookie: cookies['plain'] })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const writes: number[] = []
    for (let i = 0; i < 4; i += 1) writes.push((await bff.call('POST', '/api/movements', { cookie: cookies['plain'], body: {} })).status)
    upstream.server.off('request', close)
    expect(writes).toContain(502)
    expect(upstream.calls().filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(4)
  })
})

describe('requests over raw sockets', () => {
  const head = () => `Host: 127.0.0.1:${bff.port}\r\nX-CSRF: 1\r\nCookie: ${cookies['plain']}\r\n`

  it('Expect: 100-continue is refused with 417, and nothing reaches the upstream [4.1.3 CVE-2024-24791]', async () => {
    const answer = await raw(
      bff.port,
      `DELETE /api/things HTTP/1.1\r\n${head()}Expect: 100-continue\r\nAuthorization: Bearer evil\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(417)
    expect(upstream.seen).toEqual([])
  })

  it('a chunked DELETE with a smuggled second request reaches the upstream as a single request [4.2.1 4.2.2 CVE-2026-29057]', async () => {
    upstream.answers.set('DELETE /things', { json: {} })
    const smuggled = 'GET /secret HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const body = JSON.stringify({ ids: [1] })
    const answer = await raw(
      bff.port,
      `DELETE /api/things HTTP/1.1\r\n${head()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n${smuggled}`,
    )
    expect(statusOf(answer)).toBe(200)
    expect(reached()).toEqual(['DELETE /things'])
  })

  it('a request with both Content-Length and chunked encoding is refused with 400 [4.2.1 4.2.2]', async () => {
    const answer = await raw(
      bff.port,
      `DELETE /api/things HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(400)
    expect(upstream.seen).toEqual([])
  })

  it('headers named by Connection are not forwarded [4.1.3]', async () => {
    upstream.answers.set('GET /clients', { json: [] })
    const answer = await raw(
      bff.port,
      `GET /api/clients HTTP/1.1\r\n${head()}Connection: close, authorization, host\r\nAuthorization: Bearer evil\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(200)
    expect(upstream.calls()[0]?.headers.authorization).toBe('Bearer token-of-plain@x.co')
  })

  it.each([
    ['dot segments', '/api/x/../clients'],
    ['encoded dot segments', '/api/x/%2e%2e/clients'],
    ['an absolute target of another host', 'http://evil.example/api/clients'],
    ['a fragment', '/api/clients#/auth'],
    ['a backslash', '/api\\clients'],
  ])('a request target with %s is refused and not forwarded [1.1.1 1.2.2 1.5.3 BFF proxy 1.3.6 13.1.1 CVE-2026-41059]', async (_name, target) => {
    const status = statusOf(await raw(bff.port, `GET ${target} HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`))
    expect([400, 403, 404, 421]).toContain(status)
    expect(reached()).toEqual([])
  })

  it.each(['evil.example', 'localhost.evil.example', 'evil.example:80@localhost', 'evil.localhost', '127.0.0.1.evil.example', ''])(
    'a request with Host "%s" is refused with 421 [CVE-2026-55602 4.1.2]',
    async (host) => {
      const answer = await raw(bff.port, `GET /api/clients HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookies['plain']}\r\nConnection: close\r\n\r\n`)
      expect(statusOf(answer)).toBe(421)
      expect(reached()).toEqual([])
    },
  )

  it('TRACE is answered with 404 [8.2.1 13.4.4]', async () => {
    expect(statusOf(await raw(bff.port, `TRACE /api/clients HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`))).toBe(404)
    expect(upstream.seen).toEqual([])
  })

  it('a request with malformed chunks is refused with 400 [4.2.1 4.2.2]', async () => {
    const answer = await raw(
      bff.port,
      `DELETE /api/things HTTP/1.1\r\n${head()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(400)
    expect(reached()).toEqual([])
  })

  it('an upgrade request is closed without a response [CVE-2026-44578]', async () => {
    expect(await raw(bff.port, `GET /api/clients HTTP/1.1\r\n${head()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)).toBe('')
    expect(upstream.seen).toEqual([])
  })

  it('too many headers are refused with 431, and a target that is too long with 414', async () => {
    const many = Array.from({ length: 80 }, (_, i) => `X-${i}: 1\r\n`).join('')
    expect(statusOf(await raw(bff.port, `GET /api/clients HTTP/1.1\r\n${head()}${many}Connection: close\r\n\r\n`))).toBe(431)
    expect(statusOf(await raw(bff.port, `GET /api/clients?x=${'a'.repeat(5000)} HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`))).toBe(414)
  })
})

it('an unreachable upstream gives 502, and the process keeps running', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as { port: number }
  await new Promise((resolve) => gone.close(resolve))
  const alone = await startBff({ upstream: { url: `http://127.0.0.1:${port}` }, table })
  expect((await alone.call('POST', '/api/auth', { body: { email: 'a@b.co', password: 'x' } })).status).toBe(502)
  expect((await alone.call('GET', '/healthz')).status).toBe(200)
  expect((await alone.call('GET', '/readyz')).status).toBe(503)
  await alone.stop()
})

it('a call is refused if its caller loses the menu after the first check, but before the call counts towards the limit [8.2.2 8.3.1]', async () => {
  const log = createLog('silent')
  const gate = createGate({ env: readEnv({}), calls, upstream: createUpstream(upstream.url), log, metrics: createMetrics(log) })
  const row = calls.find(({ name }) => name === 'POST /clients')!
  let routes = ['/clientes']
  const who = async () => ({ me: { id: 7, name: 'Ana', supervisor: 'N', departamento: 3, routes } }) as Principal
  const body = async () => clientBody()
  const asked = (charge: () => Promise<void>) => gate.allow(row, who, { path: {}, query: new URLSearchParams(), body }, charge)
  expect((await asked(async () => undefined)).url).toBe('/clients')
  await expect(
    asked(async () => {
      routes = []
    }),
  ).rejects.toMatchObject({ status: 403 })
})
