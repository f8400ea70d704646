// Tests the calls that the BFF answers itself: listing a person's sessions, ending them, and listing what the person may do.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { calls } from '../../shared/calls.ts'
import { atWall } from '../../shared/clock.ts'
import { startBff } from '../support/bff.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const redisUrl = inject('redisUrl')
type Bff = Awaited<ReturnType<typeof startBff>>
let upstream: Awaited<ReturnType<typeof startUpstream>>
let started: Bff[]
let bff: Bff
let now = 0
/** Id of a person. Each test uses new ids, because the sessions stay in the shared Redis, where an eleventh session would end the first. */
let ana = 3000
const person = (id: number, supervisor: 'S' | 'N', ...routes: string[]) => ({
  id,
  name: `P${id}`,
  supervisor,
  departamento: 3,
  status: 'A',
  acessos: menus(...routes),
})

async function start(env: Record<string, string> = {}) {
  const one = await startBff({ upstream: { url: upstream.url }, clock: () => now, env: { SESSION_SECRET: KEY, ...env } })
  started.push(one)
  return one
}
beforeEach(async () => {
  now = atWall('2026-11-19T14:32:00')
  ana += 10
  upstream = await startUpstream()
  upstream.people.set('ana@x.co', person(ana, 'N', '/clientes', '/usuarios'))
  upstream.people.set('rui@x.co', person(ana + 1, 'N', '/clientes'))
  upstream.people.set('chefe@x.co', person(ana + 2, 'S', '/clientes', '/usuarios'))
  upstream.answers.set('GET /clients', { json: [] })
  started = []
  bff = await start()
})
afterEach(async () => {
  for (const one of started) await one.stop()
  await upstream.stop()
})

interface Session {
  aparelho: string
  entrada: string
  desde: string
  uso: string
  esta: string
}
const clients = async (cookie: string, by = bff) => (await by.call('GET', '/api/clients', { cookie })).status
const list = async (cookie: string, id: number) => (await (await bff.call('GET', `/api/sessions/${id}`, { cookie })).json()) as Session[]
const end = async (cookie: string, id: number, body: object) => (await bff.call('DELETE', `/api/sessions/${id}`, { cookie, body })).status

