// Tests the resources that all people share: rendering slots, sockets and memory. Nobody can take them from others by disconnecting, by not reading
// responses or by requesting more than a share.
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBuild } from '../../server/bff/build.ts'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from '../support/bff.ts'
import { clientBody, clientRow } from '../support/client-samples.ts'
import { NOW } from '../support/clock.ts'
import { root } from '../support/server.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
const kept = { ...DEADLINES }
const cookies: Record<string, string[]> = { ana: [], bia: [] }
const open: Socket[] = []

beforeEach(async () => {
  // Some tests change the people's permissions, so the people are reset.
  upstream.people.clear()
  for (const [id, name] of ['ana', 'bia', 'caio', 'dora'].entries())
    upstream.people.set(`${name}@x.co`, { id: id + 7, name, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  upstream.answers.clear()
  upstream.answers.set('GET /clients', { json: [] })
  upstream.answers.set('GET /cities', { json: [] })
  upstream.seen.length = 0
  // The limit of calls per minute is so high that only the limit of requests in flight applies.
  bff = await startBff({ upstream: { url: upstream.url }, env: { CALLS_PER_MINUTE: '1000000' } })
  cookies['ana'] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
  cookies['bia'] = [await bff.signIn('bia@x.co')]
})
afterEach(async () => {
  Object.assign(DEADLINES, kept)
  for (const socket of open.splice(0)) socket.destroy()
  await bff.stop()
})
const get = (who: string, path: string, session = 0) => bff.call('GET', path, { cookie: cookies[who]?.[session] })
const status = async (...args: Parameters<typeof get>) => (await get(...args)).status

/** Opens a connection that sends requests for these paths one after the other but reads no response. */
async function unread(who: string, ...paths: string[]) {
  const socket = connect(bff.port, '127.0.0.1')
  open.push(socket)
  await once(socket, 'connect')
  socket.pause()
  const head = `Host: 127.0.0.1:${bff.port}\r\nCookie: ${cookies[who]?.[0]}\r\n\r\n`
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}`).join(''))
  return socket
}
const freePlaces = async () => Number(/^csnoteweb_free_places_of_people (\d+)$/m.exec(await (await fetch(`${bff.url}/metrics`)).text())?.[1])

describe('the rendering slots for pages [2.4.1 15.1.3 15.2.2]', () => {
  it('a page request that is aborted at any moment frees its slot', { timeout: 240_000 }, async () => {
    for (let ms = 0; ms < 80; ms += 1) {
      const socket = await unread('ana', '/clientes')
      const { promise, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, ms)
      await promise
      socket.resetAndDestroy()
    }
    expect(await status('ana', '/clientes')).toBe(200)
    await expect.poll(freePlaces).toBe(8)
  })

  it('a page whose data never arrives frees its slot once its client has disconnected', async () => {
    let asked = 0
    upstream.answers.set('GET /clients', () => void (asked += 1))
    for (let i = 0; i < 20; i += 1) {
      const socket = await unread('ana', '/clientes')
      await expect.poll(() => asked, { interval: 5 }).toBe(i + 1)
      socket.destroy()
    }
    upstream.answers.set('GET /clients', { json: [] })
    expect(await status('bia', '/clientes')).toBe(200)
    await expect.poll(freePlaces).toBe(8)
  })

  it('a page that the client does not read holds no slot', async () => {
    for (let i = 0; i < 10; i += 1) await unread('ana', ...Array<string>(9).fill('/clientes'))
    for (let i = 0; i < 5; i += 1) expect(await status('bia', '/clientes')).toBe(200)
    await expect.poll(freePlaces).toBe(8)
  })

  it('a person takes at most a quarter of the slots, and others get the sign-in page even if all slots are taken', async () => {
    const waiting: (() => void)[] = []
    upstream.answers.set('GET /clients', (_req, res) => void waiting.push(() => res.writeHead(200).end('[]')))
    for (const who of ['caio', 'dora']) cookies[who] = [await bff.signIn(`${who}@x.co`)]
    const theirs = ['ana', 'bia', 'caio', 'dora'].flatMap((who) => Array.from({ length: 4 }, () => status(who, '/clientes')))
    await expect.poll(() => waiting.length).toBe(8)
    expect(await freePlaces()).toBe(0)
    expect((await fetch(bff.url)).status).toBe(200)
    // Eight requests are still waiting, so no other page has begun and none of the eight was lost.
    expect(waiting).toHaveLength(8)
    upstream.answers.set('GET /clients', { json: [] })
    for (const answer of waiting) answer()
    expect(await Promise.all(theirs)).toEqual(Array(16).fill(200))
  })
})

describe('pipelined file requests on connections that are not read [2.4.1 15.2.2]', () => {
  const openFiles = () => readdirSync('/proc/self/fd').length
  let largest = ''
  beforeAll(() => {
    const assets = join(root, 'dist/client/assets')
    largest = `/assets/${readdirSync(assets).toSorted((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)[0]}`
  })

  it('the requested files are opened one at a time and closed with the connection', async () => {
    const before = openFiles()
    for (let i = 0; i < 20; i += 1) await unread('ana', ...Array<string>(15).fill(largest))
    expect(await status('bia', '/clientes')).toBe(200)
    // Each connection may use one file and two sockets, because both ends of the connection are in this process.
    expect(openFiles() - before).toBeLessThan(20 * 3 + 30)
    for (const socket of open.splice(0)) socket.destroy()
    await expect.poll(() => openFiles() - before).toBeLessThan(30)
  })

  it.each(['', 'Expect: 100-continue\r\n', 'Expect: x\r\n'])(
    'too many pipelined requests close the connection (additional header: %j)',
    async (expects) => {
      const socket = await unread('ana', ...Array<string>(12).fill(largest))
      socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${bff.port}\r\n${expects}\r\n`.repeat(5))
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      let got = 0
      socket
        .on('data', (chunk) => (got += chunk.length))
        .on('error', () => undefined)
        .once('close', resolve)
      await closed
      expect(got).toBeLessThan(12 * statSync(join(root, 'dist/client', largest)).size)
      expect(await status('bia', '/clientes')).toBe(200)
    },
  )
})

