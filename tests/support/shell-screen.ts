// Set-up of tests/browser/shell.test.ts and tests/deep/browser/shell.test.ts.
import type { Page } from 'playwright-core'

export const scheme = (page: Page) => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
