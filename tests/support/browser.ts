// A real browser for a test file. `import { test } from './support/browser.ts'`; every page is a fresh person's, and a console message fails its test.
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
import { recordTrace, saveTrace } from './failures.ts'
import { programs } from './programs.ts'
import { SCRATCH } from './scratch.ts'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const VIEWPORT = { width: 1440, height: 900 }
const USUAL: BrowserContextOptions = { locale: 'pt-BR', timezoneId: 'America/Cuiaba', viewport: VIEWPORT }

/** Of our origin, and nothing of ours. */
const NOWHERE = '/icon.svg'
const PROBE = `${NOWHERE}?routed`

/** Less than a test has, so that it fails by the step that waits. */
const PATIENCE = 20_000
async function contextOf(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...USUAL, ...options })
  context.setDefaultTimeout(PATIENCE)
  context.on('page', routeAtOnce)
  await recordTrace(context)
  return context
}

/** Makes a route of the page hold once it is made: Chromium tells the page's process of it on a way that a key pressed at once overtakes where the machine is busy. */
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

/** Adds what is written to the console to the list, but that there is no icon of what is no page of ours: a picture between two tests, of which Chromium says so when it pleases. */
const listenTo = (complaints: string[]) => (message: ConsoleMessage) => {
  const path = URL.parse(message.location().url)?.pathname ?? ''
  if (path !== '/favicon.ico') complaints.push(`${message.type()}: ${message.text()} ${path}`)
}

interface Fixtures {
  browser: Browser | undefined
  /** Console messages that this test provokes; Chromium writes one for every 4xx and 5xx. */
  expected: RegExp[]
  /** A page of its own context: other cookies, other storage. */
  open: (options?: BrowserContextOptions) => Promise<Page>
  page: Page
}

export const test = plain.extend<Fixtures>({
  browser: [
    // Vitest reads what a fixture needs from its first parameter, so an empty pattern must stand there.
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
    for (const context of contexts) await context.close()
    if (hasFailed) throw new Error([...shown, ...complaints].join('\n'))
    expect(unexpected, shown.join('\n')).toEqual([])
  },
  page: async ({ open }, use) => use(await open()),
})

/** The same, with one page for all tests of a file, emptied after each: a quarter less of the processors where there are many. Not for a test that changes its clock; `open` is anew. */
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
    page.removeAllListeners()
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), page.context().unrouteAll({ behavior: 'ignoreErrors' })])
    await page.context().setOffline(false)
    // Not about:blank: out of our origin Chromium starts a process anew, which takes half as long again as a page of ours.
    const leave = async () => {
      await page.goto(new URL(NOWHERE, page.url()).href)
      // After the page was left, which keeps what was typed there.
      await page.evaluate(() => sessionStorage.clear())
    }
    // Again, where the page went back in its history at the same moment.
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

/** What a page shows that a test failed at, and what it still waits for: of a failure elsewhere no more is known. */
async function shownBy(page: Page, waiting: Set<Request>) {
  const asked = [...waiting].map((request) => `${request.method()} ${request.url()} has no answer`)
  // A test that failed before its first page shows a picture, which has no body.
  const shown = await page.innerText('body', { timeout: 1000 }).catch(() => '')
  const fields = await page
    .evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')].map(({ value, dataset }) => [dataset['path'], value]),
    )
    .catch(() => [])
  return [`${page.url()} showed:`, shown, JSON.stringify(fields), ...asked].join('\n')
}

/** From now on nothing of the page moves: what is half faded in has no contrast. */
export const still = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })

/** What the colours decide: the rest is alike in both schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with the page as it is now, standing still, one line each, in the light scheme and, of its colours, in the dark one. For a page that follows the machine. */
export async function axe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  await still(page)
  // What began to move before.
  await page.evaluate(() =>
    Promise.allSettled(
      // By the clock, and to an end: not by a scroll bar.
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
 * Installs a movable clock in a page and in its context; the clock keeps running. Playwright's clock has no navigation entry, from which the client
 * sets its clock. This function supplies one, with the moment at which the page's script began and the server's own timing.
 */
export async function movableClock(page: Page, time: number) {
  await page.context().addInitScript(() => void Object.assign(globalThis, { machinePerformance: performance }))
  await page.clock.install({ time })
  await page.context().addInitScript(() => {
    const { machinePerformance: machine } = globalThis as unknown as { machinePerformance: Performance }
    // oxlint-disable-next-line no-restricted-properties -- in the page, for the page
    const responseStart = performance.now()
    const came = (): Partial<PerformanceNavigationTiming>[] => {
      const entries = machine.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return entries.map(({ serverTiming }) => ({ responseStart, serverTiming }))
    }
    performance.getEntriesByType = (type) => (type === 'navigation' ? (came() as PerformanceEntryList) : [])
  })
}

/** The requests of a page that wait for their answer, from now on. */
export function inFlight(page: Page) {
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return asked
}

/** Waits until React has taken up the page that the server rendered: what is pressed before is lost. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber')))

interface Fiber {
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  /** Of a boundary that is not taken up, what the server rendered. */
  memoizedState: { dehydrated?: unknown } | null
  /** At the top, what all hang on. */
  stateNode: { current: Fiber }
}
/** The same of all its parts, those too whose code comes later: as long as one is lacking, React leaves what lies around it as it is. */
const wholeHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const entries: [string, Fiber][] = Object.entries(document.querySelector('h1') ?? {})
    let top = entries.find(([key]) => key.startsWith('__reactFiber'))?.[1]
    while (top?.return) top = top.return
    const isWhole = (one: Fiber | null): boolean => !one || (!one.memoizedState?.dehydrated && isWhole(one.child) && isWhole(one.sibling))
    // None before the first part is taken up.
    const first = top?.stateNode.current.child
    return first != null && isWhole(first)
  })

/** For `page.addInitScript`: what React leaves for later comes later than a frame, as where the machine is busy. */
export function drawsLate() {
  const { prototype } = MessagePort
  // oxlint-disable-next-line typescript/unbound-method -- bound again where it is called
  prototype.postMessage = new Proxy(prototype.postMessage, {
    apply: (post, port, given) => void setTimeout(() => Reflect.apply(post, port, given), 50),
  })
}

/** Waits until what changed last is drawn. */
export const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Goes to a page of ours, or asks for the same again; it is ready to be used, with what it asked for. */
export async function goTo(page: Page, url?: string) {
  const asked = inFlight(page)
  await (url === undefined ? page.reload() : page.goto(url))
  await wholeHydrated(page)
  await drawn(page)
  await expect.poll(() => asked.size, { interval: 20, timeout: PATIENCE }).toBe(0)
  await drawn(page)
}

/** The next call of that method is answered, and its answer never comes; or a proxy's page comes in its place. */
export async function loseAnswer(page: Page, url: string, method = 'PUT', status?: number) {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.continue()
    isLost = true
    await route.fetch()
    await (status ? route.fulfill({ status, body: '<h1>Bad Gateway</h1>' }) : route.abort())
  })
}

/** Calls of that method wait on their way until the answer is called. */
export async function holdBack(page: Page, url: string, method: string) {
  const late = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await late.promise
    await route.continue()
  })
  return late.resolve
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Sends the form that has the focus, or whose window is open. */
export const send = (page: Page) => page.keyboard.press('Control+Enter')
/** Chooses from a list by what is typed. */
export const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}