describe('requests in flight [2.4.1 15.2.2 13.2.6]', () => {
  /** A reply of 13 MB, which is more than the system buffers for a connection that is not read. */
  const large = JSON.stringify(Array.from({ length: 90_000 }, (_, i) => ({ CODIGOCIDADE: i + 1, NOMECIDADE: 'Sorriso'.repeat(16) })))
  const answering: (() => void)[] = []
  beforeEach(() => {
    answering.length = 0
    upstream.answers.set('GET /clients', (_req, res) => void answering.push(() => res.writeHead(200).end('[]')))
  })

  it('a person has at most 8 calls and pages in flight, in all sessions together', async () => {
    const all = [0, 0, 0, 1, 1, 1].map((session) => status('ana', '/api/clients', session))
    const pages = [0, 1].map((session) => status('ana', '/clientes', session))
    await expect.poll(() => answering.length).toBe(8)
    expect(await Promise.all([status('ana', '/api/cities', 0), status('ana', '/api/cities', 1), status('ana', '/clientes', 1)])).toEqual([
      429, 429, 429,
    ])
    expect(await status('bia', '/api/cities')).toBe(200)
    for (const answer of answering) answer()
    expect(await Promise.all([...all, ...pages])).toEqual(Array(8).fill(200))
    expect(await status('ana', '/api/cities')).toBe(200)
  })

  it('a reply counts as in flight until the client has read it, even while it waits behind another reply', async () => {
    upstream.answers.set('GET /cities', (_req, res) => void res.writeHead(200).end(large))
    await unread('ana', ...Array<string>(6).fill('/api/cities'))
    const last = await unread('ana', ...Array<string>(6).fill('/api/cities'))
    await expect.poll(() => upstream.seen.filter(({ url }) => url === '/cities').length).toBe(8)
    // Sent only now, because an earlier request would have taken the eighth slot.
    expect(await status('ana', '/api/auth', 1)).toBe(429)
    upstream.answers.set('GET /clients', { json: [] })
    expect(await status('bia', '/api/clients')).toBe(200)
    last.destroy()
    await expect.poll(() => status('ana', '/api/auth', 1)).toBe(200)
  })

  it('a reply whose client disconnects in the middle frees its slot exactly once', async () => {
    // Sends a second request, whose reply waits behind the unread one.
    upstream.answers.set('GET /cities', (_req, res) => void res.writeHead(200).end(large))
    const held = Array.from({ length: 6 }, () => status('ana', '/api/clients'))
    await expect.poll(() => answering.length).toBe(6)
    const socket = await unread('ana', '/api/cities', '/api/cities')
    await expect.poll(() => upstream.seen.filter(({ url }) => url === '/cities').length).toBe(2)
    expect(await status('ana', '/api/auth')).toBe(429)
    socket.destroy()
    await expect.poll(() => status('ana', '/api/auth')).toBe(200)
    const more = Array.from({ length: 3 }, () => status('ana', '/api/clients'))
    await expect.poll(() => answering.length).toBe(8)
    for (const answer of answering) answer()
    expect((await Promise.all([...held, ...more])).toSorted((a, b) => a - b)).toEqual([...Array<number>(8).fill(200), 429])
  })

  it('if the caller disconnects while sending the body, the metrics count the call once, with the status 499', async () => {
    const socket = await unread('ana')
    socket.write(`POST /api/clients HTTP/1.1\r\nHost: 127.0.0.1:${bff.port}\r\nCookie: ${cookies['ana']?.[0]}\r\nX-CSRF: 1\r\n`)
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"nome"')
    const counted = async () =>
      Number(/^csnoteweb_calls_total\{call="POST \/clients",verdict="499"\} (\d+)$/m.exec(await (await fetch(`${bff.url}/metrics`)).text())?.[1] ?? 0)
    // After the look-up of the person, the BFF waits for the body.
    await expect.poll(() => upstream.seen.filter(({ url }) => url === '/auth').length).toBeGreaterThan(0)
    socket.destroy()
    await expect.poll(counted).toBe(1)
  })

  it('a call no longer counts as in flight once its caller has disconnected', async () => {
    for (let i = 0; i < 40; i += 1) {
      const socket = await unread('ana', '/api/clients')
      await expect.poll(() => answering.length, { interval: 5 }).toBe(i + 1)
      socket.destroy()
    }
    upstream.answers.set('GET /clients', { json: [] })
    await expect.poll(() => status('ana', '/api/clients')).toBe(200)
  })
})

