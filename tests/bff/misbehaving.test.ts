// An upstream that misbehaves must affect only the request that met it, not the process, the session or another person's response. Tests that take
// minutes or much memory are in tests/deep.
import { describe, expect, it } from 'vitest'
import { DEADLINES } from '../../server/bff/upstream.ts'
import {
  bff,
  bytes,
  client,
  hurtsOne,
  late,
  listsWrong,
  meet,
  misbehaviours,
  nests,
  OK,
  other,
  pour,
  readers,
  roads,
  SECRET,
  startMisbehavingSite,
  upstream,
  victim,
  wellBehaved,
  whole,
  type Misbehave,
} from '../support/misbehaving.ts'

startMisbehavingSite()

it('the browser gets a reply without the token and without direction marks, even if the upstream sends them [10.1.1 14.2.1]', async () => {
  const token = 'token-of-ana@x.co'
  const said = async (answer: { status?: number; json: unknown }) => {
    upstream.answers.set('GET /clients', answer)
    const response = await bff.call('GET', '/api/clients', { cookie: victim })
    return [response.status, await response.text()] as const
  }
  for (const json of [{ message: `jwt malformed: Bearer ${token}` }, { message: 'cliente \u202Eovitani' }]) {
    const [status, text] = await said({ status: 400, json })
    expect([status, text]).toEqual([400, expect.stringContaining('"400 - Falha na comunicação!"')])
  }
  const [status, text] = await said({ json: [{ ...client, NOMEFANTASIACLIENTE: token }] })
  expect([status, text]).toEqual([502, expect.not.stringContaining(token)])
  // Some upstreams escape every character that is not a plain letter, so the token is also sent with escapes.
  for (const [code, json] of [
    [400, { message: `Bearer ${token}` }],
    [200, [{ ...client, NOMEFANTASIACLIENTE: token }]],
  ] as const) {
    upstream.answers.set('GET /clients', (_req, res) => void res.writeHead(code).end(JSON.stringify(json).replaceAll('@', '\\u0040')))
    expect(await (await bff.call('GET', '/api/clients', { cookie: victim })).text()).not.toContain(token)
  }
  upstream.answers.set('GET /clients', { json: [{ ...client, NOMEFANTASIACLIENTE: token }] })
  expect(await (await bff.call('GET', '/clientes', { cookie: victim })).text()).not.toContain(token)
  // A token in a field that the schema does not name is removed like any other value.
  expect(await said({ json: [{ ...client, token }] })).toEqual([200, expect.not.stringContaining(token)])
})

describe.each(Object.entries(roads))('an upstream that misbehaves during %s', (name, road) => {
  // Only one route waits for the timeouts here; tests/deep waits for them on every route.
  it.each(misbehaviours.filter(([, kind]) => kind !== 'late' || name === 'a call that reads'))(
    'only one request fails: %s',
    (_what, kind, misbehave) => hurtsOne(road, kind, misbehave),
  )

  it('only one request fails if the upstream drops every kept-alive connection', async () => {
    await Promise.all(Array.from({ length: 4 }, () => bff.call('GET', '/api/cities', { cookie: other })))
    const { status } = await meet(road, ({ socket }) => socket.destroy())
    expect(status).toBe(road.broken)
    expect((await road.ask()).status).toBe(200)
  })

  it('only one request fails if the upstream sends 100 MB', async () => {
    const { status } = await meet(road, ({ socket }) => {
      socket.write(`${OK}Content-Length: 104857600\r\n\r\n`)
      pour(socket, Buffer.alloc(1024 * 1024, ' '), 100)
    })
    expect(status).toBe(road.broken)
    expect((await road.ask()).status).toBe(200)
  })
})

it('a reply with ten million nested brackets fails only the call that reads it', () => nests(roads['a call that reads']))

it.each(readers)('a reply with 1.5 MB of empty objects in a list fails only the request that gets it [2.4.1 13.2.6]: %s', (at) =>
  listsWrong(roads[at], ['{}', 500_000]),
)

describe('each timeout alone [2.4.1 15.1.3 13.2.6]', () => {
  it.each([
    ['firstByte', 'a call that reads', 'says nothing'],
    ['firstByte', 'a call that writes', 'drips its headers'],
    ['gap', 'a call that reads', 'stops in its body'],
    ['total', 'a call that writes', 'drips its body'],
    ['slow', 'a file', 'drips its body'],
    ['lookUp', 'a record that a rule looks up', 'drips its body'],
    ['lookUp', 'who it is', 'drips its headers'],
    ['page', 'the data of a page', 'drips its body'],
    ['firstByte', 'a sign-in', 'drips its body'],
  ] as const)('the timeout %s alone ends %s if the upstream %s', async (name, at, what) => {
    // All other timeouts are longer than the test, so only the timeout under test can end the request.
    for (const other of Object.keys(DEADLINES)) Object.assign(DEADLINES, { [other]: 60_000 })
    DEADLINES[name] = 1_000
    expect((await meet(roads[at], late[what])).status).toBe(roads[at].late)
  })

  it('the timeout `slow` ends a file download whose last byte comes too late, counted from the request', async () => {
    DEADLINES.slow = 2_000
    upstream.answers.set('GET /nfse-download-file', (_req, res) => {
      res.flushHeaders()
      setTimeout(() => {
        res.write(`%PDF-${'x'.repeat(200)}`)
        // The last byte arrives 2.5 s after the call. A timeout that started with the first byte would not have ended the download yet.
        setTimeout(() => res.end(' '), 1_500)
      }, 1_000)
    })
    await expect((await roads['a file'].ask()).text()).rejects.toThrow()
  })
})

