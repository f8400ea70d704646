// Tests the running entry in a real browser: without a network, in two tabs, and at the end of a session.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { hourBr, MINUTE, wallTime } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { messages } from '../../../shared/features/track.ts'
import { timeEntries } from '../../../server/api/db/schema.ts'
import { PASSWORD } from '../../support/api.ts'
import { test } from '../../support/browser.ts'
import { movableClock } from '../../support/page-clock.ts'
import { goTo } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { bar, stop, unsaved, isOffline, timerScreen, WHO } from '../../support/timer-screen.ts'

const { db, signIn, url, now, running, start, enter, pass, another, press, endOff } = timerScreen()

test('if a running entry was deleted elsewhere, a click on the entry shows a message and removes it from the page', async ({ page, expected }) => {
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

test('Novo Tempo shows an error while offline, and once online, the unsent end of the previous entry is sent before the new start', async ({
  page,
  expected,
}) => {
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
  // Waits until the form has read the new entry, because the clean-up after the test deletes that entry.
  await page.getByRole('dialog').getByLabel('Início').waitFor()
  expect(await endOff(entry, at)).toBeLessThan(2)
  expect((await running())?.id).toBeGreaterThan(entry.id)
})

test('if the end of a time entry was not sent yet, Sair first shows a warning, and the end is sent before the session ends', async ({
  page,
  expected,
}) => {
  expected.push(/503|Clear-Site-Data/)
  const entry = await start()
  await movableClock(page, now())
  // The test ends this session, so it signs in anew instead of using the shared session.
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

test('if a person stops an entry offline in one of two tabs, only one tab sends its end, even if another person was signed in meanwhile', async ({
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

test('if the running entry was already ended elsewhere, a click on Parar shows a message with the stored end', async ({ page }) => {
  const entry = await start()
  await enter(page)
  await bar(page).waitFor()
  // The end is at least a second after the start, because an entry must have a duration.
  const end = wallTime(now() + 1_000)
  await db().update(timeEntries).set({ endedAt: end }).where(eq(timeEntries.id, entry.id))
  // The stop comes more than a second after the stored end.
  await pass(page, MINUTE)
  await stop(page).click()
  await toast(page, messages.hadEnded(`às ${hourBr(end)}`))
  expect(await page.getByText(messages.changed).count()).toBe(0)
  await bar(page).waitFor({ state: 'detached' })
})