it('while 80 calls hang, another person can still sign in and open a page [2.4.1 13.2.6]', async () => {
  const free = await startBff({ upstream: { url: upstream.url } })
  const cookie = await free.signIn('ana@x.co')
  let [hanging, answered] = [0, 0]
  upstream.answers.set('GET /cities', () => void (hanging += 1))
  const ask = () => free.call('GET', '/api/cities', { cookie }).then(() => (answered += 1))
  const held = Array.from({ length: 80 }, () => ask().catch(() => undefined))
  await expect.poll(() => hanging).toBe(64)
  const other = await free.signIn('bia@x.co')
  expect([(await free.call('GET', '/clientes', { cookie: other })).status, answered]).toEqual([200, 0])
  await free.stop()
  await Promise.all(held)
})

describe('the upstream sockets for the look-up of a person [2.4.1 13.2.6]', () => {
  /**
   * Starts 80 requests that hang in `call`, and checks that the BFF can still look up another person. `begin` returns a function that starts one
   * request.
   */
  async function askBeside(call: string, begin: (free: typeof bff) => Promise<(i: number) => Promise<unknown>>) {
    // The timeout is so long that no look-up ends by timeout during the test.
    DEADLINES.lookUp = 60_000
    let [hanging, now] = [0, NOW]
    const free = await startBff({ upstream: { url: upstream.url }, clock: () => now })
    const cookie = await free.signIn('bia@x.co')
    const ask = await begin(free)
    upstream.answers.set(call, () => void (hanging += 1))
    const held = Array.from({ length: 80 }, (_, i) => ask(i).catch(() => undefined))
    await expect.poll(() => hanging).toBe(64)
    now += 31_000
    expect((await free.call('GET', '/api/auth', { cookie })).status).toBe(200)
    expect(hanging).toBe(64)
    await free.stop()
    await Promise.all(held)
  }

  it('while look-ups of stored records hang, enough sockets stay free to look up a person', () =>
    askBeside('GET /track/7', async (free) => {
      Object.assign(upstream.people.get('ana@x.co') ?? {}, { acessos: menus('/track', '/clientes') })
      const cookie = await free.signIn('ana@x.co')
      return () => free.call('DELETE', '/api/track/7', { cookie })
    }))

  it('while sign-outs hang, enough sockets stay free to look up a person', () =>
    askBeside('DELETE /auth', async (free) => {
      const leaving: string[] = []
      for (let i = 0; i < 80; i += 1) {
        const email = `sai${i}@x.co`
        upstream.people.set(email, { id: 500 + i, name: email, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
        leaving.push(await free.signIn(email))
      }
      return (i) => free.call('POST', '/api/logout', { cookie: leaving[i] })
    }))
})

it('while sign-ins hang, enough upstream sockets stay free to look up a person and to load a page [2.4.1 13.2.6]', async () => {
  let [hanging, now] = [0, NOW]
  const free = await startBff({ upstream: { url: upstream.url }, env: { TRUST_PROXY: '127.0.0.1' }, clock: () => now })
  const cookie = await free.signIn('ana@x.co')
  upstream.answers.set('POST /auth', () => void (hanging += 1))
  const signIn = (i: number) =>
    free.call('POST', '/api/auth', { body: { email: `p${i}@x.co`, password: 'senha' }, headers: { 'x-forwarded-for': `203.0.113.${i}` } })
  const held = Array.from({ length: 80 }, (_, i) => signIn(i).catch(() => undefined))
  await expect.poll(() => hanging).toBe(32)
  now += 31_000
  expect((await free.call('GET', '/clientes', { cookie })).status).toBe(200)
  await free.stop()
  await Promise.all(held)
})

it('requests for unknown pages take up no memory in the cache of assets, however many come [2.4.1 15.2.2]', async () => {
  const { assetsOf } = await readBuild(root)
  const one = assetsOf('/nada')
  for (let i = 0; i < 100; i += 1) expect(assetsOf(`/nada-${i}`)).toBe(one)
  expect(assetsOf('/clientes')).toBe(assetsOf('/clientes'))
})

it('a person can create a thousand records an hour in all sessions together, without limiting other people [2.4.1 15.1.3]', async () => {
  const menu = menus('/onde-estou', '/clientes')
  for (const name of ['ana', 'bia']) Object.assign(upstream.people.get(`${name}@x.co`) ?? {}, { acessos: menu })
  upstream.answers.set('POST /compromises', { json: { id: 1 } })
  upstream.answers.set('POST /clients', { json: clientRow(1, 'X') })
  const sessions = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co'), await bff.signIn('bia@x.co')]
  const outing = { colaborador: 1, outros: Array.from({ length: 49 }, (_, i) => i + 2), atividade: 1, status: 'A' }
  const times = { dataIni: '2027-01-01', horaIni: '08:00', dataFim: '2027-01-01', horaFim: '09:00' }
  const book = (session: number) => bff.call('POST', '/api/compromises', { cookie: sessions[session], body: { ...outing, ...times } })
  for (let i = 0; i < 20; i += 1) expect((await book(i % 2)).status).toBe(200)
  const refused = await bff.call('POST', '/api/clients', { cookie: sessions[1], body: clientBody() })
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { message: 'Você já criou registros demais em uma hora. Aguarde e tente de novo.' },
  ])
  expect((await book(2)).status).toBe(200)
})

