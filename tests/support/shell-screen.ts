// Set-up for tests/browser/shell.test.ts and tests/deep/browser/shell.test.ts.
import type { Page } from 'playwright-core'

export const scheme = (page: Page) => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
/** Finds the message about the lost connection. */
export const lost = (page: Page) => page.getByRole('status').filter({ hasText: /Sem conexão\. Dados de \d\d:\d\d\./ })
