import type { Page } from 'playwright-core'

/**
 * Installs a clock that tests can move in a page and its context. The clock keeps running. The client sets its clock from the navigation entry, which
 * Playwright's clock lacks. So this function supplies an entry with the moment at which the page's script began and the Server-Timing header of the
 * server.
 */
export async function movableClock(page: Page, time: number) {
  await page.context().addInitScript(() => void Object.assign(globalThis, { machinePerformance: performance }))
  await page.clock.install({ time })
  await page.context().addInitScript(() => {
    const { machinePerformance: machine } = globalThis as unknown as { machinePerformance: Performance }
    // oxlint-disable-next-line no-restricted-properties -- runs in the page and reads its clock
    const responseStart = performance.now()
    const came = (): Partial<PerformanceNavigationTiming>[] => {
      const entries = machine.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return entries.map(({ serverTiming }) => ({ responseStart, serverTiming }))
    }
    performance.getEntriesByType = (type) => (type === 'navigation' ? (came() as PerformanceEntryList) : [])
  })
}