describe('the weight of changes that stay in other people’s lists for a long time [2.4.1 15.1.3]', () => {
  beforeEach(() => {
    Object.assign(upstream.people.get('ana@x.co') ?? {}, { acessos: menus('/onde-estou') })
    upstream.answers.set('POST /compromises', { json: { id: 1 } })
    upstream.answers.set('PUT /compromises', { json: {} })
  })
  const times = { dataIni: '2027-01-01', horaIni: '08:00', dataFim: '2027-12-31', horaFim: '09:00' }
  const year = { colaborador: 1, atividade: 1, status: 'A', ...times }

  it('an appointment counts towards the limit once per month and person', async () => {
    const cookie = await bff.signIn('ana@x.co')
    const outros = Array.from({ length: 40 }, (_, i) => i + 2)
    const book = async () => (await bff.call('POST', '/api/compromises', { cookie, body: { ...year, outros } })).status
    // Two requests count as 2 × 492 (41 people times 12 months), so a third one exceeds the limit of 1,000.
    expect([await book(), await book(), await book()]).toEqual([200, 200, 429])
  })

  it('an appointment with a car counts towards the limit once per day and person', async () => {
    const cookie = await bff.signIn('ana@x.co')
    const days = { dataIni: '2027-01-01', dataFim: '2027-02-01' }
    const book = async () => (await bff.call('POST', '/api/compromises', { cookie, body: { ...year, ...days, carro: 1, outros: [2] } })).status
    const answers: number[] = []
    for (let i = 0; i < 16; i += 1) answers.push(await book())
    // Each request counts as 64 changes, and 1,000 are allowed.
    expect(answers).toEqual([...Array<number>(15).fill(200), 429])
  })

  it('a change to the shared hours of a service counts as ten changes towards the limit', async () => {
    Object.assign(upstream.people.get('ana@x.co') ?? {}, { acessos: menus('/controle-servicos') })
    upstream.answers.set('PATCH /service-time-control-mov/9', { json: { id: 9, idStatus: 'I' } })
    const cookie = await bff.signIn('ana@x.co')
    const answers: number[] = []
    for (let i = 0; i < 301; i += 1) answers.push((await bff.call('PATCH', '/api/service-time-control-mov/9', { cookie })).status)
    expect(answers).toEqual([...Array<number>(300).fill(200), 429])
  })

  it('a change of an appointment counts as ten changes towards the limit, and a reversal as twenty', async () => {
    const stored = { ID: 9, CODCOLABORADOR: 1, CODCLIENTE: null, carro: null, CODATIVIDADE: 1, regiao: null, ...times, MOTIVO: null, versao: 1 }
    upstream.answers.set('GET /compromises/9', { json: { ...stored, status: 'A' } })
    const cookie = await bff.signIn('ana@x.co')
    const body = { ...year, id: 9, versao: 1, status: 'I', motivoEstorno: 'Teste' }
    const moved = { ...year, ...times, dataFim: times.dataIni, id: 9, versao: 1 }
    for (let i = 0; i < 100; i += 1) expect((await bff.call('PUT', '/api/compromises', { cookie, body: moved })).status).toBe(200)
    for (let i = 0; i < 100; i += 1) expect((await bff.call('PUT', '/api/compromises', { cookie, body })).status).toBe(200)
    const refused = await bff.call('PUT', '/api/compromises', { cookie, body })
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { message: 'Você já fez alterações demais em uma hora. Aguarde e tente de novo.' },
    ])
  })
})

