// Set-up for tests/browser/grid.test.ts and tests/deep/browser/grid.test.ts.
import type { Page } from 'playwright-core'
import { clientRow } from './client-samples.ts'
import { scriptedCompany } from './scripted-company.ts'

export const names = (page: Page) => page.locator('tbody td[data-main]').allTextContents()
export const box = async (page: Page, name: string) => {
  const found = await page.getByRole('columnheader', { name }).boundingBox()
  if (!found) throw new Error(`${name} is not drawn`)
  return found
}
export const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('[data-main]')?.textContent)

export function gridScreen() {
  const { answer, signIn, url } = scriptedCompany()
  const many = (count: number) =>
    answer('GET /clients', {
      json: Array.from({ length: count }, (_, index) => clientRow(index + 1, `Cliente ${String(index + 1).padStart(4, '0')}`)),
    })
  return { answer, signIn, url, many }
}
