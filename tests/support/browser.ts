// A real browser for a test file. `import { test } from './support/browser.ts'`; every page is a fresh person's, and a console message fails its test.
import axeCore from 'axe-core'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect, test as plain } from 'vitest'
import { programs } from './programs.ts'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const USUAL: BrowserContextOptions = { locale: 'pt-BR', timezoneId: 'America/Cuiaba', viewport: { width: 1440, height: 900 } }

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
      const browser = executablePath ? await chromium.launch({ executablePath, args: [...FLAGS, ...QUIET] }) : undefined
      await use(browser)
      await browser?.close()
    },
    { scope: 'file' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => use([]),
  open: async ({ browser, expected, skip }, use) => {
    const complaints: string[] = []
    const contexts: { close: () => Promise<void> }[] = []
    await use(async (options = {}) => {
      if (!browser) return skip('falta o Chromium')
      const context = await browser.newContext({ ...USUAL, ...options })
      contexts.push(context)
      context.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      context.on('weberror', (error) => complaints.push(`exception: ${error.error().stack}`))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([])
  },
  page: async ({ open }, use) => use(await open()),
})

/** The same, with pages that share what the browser keeps of our files: half as long where a file has many tests. Cookies end with each; `open` is anew. */
export const testInOne = test.extend<{ shared: BrowserContext | undefined; page: Page }>({
  shared: [
    async ({ browser }, use) => {
      const context = await browser?.newContext(USUAL)
      await use(context)
      await context?.close()
    },
    { scope: 'file' },
  ],
  page: async ({ shared, expected, skip }, use) => {
    if (!shared) return skip('falta o Chromium')
    const complaints: string[] = []
    const page = await shared.newPage()
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => complaints.push(`exception: ${error.stack}`))
    await use(page)
    await page.close()
    await shared.clearCookies()
    expect(complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([])
  },
})

/** What axe finds wrong with the page as it is now, one line each. */
export async function axe(page: Page) {
  await page.evaluate(axeCore.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axeCore }).axe.run())
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) ${target.join(' ')}: ${failureSummary}`),
  )
}