const plantedCities = JSON.stringify([{ CODIGOCIDADE: 666, NOMECIDADE: SECRET }])

describe('a misbehaving upstream', () => {
  const cities = () => bff.call('GET', '/api/cities', { cookie: other })

  it('a second reply that the upstream sends after the first, or on an idle connection, is never forwarded [CVE-2026-48931]', async () => {
    const planted = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${plantedCities.length}\r\n\r\n${plantedCities}`
    const first = `${OK}Content-Length: ${whole.length}\r\n\r\n${whole}`
    let idle = 0
    const ways: Misbehave[] = [
      bytes(first + planted),
      bytes(first, planted),
      ({ socket }) => {
        socket.write(first)
        setImmediate(() => socket.write(planted))
      },
      (req, res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length }).end(whole)
        res.once('finish', () =>
          setImmediate(() => {
            idle += 1
            req.socket.write(planted)
          }),
        )
      },
    ]
    for (const way of ways) {
      for (let round = 0; round < 20; round += 1) {
        upstream.answers.set('GET /clients', way)
        const answers = await Promise.all([bff.call('GET', '/api/clients', { cookie: victim }), cities()])
        upstream.answers.set('GET /clients', { json: [client] })
        answers.push(...(await Promise.all([cities(), bff.call('GET', '/api/clients', { cookie: victim }), cities()])))
        for (const answer of answers) expect(await answer.text()).not.toContain(SECRET)
        expect(answers.slice(1).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      }
    }
    expect(idle).toBe(20)
  })

  it('a 401 from the upstream ends only the session whose call got it', async () => {
    const cookie = await bff.signIn('ana@x.co')
    upstream.answers.set('GET /clients', { status: 401, json: { message: SECRET }, headers: { 'set-cookie': `csnoteweb=${SECRET}` } })
    const response = await bff.call('GET', '/api/clients', { cookie })
    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining(SECRET)])
    expect(response.headers.getSetCookie().join()).toMatch(/^csnoteweb=;/)
    wellBehaved()
    expect((await bff.call('GET', '/api/clients', { cookie })).status).toBe(401)
    expect((await bff.call('GET', '/api/clients', { cookie: victim })).status).toBe(200)
  })

  it('an unknown field of up to a million values is removed from the reply, and a reply with a larger one is refused with 502', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const filled = (text: string) => {
      upstream.answers.set('GET /clients', (_req, res) => void res.end(`[${JSON.stringify(client).slice(0, -1)},"x":${text}}]`))
      return bff.call('GET', '/api/clients', { cookie: victim })
    }
    const response = await filled(nested(900_000))
    expect([response.status, await response.json()]).toEqual([200, [client]])
    for (const text of [nested(1_000_000), `[${'{},'.repeat(600_000)}0]`, `[${'[],'.repeat(600_000)}0]`])
      expect((await filled(text)).status).toBe(502)
  })

  it('a reply with millions of commas is refused with 502, unless the commas are inside texts', async () => {
    const texts = Array.from({ length: 15_000 }, (_, index) => ({
      ...client,
      CODIGOCLIENTE: index + 1,
      NOMEFANTASIACLIENTE: `"\\${',[{'.repeat(34)}`,
    }))
    upstream.answers.set('GET /clients', { json: texts })
    const response = await bff.call('GET', '/api/clients', { cookie: victim })
    expect([response.status, ((await response.json()) as unknown[]).length]).toEqual([200, 15_000])
    upstream.answers.set('GET /clients', (_req, res) => void res.end(`[${'1,'.repeat(1_000_001)}1]`))
    expect((await bff.call('GET', '/api/clients', { cookie: victim })).status).toBe(502)
  })

  it('a reply with a deeply nested tree gives 200 or 502, and the process keeps running', async () => {
    for (const depth of [1_000, 10_000, 100_000]) {
      const tree = `${'{"ID":1,"DESCRICAO":"x","dados":['.repeat(depth)}${']}'.repeat(depth)}`
      upstream.answers.set('GET /users/data', (_req, res) => void res.end(`{"departamentos":[],"users":[],"menus":[${tree}]}`))
      const response = await bff.call('GET', '/api/users/data', { cookie: victim })
      expect([200, 502], `${depth}: ${await response.text()}`).toContain(response.status)
    }
    expect((await cities()).status).toBe(200)
  })

  it('a file of more than 25 MB is refused with 502', async () => {
    upstream.answers.set(
      'GET /nfse-download-file',
      (_req, res) => void res.end(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(26 * 1024 * 1024)])),
    )
    expect((await bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie: victim })).status).toBe(502)
  })
})
