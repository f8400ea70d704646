// Set-up for tests/browser/timer.test.ts and tests/deep/browser/timer.test.ts.
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { atWall } from '../../shared/clock.ts'
import { type TimeEntry } from '../../shared/features/track.ts'
import { seconds } from '../../shared/hours.ts'
import { movableClock } from './page-clock.ts'
import { goTo } from './page-waits.ts'
import { clockFrom } from './clock.ts'
import { demoCompany } from './demo-company.ts'

export const WHO = 'equipe'
export const bar = (page: Page) => page.getByRole('group', { name: 'Tempo em andamento' })
export const stop = (page: Page) => bar(page).getByRole('button', { name: 'Parar' })
export const unsaved = (page: Page) => page.getByText('Parada ainda não salva')
export const isOffline = (page: Page, is: boolean) => page.context().setOffline(is)

export function timerScreen() {
  const { call, db, signIn, time, url } = demoCompany()
  /** Time in ms by which tests have moved the server's clock, which also keeps running by itself. */
  let ahead = 0
  beforeAll(() => {
    const clock = clockFrom(time().now)
    Object.defineProperty(time(), 'now', { get: () => clock() + ahead })
  })
  const now = () => time().now
  /** Moves the server's clock but no page's clock. */
  const moveServer = (ms: number) => {
    ahead += ms
  }
  const entryOf = async (id: number) => (await call(WHO, 'GET', `/track/${id}`)).body as TimeEntry
  const running = async () => (await call(WHO, 'GET', '/track/check')).body as TimeEntry | null
  const start = async () =>
    (await call(WHO, 'POST', '/track', { idAtividade: 3, idCategoria: 5, idModulo: 5, descricao: 'Inventário' })).body as TimeEntry
  afterEach(async () => {
    const left = await running()
    if (left) await call(WHO, 'DELETE', `/track/${left.id}`)
  })
  /** Opens a page whose clock can be moved together with the server's clock. */
  async function enter(page: Page, path = '/home') {
    await movableClock(page, now())
    await signIn(page, path, WHO)
  }
  async function pass(page: Page, ms: number) {
    ahead += ms
    await page.clock.fastForward(ms)
    // The page's clock stands still during the move. Afterwards it catches up with the server's clock, but never gets ahead of it.
    const due = now()
    // oxlint-disable-next-line no-restricted-properties -- the page's own, movable clock
    await page.clock.fastForward(Math.max(0, due - (await page.evaluate(() => Date.now()))))
  }
  const another = async (page: Page, path = '/home') => {
    const tab = await page.context().newPage()
    await goTo(tab, url(path))
    return tab
  }
  /** Difference in seconds between the time in the bar and the server's clock. */
  const off = async (page: Page, { dataHoraInicio }: TimeEntry) =>
    Math.abs(seconds((await bar(page).locator('time').textContent()) ?? '') - (now() - atWall(dataHoraInicio)) / 1000)
  /** Presses a button. Returns the instants before and after, which can be far apart on a busy machine. */
  const press = async (button: Locator) => {
    const from = now()
    await button.click()
    return [from, now()] as const
  }
  /** Returns the seconds by which the stored end of an entry lies outside the two instants of its stop, or null while the entry is running. */
  const endOff = async ({ id, dataHoraInicio }: TimeEntry, [from, until]: readonly [number, number]) => {
    const { total } = await entryOf(id)
    if (total === null) return null
    const end = atWall(dataHoraInicio) + seconds(total) * 1000
    return Math.max(0, from - end, end - until) / 1000
  }
  return { db, signIn, url, moveServer, now, running, start, enter, pass, another, off, press, endOff }
}
