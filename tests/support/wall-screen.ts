// The wall of whereabouts in a browser, with a separate server for each test.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'
import { inFlight } from './page-requests.ts'
import { hydrated } from './page-waits.ts'
import { startWall, WALL } from './wall.ts'

export const names = (page: Page) => page.locator('tbody th').allTextContents()

/** Moves the mouse over the wall until its controls appear, which takes several attempts while their code is loading. */
export const touch = (page: Page) =>
  expect
    .poll(async () => {
      await page.mouse.move(300, 300)
      await page.mouse.move(310, 300)
      return page.getByRole('navigation', { name: 'Painel' }).count()
    })
    .toBe(1)

/** Distance in px from the top of the screen to the bottom of the cards. */
export const bottomOfCards = async (page: Page) => {
  const box = await page.locator('section ul').boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

/** Starts a server before each test. `site()` returns the server, and `wall` opens its wall. */
export function wallScreen() {
  let site: Awaited<ReturnType<typeof startWall>>
  beforeEach(async () => {
    site = await startWall()
  })
  afterEach(() => site.stop())

  /** Opens the wall in a browser whose clock the test moves. The clock also keeps running, unless `paused` is true. */
  async function wall(open: (options?: BrowserContextOptions) => Promise<Page>, options: BrowserContextOptions = {}, paused = false) {
    const page = await open({ ...WALL, ...options })
    // An installed clock runs at once, and it can only be paused at a later time.
    await page.clock.install({ time: paused ? site.now - 60_000 : site.now })
    if (paused) await page.clock.pauseAt(site.now)
    await site.enter(page)
    await hydrated(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const asked = inFlight(page)
    const pass = async (ms: number) => {
      // Waits for all requests. If the clock moved during a request, the request would be aborted, and the next one would follow only 30 s later.
      await expect.poll(() => asked.size).toBe(0)
      site.now += ms
      await page.clock.fastForward(ms)
    }
    return { page, pass }
  }

  return { site: () => site, wall }
}
