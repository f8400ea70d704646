// The time that runs, on every page, in every tab, and without a network; in a real browser, on the real API.
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { atWall, MINUTE } from '../../shared/clock.ts'
import { messages as common } from '../../shared/messages.ts'
import { messages, type TimeEntry } from '../../shared/features/track.ts'
import { seconds } from '../../shared/hours.ts'
import { timeEntries } from '../../server/api/db/schema.ts'
import { PASSWORD } from '../support/api.ts'
import { goTo, inFlight, movableClock, test } from '../support/browser.ts'
import { house, toast } from '../support/house.ts'

const { call, db, signIn, time, url } = house()
const WHO = 'equipe'

/** ms that the server's clock is before this machine's; both go on. */
let ahead = 0
beforeAll(() => {
  ahead = time().now - Date.now()
  Object.defineProperty(time(), 'now', { get: () => Date.now() + ahead })
})
const now = () => time().now

const entryOf = async (id: number) => (await call(WHO, 'GET', `/track/${id}`)).body as TimeEntry
const running = async () => (await call(WHO, 'GET', '/track/check')).body as TimeEntry | null
const start = async () =>
  (await call(WHO, 'POST', '/track', { idAtividade: 3, idCategoria: 5, idModulo: 5, descricao: 'Inventário' })).body as TimeEntry
afterEach(async () => {
  const left = await running()
  if (left) await call(WHO, 'DELETE', `/track/${left.id}`)
})

/** A page whose time can be moved with the server's. */
async function enter(page: Page, path = '/home') {
  await movableClock(page, now())
  await signIn(page, path, WHO)
}
async function pass(page: Page, ms: number) {
  ahead += ms
  await page.clock.fastForward(ms)
  // It stood while it was moved, which no machine does; it is never put ahead.
  const due = now()
  await page.clock.fastForward(Math.max(0, due - (await page.evaluate(() => Date.now()))))
}
const another = async (page: Page, path = '/home') => {
  const tab = await page.context().newPage()
  await goTo(tab, url(path))
  return tab
}
const bar = (page: Page) => page.getByRole('group', { name: 'Tempo em andamento' })
const stop = (page: Page) => bar(page).getByRole('button', { name: 'Parar' })
const unsaved = (page: Page) => page.getByText('Parada ainda não salva')
/** s that the bar is off the server's clock. */
const off = async (page: Page, { dataHoraInicio }: TimeEntry) =>
  Math.abs(seconds((await bar(page).locator('time').textContent()) ?? '') - (now() - atWall(dataHoraInicio)) / 1000)
/** Presses it, and says between which instants that was: a busy machine takes its time. */
const press = async (button: Locator) => {
  const from = now()
  await button.click()
  return [from, now()] as const
}
/** s that an entry's stored end is off the instants between which it was stopped. */
const endOff = async ({ id, dataHoraInicio }: TimeEntry, [from, until]: readonly [number, number]) => {
  const { total } = await entryOf(id)
  if (total === null) return null
  const end = atWall(dataHoraInicio) + seconds(total) * 1000
  return Math.max(0, from - end, end - until) / 1000
}
const isOffline = (page: Page, is: boolean) => page.context().setOffline(is)

test('stands on every page and in its title, by the server’s clock, also after a sleep and by a wrong computer clock', async ({ page }) => {
  const entry = await start()
  await enter(page)
  await pass(page, 83 * MINUTE + 5000)
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
  const asked = inFlight(page)
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Calendário' }).click()
  await page.waitForURL('**/calendario')
  await bar(page).getByText('Inventário').waitFor()
  await expect.poll(() => page.title()).toBe('Calendário · 1:23 · csnoteweb')
  await page.clock.setSystemTime(now() - 5 * 60 * MINUTE)
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
  // No answer is on its way while the one clock moved and the other did not.
  await expect.poll(() => asked.size).toBe(0)
  // A sleep that its timer does not count, which it asks about.
  ahead += 60 * MINUTE
  await page.clock.setSystemTime(now())
  await pass(page, 5000)
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
  await expect.poll(() => page.title()).toBe('Calendário · 2:23 · csnoteweb')
})

test('stopped in one tab it is gone in the other, and is never shown again while the server is asked', async ({ page }) => {
  const entry = await start()
  await enter(page)
  const other = await another(page, '/track')
  const card = other.getByRole('region', { name: 'Tempo em andamento' })
  await card.waitFor()
  await pass(page, 10 * MINUTE)
  // The answer that says so comes late.
  const late = Promise.withResolvers<void>()
  await page.context().route('**/api/track/check', (route) => late.promise.then(() => route.continue()))
  await page.evaluate(() => {
    const shown: boolean[] = []
    Object.assign(globalThis, { shown })
    new MutationObserver(() => shown.push(document.querySelector('[aria-label="Tempo em andamento"]') !== null)).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  const at = await press(stop(page))
  await expect.poll(() => endOff(entry, at)).toBeLessThan(2)
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('paradas')).length)).toBe(0)
  late.resolve()
  await expect.poll(() => other.title()).toBe('Track · csnoteweb')
  await expect.poll(() => page.title()).toBe('Home · csnoteweb')
  const shown = await page.evaluate(() => (globalThis as unknown as { shown: boolean[] }).shown)
  expect(shown.slice(shown.indexOf(false))).not.toContain(true)
})

test('deleted where this server heard nothing of it, it is gone once its form is asked for', async ({ page, expected }) => {
  expected.push(/404/)
  const entry = await start()
  await enter(page, '/track')
  const card = page.getByRole('region', { name: 'Tempo em andamento' })
  await pass(page, 10 * MINUTE)
  await expect.poll(() => page.title()).toBe('Track · 0:10 · csnoteweb')
  await db().delete(timeEntries).where(eq(timeEntries.id, entry.id))
  await card.getByText('Inventário').click()
  await toast(page, common.notFound)
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.title()).toBe('Track · csnoteweb')
})