describe('the sessions of a person', () => {
  it('the list begins with the newest session and marks the session of the caller', async () => {
    await bff.signIn('rui@x.co')
    const first = await bff.signIn('ana@x.co')
    now += 3 * 3600_000
    await bff.signIn('ana@x.co')
    const chefe = await bff.signIn('chefe@x.co')
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(await list(chefe, ana)).toEqual([
      { entrada: hash, aparelho: '', desde: '2026-11-19T17:32:00', uso: '2026-11-19T17:00:00', esta: 'N' },
      { entrada: hash, aparelho: '', desde: '2026-11-19T14:32:00', uso: '2026-11-19T14:00:00', esta: 'N' },
    ])
    now += 3600_000
    expect(await clients(first)).toBe(200)
    expect((await list(chefe, ana)).map(({ uso }) => uso)).toEqual(['2026-11-19T17:00:00', '2026-11-19T18:00:00'])
    expect((await list(chefe, ana + 2)).map(({ esta }) => esta)).toEqual(['S'])
    expect(await list(chefe, 999_999)).toEqual([])
  })

  it.for(['a file', 'Redis'])('a session stored in %s describes the device only by its browser and operating system', async (where, { skip }) => {
    if (where === 'Redis') {
      if (!redisUrl) return skip()
      bff = await start({ REDIS_URL: redisUrl })
    }
    const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'
    const begun = [
      ['Chrome · Linux', `${linux} Chrome/140.0.0.0 Safari/537.36`],
      [
        'Edge · Windows',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      ],
      [
        'Opera · Windows',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0',
      ],
      ['Firefox · macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0'],
      [
        'Safari · iOS',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      ],
      ['Chrome · Android', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'],
      [
        'Samsung Internet · Android',
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      ],
      ['Chrome · webOS', 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36'],
      ['', `<script>alert(1)</script>${'x'.repeat(2_000)}`],
    ] as const
    for (const [, agent] of begun)
      await bff.call('POST', '/api/auth', { body: { email: 'rui@x.co', password: 'senha' }, headers: { 'user-agent': agent } })
    const sessions = await list(await bff.signIn('chefe@x.co'), ana + 1)
    expect(sessions.map(({ aparelho }) => aparelho).toSorted()).toEqual(begun.map(([words]) => words).toSorted())
  })

  it('a supervisor can end a single session at once, and the other sessions continue [7.4.5]', async () => {
    const first = await bff.signIn('ana@x.co')
    now += 1000
    const second = await bff.signIn('ana@x.co')
    const [rui, chefe] = [await bff.signIn('rui@x.co'), await bff.signIn('chefe@x.co')]
    expect(await Promise.all([first, second, rui].map((cookie) => clients(cookie)))).toEqual([200, 200, 200])
    const [newest] = await list(chefe, ana)
    expect(await end(chefe, ana, { entrada: newest?.entrada })).toBe(200)
    expect(await Promise.all([first, second, rui, chefe].map((cookie) => clients(cookie)))).toEqual([200, 401, 200, 200])
    expect(await list(chefe, ana)).toHaveLength(1)
    expect(await end(chefe, ana, { entrada: newest?.entrada })).toBe(404)
  })

  it('a session id that belongs to another person is answered with 404', async () => {
    const [rui, chefe] = [await bff.signIn('rui@x.co'), await bff.signIn('chefe@x.co')]
    const [his] = await list(chefe, ana + 1)
    expect(await end(chefe, ana, { entrada: his?.entrada })).toBe(404)
    expect(await clients(rui)).toBe(200)
  })

  it('a supervisor can end all sessions of a person with one call [7.4.5]', async () => {
    const cookies = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co')]
    const [rui, chefe] = [await bff.signIn('rui@x.co'), await bff.signIn('chefe@x.co')]
    expect(await clients(cookies[0] ?? '')).toBe(200)
    expect(await end(chefe, ana, {})).toBe(200)
    expect(await Promise.all([...cookies, rui, chefe].map((cookie) => clients(cookie)))).toEqual([401, 401, 200, 200])
    expect(await end(chefe, ana, {})).toBe(200)
  })

  it('only a supervisor can list and end sessions, and other people cannot do so even for their own sessions', async () => {
    const [mine, rui] = [await bff.signIn('ana@x.co'), await bff.signIn('rui@x.co')]
    for (const id of [ana, ana + 1]) {
      expect((await bff.call('GET', `/api/sessions/${id}`, { cookie: mine })).status).toBe(403)
      expect(await end(mine, id, {})).toBe(403)
    }
    expect([await clients(mine), await clients(rui)]).toEqual([200, 200])
    expect(upstream.calls().filter(({ url }) => !url.startsWith('/clients'))).toEqual([])
  })

  it.runIf(redisUrl)('an ended session is refused in another process within 30 s [7.4.5]', async () => {
    const [one, two] = [await start({ REDIS_URL: redisUrl }), await start({ REDIS_URL: redisUrl })]
    bff = one
    const mine = await one.signIn('ana@x.co')
    const chefe = await one.signIn('chefe@x.co')
    expect([await clients(mine, one), await clients(mine, two)]).toEqual([200, 200])
    expect(await end(chefe, ana, {})).toBe(200)
    expect(await clients(mine, one)).toBe(401)
    now += 30_001
    expect(await clients(mine, two)).toBe(401)
  })
})

describe('the access of a person', () => {
  const tree = (rota: object = { ROTA: '/clientes' }) => ({
    departamentos: [{ ID: 4, DESCRICAO: 'Financeiro' }],
    users: [],
    menus: [
      {
        ID: 90,
        DESCRICAO: 'Cadastros',
        dados: [
          { ID: 1, DESCRICAO: 'Clientes', ...rota, dados: [] },
          { ID: 2, DESCRICAO: 'Controle', ROTA: '/controle-servicos', dados: [] },
        ],
      },
    ],
  })
  const stored = (more: object = {}) => ({
    ID: ana + 1,
    NOMECOMPLETOUSUARIO: 'Rui',
    EMAILUSER: 'rui@x.co',
    departamento: 3,
    SUPERVISOR: 'N',
    status: 'A',
    menus: [1, 2],
    ...more,
  })
  const access = async (more: object = {}, data: object = tree()) => {
    upstream.answers.set(`GET /users/${ana + 1}`, { json: [stored(more)] })
    upstream.answers.set('GET /users/data', { json: data })
    const response = await bff.call('GET', `/api/access/${ana + 1}`, { cookie: await bff.signIn('ana@x.co') })
    const body = (await response.json()) as {
      message?: string
      paginas: { titulo: string }[]
      chamadas: { titulo: string; chamada: string; pode: string; limite: string; regra: string }[]
    }
    return { status: response.status, ...body }
  }

  it('the list contains the person’s pages and calls, and for each call its rule or the reason for its refusal', async () => {
    const { paginas, chamadas } = await access()
    expect(paginas.map(({ titulo }) => titulo)).toEqual(expect.arrayContaining(['Home', 'Clientes']))
    expect(paginas.map(({ titulo }) => titulo)).not.toContain('Carros')
    expect(chamadas.map(({ chamada }) => chamada)).toEqual(calls.map(({ name }) => name))
    const of = (name: string) => chamadas.find(({ chamada }) => chamada === name)
    expect(of('PUT /clients')).toMatchObject({ titulo: 'Alterar cliente', pode: 'sim', limite: '', regra: '' })
    expect(of('GET /cars')).toMatchObject({ pode: 'não', limite: 'Só quem tem o menu da tela', regra: 'sem o menu /carros' })
    expect(of('POST /service-time-control')).toMatchObject({ pode: 'não', limite: 'Só supervisores ou o departamento Financeiro', regra: 'P' })
    expect(of('PATCH /user-task/{id}')).toMatchObject({ pode: 'depende', limite: 'Só as próprias', regra: expect.stringContaining('S ou') })
    const finance = await access({ departamento: 4 })
    expect(finance.chamadas.find(({ chamada }) => chamada === 'POST /service-time-control')).toMatchObject({ pode: 'sim', regra: 'P' })
  })

  it('the list says that the person may make a call exactly if the gate allows the call', async () => {
    const routes = ['/clientes', '/controle-servicos']
    upstream.people.set('rui@x.co', person(ana + 1, 'N', ...routes))
    const rui = await bff.signIn('rui@x.co')
    let compared = 0
    for (const { chamada, pode } of (await access()).chamadas) {
      const row = calls.find(({ name }) => name === chamada)
      // Calls that need input are skipped, because the gate would check the input before the rule.
      if (row?.method !== 'GET' || 'query' in row || row.path.includes('{') || pode === 'depende') continue
      const { status } = await bff.call('GET', `/api${row.path}`, { cookie: rui })
      expect(status === 403 ? 'não' : 'sim', chamada).toBe(pode)
      compared += 1
    }
    expect(compared).toBeGreaterThan(10)
  })

  it('an inactive person has no access to any page or call', async () => {
    const { paginas, chamadas } = await access({ status: 'I' })
    expect(paginas).toEqual([])
    expect(new Set(chamadas.map(({ pode, regra }) => `${pode}: ${regra}`))).toEqual(new Set(['não: o cadastro está inativo']))
  })

  it('the request for the access is refused with 502 if the API does not name the page of a menu', async () => {
    expect(await access({}, tree({}))).toMatchObject({ status: 502, message: 'A API não informa a página de cada menu.' })
    expect(await access({ menus: [2] }, tree({}))).toMatchObject({ status: 200 })
  })
})
