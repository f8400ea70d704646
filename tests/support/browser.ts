// A real browser for a test file: `import { test } from './support/browser.ts'`. Every page starts without cookies and storage. An unexpected console
// message fails the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import axeCore from 'axe-core'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type Request,
} from 'playwright-core'
import { expect, test as plain } from 'vitest'
import { recordTrace, saveLogs, saveTrace } from './failures.ts'
import { programs } from './programs.ts'
import { SCRATCH } from './scratch.ts'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const VIEWPORT = { width: 1440, height: 900 }
const USUAL: BrowserContextOptions = { locale: 'pt-BR', timezoneId: 'America/Cuiaba', viewport: VIEWPORT }

/** A path on our origin that is not a page of ours. */
const NOWHERE = '/icon.svg'
const PROBE = `${NOWHERE}?routed`

/** Timeout in ms of each step. It is shorter than the timeout of a test, so that the report names the step that failed. */
const PATIENCE = 20_000
async function contextOf(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...USUAL, ...options })
  context.setDefaultTimeout(PATIENCE)
  context.on('page', routeAtOnce)
  await recordTrace(context)
  return context
}

/**
 * Makes `page.route` wait until the route is active. Chromium tells the renderer process of a new route over a separate channel; on a busy machine, a
 * key press right afterwards can overtake it.
 */
function routeAtOnce(page: Page) {
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

/**
 * Collects console messages, except those about a missing /favicon.ico. Between two tests the page shows an image, and Chromium may request an icon
 * for it at any time.
 */
const listenTo = (complaints: string[]) => (message: ConsoleMessage) => {
  const path = URL.parse(message.location().url)?.pathname ?? ''
  if (path !== '/favicon.ico') complaints.push(`${message.type()}: ${message.text()} ${path}`)
}

interface Fixtures {
  browser: Browser | undefined
  /** Console messages that this test provokes. Chromium writes one for every 4xx and 5xx response. */
  expected: RegExp[]
  /** Opens a page in a new context, with separate cookies and storage. */
  open: (options?: BrowserContextOptions) => Promise<Page>
  page: Page
}

export const test = plain.extend<Fixtures>({
  browser: [
    // The first parameter must be an empty pattern, because Vitest reads the dependencies of a fixture from it.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const executablePath = programs.browser.find()
      if (!executablePath) return use(undefined)
      const tracesDir = await mkdtemp(join(SCRATCH, 'csnoteweb-traces-'))
      const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...QUIET], tracesDir })
      await use(browser)
      await browser.close()
      await rm(tracesDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => use([]),
  open: async ({ browser, expected, skip, task }, use) => {
    const complaints: string[] = []
    const contexts: BrowserContext[] = []
    const pages: { page: Page; waiting: Set<Request> }[] = []
    await use(async (options = {}) => {
      if (!browser) return skip('falta o Chromium')
      const context = await contextOf(browser, options)
      await context.tracing.startChunk()
      contexts.push(context)
      context.on('console', listenTo(complaints))
      context.on('weberror', (error) => complaints.push(`exception: ${error.error().stack}`))
      const page = await context.newPage()
      pages.push({ page, waiting: inFlight(page) })
      return page
    })
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
    const hasFailed = task.result?.state === 'fail'
    const shown = hasFailed ? await Promise.all(pages.map(({ page, waiting }) => shownBy(page, waiting))) : []
    if (hasFailed || unexpected.length) for (const [nth, { page }] of pages.entries()) shown.push(await saveTrace(task, page, `page-${nth}`))
    if (!hasFailed && unexpected.length) saveLogs(task)
    for (const context of contexts) await context.close()
    if (hasFailed) throw new Error([...shown, ...complaints].join('\n'))
    expect(unexpected, shown.join('\n')).toEqual([])
  },
  page: async ({ open }, use) => use(await open()),
})

/**
 * Like `test`, but all tests of a file share one page, which is cleaned after each test. In files with many tests this saves a quarter of the CPU
 * time. A test that changes the clock must not use `testInOne`. `open` still returns a new page.
 */
export const testInOne = test.extend<{ one: Page | undefined; page: Page }>({
  one: [
    async ({ browser }, use) => {
      const context = browser && (await contextOf(browser))
      await use(await context?.newPage())
      await context?.close()
    },
    { scope: 'file' },
  ],
  page: async ({ one: page, expected, skip, task }, use) => {
    if (!page) return skip('falta o Chromium')
    const complaints: string[] = []
    page.on('console', listenTo(complaints))
    page.on('pageerror', (error) => complaints.push(`exception: ${error.stack}`))
    const waiting = inFlight(page)
    await page.context().tracing.startChunk()
    await use(page)
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
    const hasFailed = task.result?.state === 'fail'
    const shown = hasFailed ? [await shownBy(page, waiting)] : []
    if (hasFailed || unexpected.length) shown.push(await saveTrace(task, page, 'page'))
    else await page.context().tracing.stopChunk()
    if (!hasFailed && unexpected.length) saveLogs(task)
    page.removeAllListeners()
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), page.context().unrouteAll({ behavior: 'ignoreErrors' })])
    await page.context().setOffline(false)
    // Goes to a path on our origin instead of about:blank. After leaving our origin, Chromium starts a new process, which costs half as much again as
    // opening one of our pages.
    const leave = async () => {
      await page.goto(new URL(NOWHERE, page.url()).href)
      // The storage is cleared only after leaving the page, because the page saves drafts in sessionStorage when it is left. A stop of the timer
      // stays in localStorage until its response arrives.
      await page.evaluate(() => {
        sessionStorage.clear()
        localStorage.clear()
      })
    }
    // Tries a second time, because a page that is just going back in its history may abort the first attempt.
    if (page.url().startsWith('http')) await leave().catch(leave)
    await Promise.all([
      page.context().clearCookies(),
      page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null }),
      page.setViewportSize(VIEWPORT),
    ])
    if (hasFailed) throw new Error([...shown, ...complaints].join('\n'))
    expect(unexpected, shown.join('\n')).toEqual([])
  },
})

