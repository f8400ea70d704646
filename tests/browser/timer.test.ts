// Tests the running entry on every page, in every tab and without a network, in a real browser on the real API.
import { expect } from 'vitest'
import { MINUTE } from '../../shared/clock.ts'
import type { TimeEntry } from '../../shared/features/track.ts'
import { test } from '../support/browser.ts'
import { inFlight } from '../support/page-requests.ts'
import { goTo } from '../support/page-waits.ts'
import { bar, stop, unsaved, isOffline, timerScreen } from '../support/timer-screen.ts'

const { url, moveServer, now, running, start, enter, pass, another, off, press, endOff } = timerScreen()

test('the timer bar and the page title follow the server’s clock, even after a sleep or if the computer’s clock is wrong', async ({ page }) => {
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
  // Waits for all responses. A response during the move would already contain the server's new minute, and the page would add the minute again.
  await expect.poll(() => asked.size).toBe(0)
  await page.clock.setSystemTime(now() - 5 * 60 * MINUTE)
  // Moves all clocks by a minute, so that the page draws the time again after the computer's clock was set.
  moveServer(MINUTE)
  await page.clock.fastForward(MINUTE)
  await expect.poll(() => page.title()).toBe('Calendário · 1:24 · csnoteweb')
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
  // Waits for all responses, because no response may be under way while only one of the clocks has moved.
  await expect.poll(() => asked.size).toBe(0)
  // Simulates a sleep. The page's timer does not count it, so the page requests the time from the server.
  moveServer(60 * MINUTE)
  await page.clock.setSystemTime(now())
  await pass(page, 5000)
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
  await expect.poll(() => page.title()).toBe('Calendário · 2:24 · csnoteweb')
})

test('if the server needs 5 s to render the page, the timer still shows the correct time', async ({ page }) => {
  const entry = await start()
  const took = 5000
  await page.route('**/home', async (route) => {
    const response = await route.fetch()
    moveServer(took)
    await route.fulfill({ response, headers: { ...response.headers(), 'server-timing': `drawing;dur=${took}` } })
  })
  await enter(page)
  await bar(page).waitFor()
  await expect.poll(() => off(page, entry)).toBeLessThan(2)
})

test('an entry stopped in one tab also disappears in the other tab, and does not reappear in the first while a response is delayed', async ({
  page,
}) => {
  const entry = await start()
  await enter(page)
  const other = await another(page, '/track')
  const card = other.getByRole('region', { name: 'Tempo em andamento' })
  await card.waitFor()
  await pass(page, 10 * MINUTE)
  // Delays the response that would report the stop to the other tab.
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

test('if an entry is stopped while offline, the end is kept even if the tab closes, and is stored once the network is back', async ({
  page,
  expected,
}) => {
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

test('the timer bar also works if the browser’s list of unsent ends of time entries contains invalid values', async ({ page }) => {
  await start()
  await enter(page)
  const { idUsuario } = (await running()) as TimeEntry
  for (const kept of ['{"a":1}', '[null,7,{"id":1,"at":"x","machine":1,"sure":true}]', '[{"id":1,"at":1e300,"machine":1,"sure":true}]']) {
    await page.evaluate(([key = '', text = '']) => localStorage.setItem(key, text), [`paradas ${idUsuario}`, kept])
    await goTo(page, url('/home'))
    await bar(page).waitFor()
  }
  await stop(page).click()
  await expect.poll(running).toBe(null)
})

test('if no time entry is running, an open page sends no requests until the person returns to its tab', async ({ page }) => {
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
