// The dates in an exported spreadsheet must equal the dates on screen, even where spreadsheet programs count days differently.
import { eq } from 'drizzle-orm'
import { Workbook } from 'exceljs'
import { expect } from 'vitest'
import { activities, timeEntries } from '../../../server/api/db/schema.ts'
import { test } from '../../support/browser.ts'
import { demoCompany } from '../../support/demo-company.ts'

const { call, db, signIn } = demoCompany()

test('every spreadsheet program shows an exported day as the same day, even the first day of 1900', async ({ page }) => {
  const [home] = await db().select().from(activities).where(eq(activities.description, 'Home office'))
  const days = ['1900-01-01', '1900-02-28', '1900-03-01']
  for (const day of days) {
    const when = { dataIni: day, horaIni: '08:00', dataFim: day, horaFim: '10:00' }
    expect(await call('supervisor', 'POST', '/compromises', { colaborador: 5, atividade: home?.id, ...when, status: 'A' })).toMatchObject({
      status: 200,
    })
  }
  await signIn(page, '/onde-estou?dataInicial=1900-01-01&dataFinal=1900-12-31')
  const button = page.getByRole('button', { name: 'Exportar' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
  // The button was disabled during the export, so the focus must return to it.
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  const book = new Workbook()
  await book.xlsx.readFile(await download.path())
  const rows = book.getWorksheet('Onde Estou')?.getSheetValues().slice(3) as unknown[][]
  // Excel counts a day 29/02/1900 that never existed. If the first two days were exported as numbers, Excel would show each a day later than others
  // do.
  expect(rows.map((row) => row[6])).toEqual(['01/01/1900 08:00', '28/02/1900 08:00', new Date('1900-03-01T08:00:00Z')])
})

test('the start of a time entry is exported as a date cell, exact to the second, also from the menu on a phone', async ({ page }) => {
  const at = { startedAt: '2020-05-04T16:54:26', endedAt: '2020-05-05T00:10:30' }
  await db()
    .insert(timeEntries)
    .values({ userId: 4, activityId: 1, categoryId: 1, moduleId: 1, description: 'Noite _x202E_', ...at })
  await signIn(page, '/track?startdate=2020-05-04&enddate=2020-05-04', 'equipe')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Exportar' }).click()])
  const book = new Workbook()
  await book.xlsx.readFile(await download.path())
  const [, heads, cells] = (book.getWorksheet('Track')?.getSheetValues().slice(1) ?? []) as unknown[][]
  const column = heads?.indexOf('Início') ?? 0
  expect(cells?.[column]).toEqual(new Date('2020-05-04T16:54:26Z'))
  // Without an escape, spreadsheet programs would replace this text by the character with that code.
  expect(cells).toContain('Noite _x202E_')
  expect(book.getWorksheet('Track')?.getColumn(column).numFmt).toBe('dd/mm/yyyy hh:mm:ss')
})
