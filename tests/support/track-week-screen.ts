// Set-up for tests/browser/track-week.test.ts and tests/deep/browser/track-week.test.ts.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { week } from './week.ts'

export function trackWeekScreen() {
  const { cell, db, enter, entryOf, hoursOf, line, open, running, signIn, stored, time } = week()
  const focused = (page: Page, name: string, day: number) =>
    expect.poll(() => cell(page, name, day).evaluate((one) => one === document.activeElement)).toBe(true)
  /** Adds a line for the work of an older entry, and moves the focus to the line's cell for Wednesday. */
  async function addLine(page: Page) {
    await enter('De outro mês', '2026-09-14', '08:00:00', '09:00:00')
    await open(page)
    await page.getByRole('button', { name: 'Adicionar atividade' }).click()
    await page.getByRole('combobox', { name: 'Adicionar atividade' }).fill('outro mês')
    await page.getByRole('option', { name: 'De outro mês' }).click()
    await focused(page, 'De outro mês', 3)
    await page.keyboard.press('ArrowLeft')
  }
  return { cell, db, enter, entryOf, hoursOf, line, open, running, signIn, stored, time, focused, addLine }
}