/**
 * Describes the page of a failed test: its text, its form fields and its unanswered requests. If a test fails on another machine, this is the only
 * information about the page.
 */
async function shownBy(page: Page, waiting: Set<Request>) {
  const asked = [...waiting].map((request) => `${request.method()} ${request.url()} has no answer`)
  // If a test fails before it opens a page, the browser shows an image without a body, so the text is empty.
  const shown = await page.innerText('body', { timeout: 1000 }).catch(() => '')
  const fields = await page
    .evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')].map(({ value, dataset }) => [dataset['path'], value]),
    )
    .catch(() => [])
  return [`${page.url()} showed:`, shown, JSON.stringify(fields), ...asked].join('\n')
}

/** Turns off animations, because axe cannot judge the contrast of an element that is half faded in. */
export const still = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })

/** The axe rules about colours. All other rules give the same results in both colour schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe without animations: all rules in the light scheme, and the colour rules in the dark one. Returns one line per violation. The page must
 * follow the system's colour scheme.
 */
export async function axe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  await still(page)
  // Waits for animations that have already started.
  await page.evaluate(() =>
    Promise.allSettled(
      // A scroll-driven animation never finishes, so only animations with a duration are awaited.
      document
        .getAnimations()
        .flatMap((one) => (one.timeline !== document.timeline || one.effect?.getComputedTiming().endTime === Infinity ? [] : one.finished)),
    ),
  )
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html:not([data-mantine-color-scheme=${colorScheme === 'dark' ? 'light' : 'dark'}])`).waitFor({ state: 'attached' })
    const { violations } = await page.evaluate(
      (runOnly) => (globalThis as unknown as { axe: typeof axeCore }).axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
      colorScheme === 'dark' && OF_COLOURS,
    )
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary } of nodes) found.push(`${colorScheme}: ${id} (${help}) ${target.join(' ')}: ${failureSummary}`)
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

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

/** Tracks the requests of a page that have no response yet. Only requests sent after this call are counted. */
export function inFlight(page: Page) {
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return asked
}

/** Waits until React has hydrated the server-rendered page, because an earlier keystroke or click would be lost. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber')))

interface Fiber {
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  /** On a suspense boundary that is not hydrated yet, the server-rendered content of the boundary. */
  memoizedState: { dehydrated?: unknown } | null
  /** On the root fiber, the FiberRoot, whose `current` is the root of the current tree. */
  stateNode: { current: Fiber }
}
/**
 * Like `hydrated`, but waits for all suspense boundaries, including those whose code loads later. React does not update the elements around a
 * boundary that is not hydrated.
 */
const wholeHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const entries: [string, Fiber][] = Object.entries(document.querySelector('h1') ?? {})
    let top = entries.find(([key]) => key.startsWith('__reactFiber'))?.[1]
    while (top?.return) top = top.return
    const isWhole = (one: Fiber | null): boolean => !one || (!one.memoizedState?.dehydrated && isWhole(one.child) && isWhole(one.sibling))
    // The root has no child before the first hydration.
    const first = top?.stateNode.current.child
    return first != null && isWhole(first)
  })

/** Script for `page.addInitScript` that simulates a busy machine: it delays React's scheduled work by 50 ms, which is more than a frame. */
export function drawsLate() {
  const { prototype } = MessagePort
  // oxlint-disable-next-line typescript/unbound-method -- bound again by Reflect.apply
  prototype.postMessage = new Proxy(prototype.postMessage, {
    apply: (post, port, given) => void setTimeout(() => Reflect.apply(post, port, given), 50),
  })
}

/** Waits until the last change is painted. */
export const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Opens one of our pages, or reloads the current page. Waits until the page is hydrated and all its requests are answered. */
export async function goTo(page: Page, url?: string) {
  const asked = inFlight(page)
  await (url === undefined ? page.reload() : page.goto(url))
  await wholeHydrated(page)
  await drawn(page)
  await expect.poll(() => asked.size, { interval: 20, timeout: PATIENCE }).toBe(0)
  await drawn(page)
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

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Submits the focused form, or the form in the open dialog. */
export const send = (page: Page) => page.keyboard.press('Control+Enter')
/** Types the name of an option into a list's field and chooses the option. */
export const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}
