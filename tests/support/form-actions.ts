import type { Page } from 'playwright-core'

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Submits the focused form, or the form in the open dialog. */
export const send = (page: Page) => page.keyboard.press('Control+Enter')
/** Types the name of an option into a list's field and chooses the option. */
export const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}
