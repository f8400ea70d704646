// Set-up for tests/browser/form.test.ts and tests/deep/browser/form.test.ts.
import type { Page } from 'playwright-core'
import { reduceMotion } from './axe.ts'
import { clientRow } from './client-samples.ts'
import { scriptedCompany } from './scripted-company.ts'

export const form = (page: Page) => page.getByRole('dialog', { name: 'Novo Cliente' })
export const question = (page: Page) => page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' })
export const search = (page: Page) => new URL(page.url()).search
export const name = (page: Page) => page.getByLabel('Razão Social')
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label'))

export function formScreen() {
  const { answer, sent, signIn, url } = scriptedCompany()
  async function typed(page: Page) {
    await reduceMotion(page)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.locator('[data-autofocus]:focus').waitFor()
    await name(page).fill('Fazenda Nova')
  }
  async function filled(page: Page) {
    await typed(page)
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).click()
  }
  const creates = () => answer('POST /clients', { json: clientRow(9, 'Fazenda Nova') })
  return { answer, sent, signIn, url, typed, filled, creates }
}
