// Tests the week view of Track in a real browser, on the real API.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import * as tables from '../../server/api/db/schema.ts'
import { addDays } from '../../shared/clock.ts'
import { messages } from '../../shared/features/track.ts'
import { messages as common } from '../../shared/messages.ts'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { BRUNO, toast } from '../support/demo-company.ts'
import { BACKUP, MARINA, MEETING, MONDAY, TODAY, TUESDAY, week } from '../support/week.ts'

const { cell, db, enter, entryOf, hoursOf, line, open, running, stored, focused, addLine } = week()

const texts = (page: Page, name: string) => line(page, name).getByRole('gridcell').allInnerTexts()

test('the week view of Track shows the hours per line and day, with totals of both', async ({ page }) => {
  await open(page)
  await page.getByText('16 a 22 de novembro de 2026').waitFor()
  expect(await texts(page, MEETING)).toEqual(['00:25', '—', '—', '—', '', '', '', '00:25'])
  expect(await texts(page, BACKUP)).toEqual(['01:36', '02:30', '—', '—', '', '', '', '04:06'])
  expect((await texts(page, 'Total do dia')).map((text) => text.split(/\s+/).join(' '))).toEqual([
    '02:01 −05:59',
    '02:30 −05:30',
    ...Array.from({ length: 5 }, () => '—'),
    '04:31 de 40:00',
  ])
  await page.getByText('Lista', { exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByText('Semana', { exact: true }).click()
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Semana anterior', exact: true }).click()
  await page.getByText('9 a 15 de novembro de 2026').waitFor()
  expect(new URL(page.url()).search).toBe('?visao=semana&semana=2026-11-09')
  await page.getByText('Nenhum tempo nesta semana.').waitFor()
  await page.keyboard.press('t')
  await page.getByText('16 a 22 de novembro de 2026').waitFor()
})

test('hours typed into an empty cell are booked after the last entry of the day, and the booking can be undone', async ({ page }) => {
  await open(page)
  await cell(page, MEETING, 1).click()
  await page.getByText('1:30, 1,5 ou 90m · Enter grava').waitFor()
  await page.keyboard.type('1:30')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 16:00.')
  await focused(page, MEETING, 1)
  const [like, booked] = await Promise.all([entryOf(MONDAY), entryOf(TUESDAY)])
  const { id, dataHoraInicio, horaFim, total, versao } = booked
  expect(booked).toEqual({ ...like, id, dataHoraInicio, horaFim, total, versao })
  expect(await hoursOf(TUESDAY)).toContain(`${MEETING} 14:30:00 16:00:00 01:30:00`)
  await expect.poll(() => cell(page, MEETING, 1).innerText()).toBe('01:30')
  // Books 1.5 hours, typed with a decimal comma, on a day without entries.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1,5')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 08:00 às 09:30.')
  expect(await hoursOf('2026-11-18')).toEqual([`${MEETING} 08:00:00 09:30:00 01:30:00`])
  expect(await running()).toBeNull()
  await page.getByRole('button', { name: 'Desfazer' }).last().click()
  await toast(page, messages.entryDeleted)
  expect(await hoursOf('2026-11-18')).toEqual([])
  await expect.poll(() => cell(page, MEETING, 2).innerText()).toBe('—')
})

test('hours can be booked in the week view while an entry is running, and the running entry does not change', async ({ page }) => {
  await enter('Em curso', TODAY, '13:07:31', null)
  const before = await running()
  await open(page)
  await cell(page, MEETING, 1).press('4')
  await page.keyboard.type('5m')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 15:15.')
  expect(await hoursOf(TUESDAY)).toContain(`${MEETING} 14:30:00 15:15:00 00:45:00`)
  expect(await running()).toEqual(before)
})

test('emptying a cell or pressing Delete deletes the entry only after a confirmation', async ({ page }) => {
  await open(page)
  const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
  await cell(page, MEETING, 0).click()
  await page.getByText('vazio exclui').waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await focused(page, MEETING, 0)
  expect(await hoursOf(MONDAY)).toContainEqual(expect.stringContaining(MEETING))
  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Excluir' }).click()
  await toast(page, messages.deleted)
  await expect.poll(() => hoursOf(MONDAY)).not.toContainEqual(expect.stringContaining(MEETING))
})

test('a change to a cell of the week is refused with a message if the entries of the cell were changed in another window', async ({ page }) => {
  await open(page)
  const renamed = (from: string, to: string) =>
    db().update(tables.timeEntries).set({ description: to }).where(eq(tables.timeEntries.description, from))
  const refused = async () => {
    await toast(page, messages.movedElsewhere)
    await page.getByRole('button', { name: 'Fechar' }).last().click()
    await page.getByText(messages.movedElsewhere).waitFor({ state: 'detached' })
  }
  // Meanwhile the only entry of the cell moves to another line.
  await cell(page, MEETING, 0).click()
  await page.keyboard.type('2')
  await renamed(MEETING, 'Reunião geral')
  await page.keyboard.press('Enter')
  await refused()
  expect(await hoursOf(MONDAY)).toContain('Reunião geral 08:00:00 08:25:30 00:25:30')
  // The entry whose values the new booking would copy has changed in the meantime.
  await goTo(page)
  await cell(page, 'Reunião geral', 2).press('1')
  await renamed('Reunião geral', 'Reunião nova')
  await page.keyboard.press('Enter')
  await refused()
  expect(await stored('2026-11-18')).toEqual([])
  // Meanwhile another entry is booked in another window.
  await goTo(page)
  await cell(page, 'Reunião nova', 1).press('2')
  await enter('Reunião nova', TUESDAY, '16:00:00', '17:00:00')
  await page.keyboard.press('Enter')
  await refused()
  await page.getByText('Mudou em outra janela: agora é 01:00 · Enter grava o seu').waitFor()
  await page.keyboard.press('Escape')
  // The entry is renamed while the question is open.
  await cell(page, 'Reunião nova', 0).press('Delete')
  await renamed('Reunião nova', 'Reunião de todos')
  const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
  await question.getByRole('button', { name: 'Excluir' }).click()
  await question.getByText(messages.movedElsewhere).waitFor()
  expect(await hoursOf(MONDAY)).toContain('Reunião de todos 08:00:00 08:25:30 00:25:30')
})

test('if a cell contains a single entry, its total can be changed, and Desfazer restores the previous total', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 0).click()
  expect(await page.getByRole('textbox').inputValue()).toBe('01:36')
  await page.keyboard.type('90m')
  await page.keyboard.press('Tab')
  await toast(page, messages.changed)
  await focused(page, BACKUP, 1)
  expect(await hoursOf(MONDAY)).toContain(`${BACKUP} 08:30:00 10:00:00 01:30:00`)
  await expect.poll(() => texts(page, BACKUP)).toEqual(['01:30', '02:30', '—', '—', '', '', '', '04:00'])
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await toast(page, common.undone)
  expect(await hoursOf(MONDAY)).toContain(`${BACKUP} 08:30:00 10:06:00 01:36:00`)
})