test('a stop without a network is said, outlives the page, and is saved at the instant of its click', async ({ page, expected }) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const entry = await start()
  await enter(page)
  await pass(page, 10 * MINUTE)
  await isOffline(page, true)
  const at = await press(stop(page))
  await unsaved(page).waitFor()
  await bar(page).waitFor({ state: 'detached' })
  expect(await page.title()).toBe('Home · csnoteweb')
  const tab = await page.context().newPage()
  await page.close()
  await tab.goto(url('/home')).catch(() => undefined)
  await pass(tab, 30 * MINUTE)
  expect((await running())?.id).toBe(entry.id)
  await isOffline(tab, false)
  await goTo(tab, url('/home'))
  await expect.poll(() => endOff(entry, at)).toBeLessThan(2)
  await bar(tab).waitFor({ state: 'detached' })
  await unsaved(tab).waitFor({ state: 'detached' })
})

test('a start without a network is refused in words; after a stop that waits, it sends that first', async ({ page, expected }) => {
  expected.push(/ERR_INTERNET_DISCONNECTED|503/)
  await enter(page, '/track')
  const button = page.getByRole('button', { name: 'Novo Tempo' })
  await isOffline(page, true)
  await button.click()
  await toast(page, messages.notStarted)
  expect(new URL(page.url()).search).toBe('')
  await isOffline(page, false)
  const entry = await start()
  await goTo(page, url('/track'))
  const address = '**/api/track'
  await page.route(address, (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue()))
  const at = await press(page.getByRole('button', { name: 'Parar', exact: true }))
  await unsaved(page).waitFor()
  await page.unroute(address)
  await button.click()
  await page.waitForURL(/acao=editar/)
  // Read before it is deleted.
  await page.getByRole('dialog').getByLabel('Início').waitFor()
  expect(await endOff(entry, at)).toBeLessThan(2)
  expect((await running())?.id).toBeGreaterThan(entry.id)
})

test('whoever signs out before a stop is saved is told; it is sent before the session ends', async ({ page, expected }) => {
  expected.push(/503|Clear-Site-Data/)
  const entry = await start()
  await movableClock(page, now())
  // A session of its own, which ends here.
  await page.request.post(url('/api/auth'), { headers: { 'X-CSRF': '1' }, data: { email: `${WHO}@exemplo.com.br`, password: PASSWORD } })
  await goTo(page, url('/home'))
  await pass(page, 10 * MINUTE)
  const address = '**/api/track'
  await page.route(address, (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue()))
  const at = await press(stop(page))
  await unsaved(page).waitFor()
  const leave = async () => {
    await page.getByRole('button', { name: /Conta de/ }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
  }
  await leave()
  await toast(page, messages.unsent)
  expect((await running())?.id).toBe(entry.id)
  await page.unroute(address)
  await leave()
  await page.waitForURL(/aviso=ate-logo/)
  await expect.poll(() => endOff(entry, at)).toBeLessThan(2)
})

for (const kept of ['{"a":1}', '[null,7,{"id":1,"at":"x","machine":1,"sure":true}]', '[{"id":1,"at":1e300,"machine":1,"sure":true}]'])
  test(`what others keep in the place of its stops breaks no page: ${kept}`, async ({ page }) => {
    await start()
    await enter(page)
    const { idUsuario } = (await running()) as TimeEntry
    await page.evaluate(([key = '', text = '']) => localStorage.setItem(key, text), [`paradas ${idUsuario}`, kept])
    await goTo(page, url('/home'))
    await bar(page).waitFor()
    await stop(page).click()
    await expect.poll(running).toBe(null)
  })

test('nothing is asked while nothing runs, but by whoever comes back: another browser may have begun', async ({ page }) => {
  await enter(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  for (let minute = 0; minute < 10; minute += 1) await pass(page, MINUTE)
  expect(asked).toEqual([])
  const entry = await start()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await bar(page).waitFor()
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
  expect(asked).toEqual(['GET /api/track/check'])
})

test('a queue that two tabs would send is sent once, and ends at the click; who signed in meanwhile does not lose it', async ({
  page,
  open,
  expected,
}) => {
  expected.push(/ERR_INTERNET_DISCONNECTED|409/)
  const entry = await start()
  await enter(page)
  const other = await another(page)
  const context = page.context()
  const own = await context.cookies()
  const elsewhere = await open()
  await signIn(elsewhere, '/home', 'financeiro')
  await pass(page, 10 * MINUTE)
  await isOffline(page, true)
  const at = await press(stop(page))
  await unsaved(other).waitFor()
  await pass(page, 30 * MINUTE)
  await context.addCookies((await elsewhere.context().cookies()).filter(({ name }) => name === 'csnoteweb'))
  const refused = [page, other].map((tab) => tab.waitForResponse((response) => response.status() === 409 && response.url().includes('/api/track/')))
  await isOffline(page, false)
  await Promise.all(refused)
  await unsaved(page).waitFor()
  expect((await running())?.id).toBe(entry.id)
  await context.addCookies(own)
  const sent: string[] = []
  context.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await pass(page, 6000)
  for (const tab of [page, other]) {
    await unsaved(tab).waitFor({ state: 'detached' })
    await bar(tab).waitFor({ state: 'detached' })
  }
  expect(sent).toEqual([url('/api/track')])
  expect(await endOff(entry, at)).toBeLessThan(2)
})
