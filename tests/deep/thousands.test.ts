// Tests thousands of requests: replays of signed-out cookies, and changes within an hour.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { clientBody, clientRow } from '../support/client-samples.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const SESSION_SECRET = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const redisUrl = inject('redisUrl')

type Bff = Awaited<ReturnType<typeof startBff>>
let upstream: Awaited<ReturnType<typeof startUpstream>>
let started: Bff[]
let now = Date.parse('2026-11-21T12:00:00Z')

async function start(env: Record<string, string> = {}) {
  const bff = await startBff({ upstream: { url: upstream.url }, clock: () => now, env: { SESSION_SECRET, ...env } })
  started.push(bff)
  return bff
}

beforeEach(async () => {
  upstream = await startUpstream()
  for (const [index, name] of ['ana', 'bia'].entries())
    upstream.people.set(`${name}@x.co`, { id: 3000 + index, name, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  upstream.answers.set('GET /clients', { json: [] })
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((bff) => bff.stop()))
  await upstream.stop()
})

const clients = (cookie: string, bff: Bff) => bff.call('GET', '/api/clients', { cookie }).then(({ status }) => status)

/** Replays each cookie 12 times as a call, a write and a page, with a thousand requests at once. Returns the number of accepted ones. */
async function accepted(cookies: string[], bff: Bff) {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => cookies)
      .flat()
      .flatMap((cookie) => [
        bff.call('GET', '/api/clients', { cookie }),
        bff.call('POST', '/api/clients', { cookie, body: {} }),
        bff.call('GET', '/clientes', { cookie }),
      ])
      .map(async (asked) => {
        const response = await asked
        const sentToSignIn = response.headers.get('location')?.startsWith('/?') ?? false
        return response.status === 401 || sentToSignIn
      }),
  )
  return answers.filter((refused) => !refused).length
}

/** Signs in thirty times, checks that each session works, and signs each one out. Returns the cookies. */
async function ended(bff: Bff, elsewhere: Bff = bff) {
  const cookies: string[] = []
  for (let i = 0; i < 30; i += 1) {
    const cookie = await bff.signIn('ana@x.co')
    expect([await clients(cookie, bff), await clients(cookie, elsewhere)]).toEqual([200, 200])
    await bff.call('POST', '/api/logout', { cookie })
    cookies.push(cookie)
  }
  return cookies
}

describe('a thousand replays of signed-out cookies [7.4.1 CVE-2026-44511]', () => {
  it('the process that ended the sessions refuses every replayed cookie, both at once and after a restart', async () => {
    const bff = await start()
    const cookies = await ended(bff)
    expect(await accepted(cookies, bff)).toBe(0)
    const again = await start({ DATA_DIR: bff.dataDir })
    expect(await accepted(cookies, again)).toBe(0)
  })

  it.runIf(redisUrl)('a second process with the same Redis, which has already accepted the cookies, refuses every replay at once', async () => {
    const [one, two] = [await start({ REDIS_URL: redisUrl }), await start({ REDIS_URL: redisUrl })]
    expect(await accepted(await ended(one, two), two)).toBe(0)
  })

  it('a second process with the same data folder, which has already accepted the cookies, refuses every replay at once', async () => {
    const one = await start()
    const two = await start({ DATA_DIR: one.dataDir })
    expect(await accepted(await ended(one, two), two)).toBe(0)
  })

  it.runIf(redisUrl)('a second process with the same Redis, which has already accepted the cookies, still refuses every replay 30 s on', async () => {
    const [one, two] = [await start({ REDIS_URL: redisUrl }), await start({ REDIS_URL: redisUrl })]
    const cookies = await ended(one, two)
    now += 30_001
    expect(await accepted(cookies, two)).toBe(0)
  })
})

it(
  'a person can make three thousand changes an hour in all sessions together, and other people are not limited by that [2.4.1 15.1.3]',
  { timeout: 240_000 },
  async () => {
    upstream.answers.set('PUT /clients', { json: clientRow(1, 'X') })
    // The limit of calls per minute is so high that only the limit of changes applies.
    const bff = await start({ CALLS_PER_MINUTE: '1000000' })
    const [one, two, hers] = [await bff.signIn('ana@x.co'), await bff.signIn('ana@x.co'), await bff.signIn('bia@x.co')]
    const change = (cookie: string) => bff.call('PUT', '/api/clients', { cookie, body: clientBody({ id: 1, versao: 1 }) })
    let left = 3000
    const statuses = new Set<number>()
    const worker = async (cookie: string) => {
      while ((left -= 1) >= 0) statuses.add((await change(cookie)).status)
    }
    await Promise.all([one, one, one, two, two, two].map(worker))
    expect([...statuses]).toEqual([200])
    const refused = await change(one)
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { message: 'Você já fez alterações demais em uma hora. Aguarde e tente de novo.' },
    ])
    expect((await change(hers)).status).toBe(200)
  },
)

it('a creation counts towards the limit once per kilobyte, and once per record that the call creates', async () => {
  upstream.people.set('pia@x.co', { id: 3002, name: 'Pia', supervisor: 'N', departamento: 2, status: 'A', acessos: menus('/mapeamento-projetos') })
  for (const name of ['POST /trackprojetos', 'POST /trackprojetos-clients']) upstream.answers.set(name, { json: { id: 1 } })
  const bff = await start({ CALLS_PER_MINUTE: '1000000' })
  const cookie = await bff.signIn('pia@x.co')
  const make = async (path: string, body: object) => (await bff.call('POST', `/api${path}`, { cookie, body })).status
  const project = { idTipoProjeto: 'P', descricao: 'X', idStatusRedmine: 1, prioridade: 1, progresso: 0, idStatus: 'A' }
  // Each creation counts as 16 of the thousand allowed kilobytes, because a begun kilobyte counts as a complete one.
  const heavy = { ...project, observacao: '💣'.repeat(3900) }
  for (let nth = 0; nth < 50; nth += 1) expect(await make('/trackprojetos', heavy)).toBe(200)
  const link = (count: number) => ({ idAcompanhamentoProjeto: 1, idClients: Array.from({ length: count }, (_, index) => index + 1) })
  expect(await make('/trackprojetos-clients', link(201))).toBe(429)
})