it('a request refused for creating too many records does not count towards the limit, so a smaller one succeeds at once [2.4.1]', async () => {
  Object.assign(upstream.people.get('ana@x.co') ?? {}, { acessos: menus('/mapeamento-projetos') })
  upstream.answers.set('POST /trackprojetos-clients', { json: { id: 1 } })
  const cookie = await bff.signIn('ana@x.co')
  const link = async (many: number, observacao?: string) => {
    const idClients = Array.from({ length: many }, (_, i) => 10_000 + i)
    return (await bff.call('POST', '/api/trackprojetos-clients', { cookie, body: { idAcompanhamentoProjeto: 1, idClients, observacao } })).status
  }
  // Each of the 300 records stores the note of two kilobytes, so the request counts as 600 changes.
  expect([await link(501, 'n'.repeat(1500)), await link(300, 'n'.repeat(1500))]).toEqual([429, 200])
  const answers: number[] = []
  for (let i = 0; i < 10; i += 1) answers.push(await link(401))
  expect([new Set(answers), await link(400), await link(1)]).toEqual([new Set([429]), 200, 429])
})

it('each kilobyte of a long text counts towards the limit of created records [2.4.1 15.1.3]', async () => {
  Object.assign(upstream.people.get('ana@x.co') ?? {}, { acessos: menus('/mapeamento-projetos') })
  upstream.answers.set('PUT /trackprojetos-clients', { json: {} })
  const cookie = await bff.signIn('ana@x.co')
  const answers: number[] = []
  for (let i = 0; i < 252; i += 1) {
    const body = { id: 1, observacao: 'n'.repeat(3500) }
    answers.push((await bff.call('PUT', '/api/trackprojetos-clients', { cookie, body })).status)
  }
  // Each request counts as four changes, one per kilobyte, and 1,000 are allowed.
  expect(answers).toEqual([...Array<number>(250).fill(200), 429, 429])
})

it('a repeated sign-out makes no request to the upstream, and counts towards the limit for requests without a session [2.4.1 7.4.1]', async () => {
  const cookie = await bff.signIn('ana@x.co')
  upstream.seen.length = 0
  const answers: number[] = []
  for (let i = 0; i < 130; i += 1) answers.push((await bff.call('POST', '/api/logout', { cookie })).status)
  expect(upstream.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(answers).toEqual([...Array<number>(121).fill(200), ...Array<number>(9).fill(429)])
})

it('at most 200 sign-ins per IP address wait for their body, and a further one closes the connection of the oldest [2.4.1 15.2.2]', async () => {
  const limited = await startBff({ upstream: { url: upstream.url }, env: { TRUST_PROXY: '127.0.0.1', CALLS_PER_MINUTE: '300' } })
  const enter = (i: number, address: string) =>
    limited.call('POST', '/api/auth', { body: { email: `p${i}@x.co`, password: 'não é' }, headers: { 'x-forwarded-for': address } })
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const socket = connect(limited.port, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      const target = i % 2 === 0 ? 'POST /api/auth' : 'POST /'
      const type = i % 2 === 0 ? 'application/json' : 'application/x-www-form-urlencoded'
      socket.write(
        `${target} HTTP/1.1\r\nHost: 127.0.0.1:${limited.port}\r\nX-CSRF: 1\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`,
      )
      return socket
    }),
  )
  const closed = () => sockets.filter((socket) => socket.closed).length
  const tried: number[] = []
  await expect
    .poll(async () => {
      tried.push((await enter(tried.length, '203.0.113.9')).status)
      return closed()
    })
    .toBe(1)
  tried.push((await enter(0, '203.0.113.10')).status)
  expect([new Set(tried), closed()]).toEqual([new Set([401]), 1])
  await limited.stop()
})

