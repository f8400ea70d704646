// Tests the address to which calendar programs subscribe, from the BFF to the embedded API.
import ICAL from 'ical.js'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { menus, userMenus } from '../../server/api/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { missing, PASSWORD, startDemo } from '../support/api.ts'
import { startBff } from '../support/bff.ts'
import { memory } from '../support/failures.ts'

const BRUNO = 4
let api: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  api = await startDemo(missing('server') ? 'embedded' : 'server')
})
afterAll(() => api.stop())

const lines = memory()
async function start(env: Record<string, string> = {}) {
  const log = createLog('info', { to: lines })
  const bff = await startBff({ upstream: { url: api.url, secret: api.secret }, clock: () => api.time.now, env, log })
  onTestFinished(bff.stop)
  const cookie = await bff.signIn('equipe@exemplo.com.br', PASSWORD)
  const made = await bff.call('PUT', '/api/calendar-address', { cookie })
  const { chave } = (await made.json()) as { chave: string }
  return { bff, cookie, chave, path: `/agenda/${chave}.ics` }
}
const eventsOf = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent')

it('a program reads the own appointments without a session, and 304 until one of them changes', async () => {
  const { bff, path } = await start()
  const supervisor = await bff.signIn('supervisor@exemplo.com.br', PASSWORD)
  const response = await bff.call('GET', path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await response.text()
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  expect(text).toContain('NAME:Agenda de Bruno Cavalcanti')
  expect(eventsOf(text).length).toBeGreaterThan(10)
  const tag = response.headers.get('etag') ?? ''
  const again = await bff.call('GET', path, { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const when = { dataIni: '2026-12-22', horaIni: '08:00', dataFim: '2026-12-22', horaFim: '09:00' }
  const body = { colaborador: BRUNO, atividade: 1, ...when, status: 'A' }
  const { id } = (await (await bff.call('POST', '/api/compromises', { cookie: supervisor, body })).json()) as { id: number }
  const changed = await bff.call('GET', path, { headers: { 'if-none-match': tag } })
  expect(changed.status).toBe(200)
  const found = (all: string) => eventsOf(all).find((one) => one.getFirstPropertyValue('uid') === `compromisso-${id}@csnoteweb`)
  expect(found(await changed.text())?.getFirstPropertyValue('sequence')).toBe(0)
  await bff.call('PUT', '/api/compromises', { cookie: supervisor, body: { ...body, id, status: 'I', motivoEstorno: 'Chuva' } })
  const reversed = found(await (await bff.call('GET', path)).text())
  expect([reversed?.getFirstPropertyValue('status'), reversed?.getFirstPropertyValue('sequence')]).toEqual(['CANCELLED', 1])
  expect(reversed?.getFirstPropertyValue('last-modified')).not.toBeNull()
})

it('the key opens nothing else, and no line of the log has it [calendar]', async () => {
  const { bff, chave, path } = await start()
  await bff.call('GET', path)
  for (const address of ['/api/calendar-feed', '/api/auth', '/home', '/api/clients'])
    expect((await bff.call('GET', address, { headers: { authorization: `Bearer ${chave}` } })).status, address).not.toBe(200)
  await bff.call('GET', `/agenda/${chave}`)
  await bff.call('GET', `/agenda/${chave}.ics?x=1`)
  expect(lines.read()).toContain('GET /calendar-feed')
  expect(lines.read()).not.toContain(chave.slice(7, 30))
})

it('a renewed or ended address answers 404, like one that never was, and guesses are limited', async () => {
  const { bff, cookie, path } = await start({ CALLS_PER_MINUTE: '300' })
  await bff.call('PUT', '/api/calendar-address', { cookie })
  expect((await bff.call('GET', path)).status).toBe(404)
  const never = `/agenda/agenda_${'a'.repeat(43)}.ics`
  const statuses = new Set<number>()
  for (let tries = 0; tries < 130; tries += 1) statuses.add((await bff.call('GET', never)).status)
  expect([...statuses]).toEqual([404, 429])
})

it('a person who loses the calendar loses what the address shows', async () => {
  const { bff, path } = await start()
  expect((await bff.call('GET', path)).status).toBe(200)
  const [menu] = await api.db.select().from(menus).where(eq(menus.route, '/calendario'))
  const held = and(eq(userMenus.menuId, menu?.id ?? 0), eq(userMenus.userId, BRUNO))
  const [granted] = await api.db.delete(userMenus).where(held).returning()
  expect((await bff.call('GET', path)).status).toBe(403)
  await api.db.insert(userMenus).values(granted ? [granted] : [])
  expect((await bff.call('GET', path)).status).toBe(200)
})

it('a new password ends the address [6.2.2-3 7.5.1]', async () => {
  const { bff, cookie, path } = await start()
  expect((await bff.call('GET', path)).status).toBe(200)
  const change = async (senhaAtual: string, password: string) => {
    const body = { id: BRUNO, senhaAtual, password, passwordConfirma: password }
    expect((await bff.call('PUT', '/api/account/password', { cookie, body })).status).toBe(200)
  }
  await change(PASSWORD, 'cavalo-bateria-grampo')
  expect((await bff.call('GET', path)).status).toBe(404)
  await change('cavalo-bateria-grampo', PASSWORD)
})
