// Tests the second step of a sign-in through the BFF, the obligation to have one, and the end of sessions that nobody uses.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { authenticatorApps, challenges, recoveryCodes } from '../../server/api/db/schema.ts'
import { DAY } from '../../shared/clock.ts'
import { messages } from '../../shared/features/second-factor.ts'
import { signIn as texts } from '../../shared/messages.ts'
import { missing, PASSWORD, startDemo } from '../support/api.ts'
import { startBff } from '../support/bff.ts'

const STEP = 30_000
let api: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  api = await startDemo(missing('server') ? 'embedded' : 'server')
})
afterAll(() => api.stop())
beforeEach(async () => {
  for (const table of [authenticatorApps, recoveryCodes, challenges]) await api.db.delete(table)
})

type Bff = Awaited<ReturnType<typeof startBff>>
async function start(env: Record<string, string> = {}) {
  const bff = await startBff({ upstream: { url: api.url, secret: api.secret }, clock: () => api.time.now, env })
  onTestFinished(bff.stop)
  return bff
}
const emailOf = (who: string) => `${who}@exemplo.com.br`
const secrets = new Map<string, string>()
const code = (who: string) => new TOTP({ secret: Secret.fromBase32(secrets.get(who) ?? '') }).generate({ timestamp: api.time.now })
async function enrol(bff: Bff, who: string) {
  const cookie = await bff.signIn(emailOf(who), PASSWORD)
  const { id } = (await (await bff.call('GET', '/api/auth', { cookie })).json()) as { id: number }
  const begun = await bff.call('PUT', '/api/account/totp-secret', { cookie, body: { senhaAtual: PASSWORD } })
  secrets.set(who, ((await begun.json()) as { segredo: string }).segredo)
  const confirmed = await bff.call('PUT', '/api/account/totp', { cookie, body: { id, codigo: code(who) } })
  expect(confirmed.status).toBe(200)
  api.time.now += STEP
  return cookie
}
const first = (bff: Bff, who: string) => bff.call('POST', '/api/auth', { body: { email: emailOf(who), password: PASSWORD } })
const desafioOf = async (response: Response) => ((await response.json()) as { desafio: string }).desafio
const second = (bff: Bff, desafio: string, codigo: string) => bff.call('POST', '/api/auth/second', { body: { desafio, codigo } })

describe('the second step [6.3.3 6.5.1 6.6.3]', () => {
  it('no session begins before it, and what the browser holds meanwhile is sealed', async () => {
    const bff = await start()
    await enrol(bff, 'equipe')
    const step = await first(bff, 'equipe')
    expect([step.status, step.headers.getSetCookie()]).toEqual([200, []])
    const desafio = await desafioOf(step)
    const [pending] = await api.db.select().from(challenges)
    expect(desafio).not.toContain(pending?.hash)
    const wrong = await second(bff, desafio, '000000')
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: messages.wrongCode }])
    const right = await second(bff, desafio, code('equipe'))
    expect([right.status, right.headers.getSetCookie().length]).toEqual([200, 2])
    expect(await right.json()).toMatchObject({ name: 'Bruno Cavalcanti', segundoFator: 'S' })
  })

  it('setting up a second factor ends the other sessions of the person, and so does a reset by a supervisor', async () => {
    const bff = await start()
    const isLive = async (cookie: string) => (await bff.call('GET', '/api/auth', { cookie })).status === 200
    const other = await bff.signIn(emailOf('equipe'), PASSWORD)
    const own = await enrol(bff, 'equipe')
    expect([await isLive(other), await isLive(own)]).toEqual([false, true])
    const supervisor = await bff.signIn(emailOf('supervisor'), PASSWORD)
    const { id } = (await (await bff.call('GET', '/api/auth', { cookie: own })).json()) as { id: number }
    expect((await bff.call('DELETE', '/api/users/second-factor', { cookie: supervisor, body: { id } })).status).toBe(200)
    expect(await isLive(own)).toBe(false)
  })

  it('after ten wrong current passwords the right one is not judged for a quarter of an hour', async () => {
    const bff = await start()
    const cookie = await bff.signIn(emailOf('equipe'), PASSWORD)
    const begin = async (senhaAtual: string) => (await bff.call('PUT', '/api/account/totp-secret', { cookie, body: { senhaAtual } })).status
    expect(await begin(PASSWORD)).toBe(200)
    for (let nth = 0; nth < 10; nth += 1) expect(await begin('errada')).toBe(400)
    expect(await begin(PASSWORD)).toBe(429)
  })

  it('it can be answered neither with a foreign challenge nor with that of the API itself', async () => {
    const bff = await start()
    const other = await start({ SESSION_SECRET: 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI' })
    await enrol(bff, 'equipe')
    const direct = (await api.ask('POST', '/auth', { body: { email: emailOf('equipe'), password: PASSWORD } })).body as { desafio: string }
    for (const desafio of [direct.desafio, await desafioOf(await first(other, 'equipe')), 'x'])
      expect((await second(bff, desafio, code('equipe'))).status).toBe(401)
  })

  it('wrong codes count like wrong passwords, and the right password alone does not clear the count', async () => {
    const bff = await start({ CALLS_PER_MINUTE: '300' })
    await enrol(bff, 'equipe')
    const statuses: number[] = []
    // A sign-in from this address was successful before, so only the five attempts of this account and address count.
    for (let tries = 0; tries < 4; tries += 1) {
      const step = await first(bff, 'equipe')
      statuses.push(step.status)
      if (step.status === 200) statuses.push((await second(bff, await desafioOf(step), '000000')).status)
    }
    expect(statuses).toEqual([200, 401, 200, 401, 200, 429, 429])
    const refused = await first(bff, 'equipe')
    expect(await refused.json()).toMatchObject({ message: texts.tooMany })
  })

  it('a person without JavaScript types the code on the same page', async () => {
    const bff = await start()
    await enrol(bff, 'equipe')
    const post = (fields: Record<string, string>) =>
      bff.call('POST', '/', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: bff.url },
        body: String(new URLSearchParams({ volta: '/track', ...fields })),
      })
    const html = await (await post({ email: emailOf('equipe'), password: PASSWORD })).text()
    expect(html).toContain('Segunda etapa')
    const [, desafio = ''] = /name="desafio" value="([^"]+)"/.exec(html) ?? []
    const again = await post({ desafio, codigo: '000000' })
    expect([again.status, await again.text()]).toEqual([401, expect.stringContaining(messages.wrongCode) as string])
    const done = await post({ desafio, codigo: code('equipe') })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/track?aviso=bem-vindo'])
  })
})