it('requests with ended sessions are limited per session and per IP address [2.4.1]', async () => {
  const ended: string[] = []
  for (let i = 0; i < 51; i += 1) {
    const cookie = await bff.signIn('ana@x.co')
    await bff.call('POST', '/api/logout', { cookie })
    ended.push(cookie)
  }
  const ask = (cookie?: string) => bff.call('GET', '/api/clients', { cookie }).then((response) => response.status)
  const asked = async (times: number, cookie?: string) => new Set(await Promise.all(Array.from({ length: times }, () => ask(cookie))))
  const [first, second, ...others] = ended
  const last = others.pop()
  expect(await asked(120, first)).toEqual(new Set([401]))
  expect([await ask(first), await ask(second)]).toEqual([429, 401])
  // The 122 requests above, these 5,760 and the 118 below are the 6,000 that an address may send with ended sessions.
  for (const cookie of others) expect(await asked(120, cookie)).toEqual(new Set([401]))
  expect(await asked(118, second)).toEqual(new Set([401]))
  expect([await ask(last), await ask()]).toEqual([429, 401])
})

it('/readyz makes one request to the upstream for all requests within a second [2.4.1 15.2.2]', async () => {
  const asked = () => upstream.seen.filter(({ headers }) => headers.authorization === undefined).length
  const before = asked()
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${bff.url}/readyz`).then((response) => response.status)))
  expect([new Set(answers), asked() - before]).toEqual([new Set([200]), 1])
  upstream.answers.set('GET /auth', { status: 500 })
  await expect.poll(async () => (await fetch(`${bff.url}/readyz`)).status).toBe(503)
})

it('each submission of the sign-in form without JavaScript counts towards the page limit of the client’s IP address, even with an invalid e-mail [2.4.1 15.2.2]', async () => {
  const post = () =>
    bff
      .call('POST', '/', {
        body: 'email=x&password=y',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      })
      .then(async (response) => `${response.status}${(await response.text()).includes('<form') ? ' the page' : ''}`)
  const answers: string[] = []
  for (let i = 0; i < 620; i += 20) answers.push(...(await Promise.all(Array.from({ length: 20 }, post))))
  expect(answers).toEqual([...Array<string>(600).fill('400 the page'), ...Array<string>(20).fill('429')])
})

it('people in one office whose sessions end are limited separately, because each sealed cookie has its own limit [2.4.1]', async () => {
  const upstreamPeople = Array.from({ length: 130 }, (_, i) => `p${i}@x.co`)
  for (const [i, email] of upstreamPeople.entries())
    upstream.people.set(email, { id: 100 + i, name: email, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  const theirs = await Promise.all(upstreamPeople.map((email) => bff.signIn(email)))
  for (const email of upstreamPeople) upstream.people.delete(email)
  const ask = (cookie: string) => bff.call('GET', '/api/clients', { cookie }).then((response) => response.status)
  for (const cookie of theirs) expect(await ask(cookie)).toBe(401)
  for (const cookie of theirs) expect(await ask(cookie)).toBe(401)
  const [one = '', other = ''] = theirs
  expect(new Set(await Promise.all(Array.from({ length: 118 }, () => ask(one))))).toEqual(new Set([401]))
  expect([await ask(one), await ask(other)]).toEqual([429, 401])
  // Cookies that this server did not seal belong to no person, so they are limited by address.
  const made = await Promise.all(Array.from({ length: 130 }, (_, i) => ask(`csnoteweb=Fe26.2*1*${i}~2`)))
  expect(made.filter((one) => one === 429)).toHaveLength(10)
})
