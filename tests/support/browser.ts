// A real browser for a test file: `import { test } from './support/browser.ts'`. Every page starts without cookies and storage. An unexpected console
// message fails the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- a limit for a read that has none
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type ConsoleMessage, type Page } from 'playwright-core'
import { expect, test as plain, type RunnerTask } from 'vitest'
import { recordTrace, saveLogs, saveTrace } from './failures.ts'
import { inFlight, NOWHERE, routeAtOnce } from './page-requests.ts'
import { PATIENCE } from './page-waits.ts'
import { programs } from './programs.ts'
import { SCRATCH } from './scratch.ts'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const VIEWPORT = { width: 1440, height: 900 }
const USUAL: BrowserContextOptions = { locale: 'pt-BR', timezoneId: 'America/Cuiaba', viewport: VIEWPORT }

async function contextOf(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...USUAL, ...options })
  context.setDefaultTimeout(PATIENCE)
  context.on('page', routeAtOnce)
  await recordTrace(context)
  return context
}

/** Collects what explains a failure of the running test, and fails the test if a page wrote an unexpected console message. */
function watching(task: RunnerTask, expected: RegExp[]) {
  const complaints: string[] = []
  const pages: { page: Page; name: string; waiting: ReturnType<typeof inFlight> }[] = []
  return {
    heard: (message: ConsoleMessage) => {
      const path = URL.parse(message.location().url)?.pathname ?? ''
      // Between two tests the page shows an image, and Chromium may request an icon for it at any time.
      if (path !== '/favicon.ico') complaints.push(`${message.type()}: ${message.text()} ${path}`)
    },
    thrown: (error: Error) => void complaints.push(`exception: ${error.stack}`),
    add: (page: Page, name: string) => void pages.push({ page, name, waiting: inFlight(page) }),
    /** Runs when the test has ended. `clean` closes the pages or prepares them for the next test; `isSaved` is true if their traces were saved. */
    end: async (clean: (isSaved: boolean) => Promise<void>) => {
      const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
      const hasFailed = task.result?.state === 'fail'
      const isSaved = hasFailed || unexpected.length > 0
      const shown = hasFailed ? await Promise.all(pages.map(shownBy)) : []
      if (isSaved) for (const { page, name } of pages) shown.push(await saveTrace(task, page, name))
      // After a failed assertion, setup.ts saves the logs.
      if (isSaved && !hasFailed) saveLogs(task)
      await clean(isSaved)
      if (hasFailed) throw new Error([...shown, ...complaints].join('\n'))
      expect(unexpected, shown.join('\n')).toEqual([])
    },
  }
}

/** Describes the page of a failed test: its text, form fields and unanswered requests. On another machine nothing else tells about the page. */
async function shownBy({ page, waiting }: { page: Page; waiting: ReturnType<typeof inFlight> }) {
  const asked = [...waiting].map((request) => `${request.method()} ${request.url()} has no answer`)
  // If a test fails before it opens a page, the browser shows an image without a body, so the text is empty.
  const shown = await page.innerText('body', { timeout: 1000 }).catch(() => '')
  const read = page
    .evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')].map(({ value, dataset }) => [dataset['path'], value]),
    )
    .catch(() => [])
  // `evaluate` has no time limit of its own, and waits as long as a navigation has no response.
  const fields = await Promise.race([read, setTimeout(1000, [])])
  return [`${page.url()} showed:`, shown, JSON.stringify(fields), ...asked].join('\n')
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
    const watched = watching(task, expected)
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      if (!browser) return skip('falta o Chromium')
      const context = await contextOf(browser, options)
      await context.tracing.startChunk()
      context.on('console', watched.heard).on('weberror', (error) => watched.thrown(error.error()))
      const page = await context.newPage()
      watched.add(page, `page-${contexts.push(context) - 1}`)
      return page
    })
    await watched.end(async () => void (await Promise.all(contexts.map((context) => context.close()))))
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
    const watched = watching(task, expected)
    page.on('console', watched.heard).on('pageerror', watched.thrown)
    watched.add(page, 'page')
    const context = page.context()
    await context.tracing.startChunk()
    await use(page)
    await watched.end(async (isSaved) => {
      if (!isSaved) await context.tracing.stopChunk()
      page.removeAllListeners()
      await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
      await context.setOffline(false)
      // Stays on our origin instead of going to about:blank, because a new process of Chromium would take half as long as a page.
      const leave = async () => {
        await page.goto(new URL(NOWHERE, page.url()).href)
        // A page that is left saves drafts in sessionStorage, and a stop of the timer stays in localStorage until its response arrives.
        await page.evaluate(() => {
          sessionStorage.clear()
          localStorage.clear()
        })
      }
      // Tries a second time, because a page that is just going back in its history may abort the first attempt.
      if (page.url().startsWith('http')) await leave().catch(leave)
      const media = page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
      await Promise.all([context.clearCookies(), media, page.setViewportSize(VIEWPORT)])
    })
  },
})