test('an invalid time typed into a cell is refused and still shown for correction, and Esc restores the previous time', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 0).click()
  const field = page.getByRole('textbox')
  for (const [text, message] of [
    ['1:75', messages.noTotal],
    ['muito', messages.noTotal],
    ['24:00', messages.wholeDay],
    ['0', messages.nothing],
  ] as const) {
    await field.fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(message).waitFor()
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([text, 'true'])
  }
  await page.keyboard.press('Escape')
  await focused(page, BACKUP, 0)
  expect(await cell(page, BACKUP, 0).innerText()).toBe('01:36')
  expect(await hoursOf(MONDAY)).toContain(`${BACKUP} 08:30:00 10:06:00 01:36:00`)
})

test('the arrow keys and Tab move between the cells of the week, but not to another week', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 0).focus()
  const order = (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])
  expect(order.slice(0, 2)).toEqual([MEETING, BACKUP])
  for (const [key, name, day] of [
    ['ArrowLeft', BACKUP, 0],
    ['ArrowUp', MEETING, 0],
    ['ArrowRight', MEETING, 1],
    ['End', MEETING, 6],
    ['ArrowRight', MEETING, 6],
    ['Tab', BACKUP, 0],
    ['Shift+Tab', MEETING, 6],
    ['ArrowDown', BACKUP, 6],
  ] as const) {
    await page.keyboard.press(key)
    await focused(page, name, day)
  }
  // The day of this cell is in the future, so the cell cannot be edited.
  await page.keyboard.press('Enter')
  expect(await page.getByRole('textbox').count()).toBe(0)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Adicionar atividade')
  expect(await page.getByRole('grid').locator('[tabindex="0"]').count()).toBe(1)
})

test('a cell of the week with several entries opens a list with a link to each entry', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 1).press('Enter')
  const dialog = page.getByRole('dialog', { name: `${BACKUP}, 17/11/2026` })
  await dialog.getByRole('link').first().and(page.locator(':focus')).waitFor()
  await dialog.getByRole('link', { name: '13:00 a 14:30' }).click()
  await page.getByRole('dialog', { name: 'Editar Tempo' }).waitFor()
  expect(new URL(page.url()).searchParams.get('visao')).toBe('semana')
  expect(await page.getByLabel('Início').inputValue()).toContain('13:00')
})

test('copying the previous week shows its lines without hours, and no time entry is stored until hours are typed', async ({ page }) => {
  await enter('Da semana passada', addDays(MONDAY, -3), '08:00:00', '09:00:00')
  await open(page)
  await page.getByRole('button', { name: 'Copiar semana anterior' }).click()
  await line(page, 'Da semana passada').waitFor()
  expect(new URL(page.url()).searchParams.get('copiar')).toBe('1')
  expect(await texts(page, 'Da semana passada')).toEqual(['—', '—', '—', '—', '', '', '', '—'])
  expect(await db().$count(tables.timeEntries, eq(tables.timeEntries.userId, MARINA))).toBe(5)
  await goTo(page)
  await cell(page, 'Da semana passada', 0).click()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 10:06 às 12:06.')
  expect(await hoursOf(MONDAY)).toContain('Da semana passada 10:06:00 12:06:00 02:00:00')
})

test('work that was booked in another month can be added as a line of the week, and hours can be booked on the line', async ({ page }) => {
  await addLine(page)
  await page.keyboard.type('1:00')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 08:00 às 09:00.')
  expect(await hoursOf('2026-11-18')).toEqual(['De outro mês 08:00:00 09:00:00 01:00:00'])
})

test('the week view of another person’s time entries is read-only', async ({ page }) => {
  await enter('De Bruno', MONDAY, '20:00:00', '21:00:00', { userId: BRUNO })
  await open(page, `&user=${BRUNO}`)
  await cell(page, 'De Bruno', 0).click()
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await line(page, BACKUP).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Copiar|Adicionar/ }).count()).toBe(0)
})
