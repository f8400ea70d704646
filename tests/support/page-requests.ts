// Watches, delays and loses the requests of a page.
import type { Page, Request } from 'playwright-core'

/** A path on our origin that no page of ours uses, so that a route for it affects no page. */
export const NOWHERE = '/icon.svg'
const PROBE = `${NOWHERE}?routed`

/**
 * Makes `page.route` wait until the route is active. Chromium tells the renderer process of a new route over a separate channel; on a busy machine, a
 * key press right afterwards can overtake it.
 */
export function routeAtOnce(page: Page) {
  const route = page.route.bind(page)
  page.route = async (...given) => {
    const made = await route(...given)
    if (!page.url().startsWith('http')) return made
    const probe = await route(`**${PROBE}`, (asked) => asked.fulfill({ status: 299 }))
    await page.waitForFunction((path) => fetch(path, { cache: 'no-store' }).then(({ status }) => status === 299), PROBE)
    await probe.dispose()
    return made
  }
}

/** Tracks the requests of a page that have no response yet. Only requests sent after this call are counted. */
export function inFlight(page: Page) {
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return asked
}

/** Lets the next request with this method reach the server, but drops its response or replaces the response by a proxy's error page. */
export async function loseAnswer(page: Page, url: string, method = 'PUT', status?: number) {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.continue()
    isLost = true
    await route.fetch()
    await (status ? route.fulfill({ status, body: '<h1>Bad Gateway</h1>' }) : route.abort())
  })
}

/** Holds back requests with this method until the returned function is called. */
export async function holdBack(page: Page, url: string, method: string) {
  const late = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await late.promise
    await route.continue()
  })
  return late.resolve
}