describe('a company that requires a second factor (REQUIRE_SECOND_FACTOR) [6.3.3]', () => {
  it.each(['supervisor', 'financeiro'])('%s@ may do nothing but set one up, and everything afterwards', async (who) => {
    const bff = await start({ REQUIRE_SECOND_FACTOR: 'true' })
    const cookie = await bff.signIn(emailOf(who), PASSWORD)
    const refused = await bff.call('GET', '/api/clients', { cookie })
    expect([refused.status, await refused.json()]).toMatchObject([403, { message: messages.required }])
    expect((await bff.call('GET', '/clientes', { cookie })).headers.get('location')).toBe('/conta?aviso=segundo-fator')
    expect((await bff.call('GET', '/conta', { cookie })).status).toBe(200)
    expect((await bff.call('GET', '/api/auth', { cookie })).status).toBe(200)
    const own = await enrol(bff, who)
    expect((await bff.call('GET', '/api/clients', { cookie: own })).status).toBe(200)
    expect((await bff.call('GET', '/clientes', { cookie: own })).status).toBe(200)
  })

  it.each(['equipe', 'projetos', 'painel'])('nothing changes for %s@', async (who) => {
    const bff = await start({ REQUIRE_SECOND_FACTOR: 'true' })
    const cookie = await bff.signIn(emailOf(who), PASSWORD)
    expect((await bff.call('GET', '/api/dash/Home', { cookie })).status).toBe(200)
  })
})

describe('a session that nobody uses (SESSION_IDLE_DAYS) [7.3.1-2]', () => {
  it('ends after these days without use, and lives on with use; that of a wall never ends so', async () => {
    const bff = await start({ SESSION_IDLE_DAYS: '7' })
    const [idle, used, wall] = [
      await bff.signIn(emailOf('equipe'), PASSWORD),
      await bff.signIn(emailOf('projetos'), PASSWORD),
      await bff.signIn(emailOf('painel'), PASSWORD),
    ]
    const status = async (cookie: string) => (await bff.call('GET', '/api/dash/Home', { cookie })).status
    api.time.now += 4 * DAY
    expect(await status(used)).toBe(200)
    api.time.now += 4 * DAY
    expect([await status(idle), await status(used), await status(wall)]).toEqual([401, 200, 200])
    // An ended session does not come back.
    expect(await status(idle)).toBe(401)
  })
})
