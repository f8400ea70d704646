// Tests DashBoard Track - Analítico in a real browser: sums of random entries, the spreadsheet and small screens.
import { Workbook } from 'exceljs'
import { and, eq, gte } from 'drizzle-orm'
import { array, constantFrom, integer, oneof, record, sample } from 'fast-check'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as tables from '../../../server/api/db/schema.ts'
import { addDays, atWall, wallTime } from '../../../shared/clock.ts'
import { duration, hoursMinutes, seconds } from '../../../shared/hours.ts'
import { messages } from '../../../shared/features/track-dashboards.ts'
import type { TimeRow } from '../../../shared/features/track.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { drawn } from '../../support/page-waits.ts'
import { PATH, OWN, foot, names, sum, button, trackAnalyticScreen } from '../../support/track-analytic-screen.ts'

const { call, db, signIn, asked } = trackAnalyticScreen()

/** Returns the value of a spreadsheet cell. The library reads a time as a date because of its format, so a time is converted back to seconds. */
const inSeconds = (cell: unknown) =>
  cell instanceof Date && cell.getTime() < Date.UTC(2000) ? (cell.getTime() - Date.UTC(1899, 11, 30)) / 1000 : (cell ?? null)

test('for random entries, Home, Track, the analysis and the exported spreadsheet show the same totals', async ({ page }) => {
  // The days are from the first of the month to yesterday. The durations are some seconds, hours or days.
  const entry = record({
    day: integer({ min: 0, max: 17 }),
    second: integer({ min: 0, max: 86_399 }),
    lasts: oneof(integer({ min: 1, max: 59 }), integer({ min: 60, max: 30_000 }), constantFrom(86_399, 86_400, 86_401, 360_001)),
    activityId: integer({ min: 1, max: 6 }),
  })
  const [entries = []] = sample(array(entry, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 20_261_125 })
  const own = eq(tables.timeEntries.userId, 2)
  await db()
    .delete(tables.timeEntries)
    .where(and(own, gte(tables.timeEntries.startedAt, '2026-11-01')))
  await db()
    .insert(tables.timeEntries)
    .values(
      entries.map(({ day, second, lasts, activityId }) => {
        const startedAt = `${addDays('2026-11-01', day)}T00:00:00`
        const at = (seconds: number) => wallTime(atWall(startedAt) + 1000 * seconds)
        return { userId: 2, description: 'Ao acaso', activityId, categoryId: 5, moduleId: 5, startedAt: at(second), endedAt: at(second + lasts) }
      }),
    )
  const whole = sum(entries.map(({ lasts }) => lasts))
  const shownWhole = hoursMinutes(duration(whole))

  await signIn(page, '/home', 'financeiro')
  const card = page.getByRole('region', { name: 'Tempo Empenhado' })
  expect(await card.locator('header strong').textContent()).toBe(shownWhole)
  // The lines of the card show only hours and minutes.
  const { tempos } = (await call('financeiro', 'GET', '/dash/Home')).body as { tempos: { total: string }[] }
  expect(sum(tempos.map(({ total }) => seconds(total)))).toBe(whole)
  const lines = await card.getByRole('listitem').locator('strong').allTextContents()
  expect(lines).toHaveLength(tempos.length)
  expect(hoursMinutes(duration(sum(lines.map((line) => seconds(`${line}:00`)))))).toBe(shownWhole)

  const days = ((await call('financeiro', 'GET', '/track?user=2&startdate=2026-11-01&enddate=2026-11-30')).body as TimeRow[]).map(
    ({ ACTIVITY_DATE, SOMA }) => [ACTIVITY_DATE, seconds(SOMA ?? '')] as const,
  )
  expect(sum([...new Map(days).values()])).toBe(whole)

  const { total } = await asked({ option: '3', startDate: '2026-11-01', endDate: '2026-11-30', users: [2] })
  expect(total.map((one) => seconds(one.total))).toEqual([whole, whole])
  await signIn(page, `${PATH}?option=3&startDate=2026-11-01&endDate=2026-11-30&users=2`, 'projetos')
  expect(await foot(page)).toBe(`Total geral 1 usuário · 60 tempos ${shownWhole}`)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Exportar').click()])
  const book = new Workbook()
  await book.xlsx.readFile(await download.path())
  const totals =
    book.worksheets[0]
      ?.getColumn(book.worksheets[0].columnCount)
      .values.map(inSeconds)
      .filter((cell) => typeof cell === 'number') ?? []
  expect(totals).toHaveLength(62)
  expect(sum(totals)).toBe(3 * whole)
})

test('at 1024, 1280 and 1440 px, the analysis cuts off no day, time or total and does not scroll sideways', async ({ page }) => {
  await signIn(page, OWN, 'projetos')
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    await drawn(page)
    const cut = await page
      .locator('tbody')
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => (/^(—|Em curso|[\d/: +]+)$/.test(cell.textContent) && cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
      )
    expect(cut).toEqual([])
    expect(await page.getByRole('table').evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0)
  }
})

describe('the groups of the analysis', () => {
  const heads = (page: Page) => page.locator('tbody').getByRole('button')

  test('folded groups stay folded when the filter changes, and when Back returns to the page', async ({ page }) => {
    await signIn(page, `${OWN}&users=4&users=5`, 'projetos')
    const first = ['Virada', '=1+1']
    await heads(page).nth(1).click()
    await expect.poll(() => names(page)).toEqual([first, []])
    await page.getByRole('button', { name: '2 usuários' }).click()
    await expect.poll(() => names(page)).toEqual([first, [], ['Esquecido']])
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'Dashboard Track', exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => names(page)).toEqual([first, [], ['Esquecido']])
  })
})

test('the exported analysis contains time and date cells, an outline by person, and the filters', async ({ page }) => {
  await signIn(page, `${OWN}&colunas=descricao,data,inicio,fim,total`, 'projetos')
  await button(page, 'Recolher tudo').click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Exportar').click()])
  expect(download.suggestedFilename()).toMatch(/^DashBoard Track - Analítico \d\d-\d\d-\d{4}\.xlsx$/)
  const book = new Workbook()
  await book.xlsx.readFile(await download.path())
  const sheet = book.worksheets[0]
  const rows = sheet?.getSheetValues().slice(1) as unknown[][]
  expect(rows[0]?.[1]).toBe('Filtros: 01/03/2020 a 31/03/2020')
  expect(rows[1]?.slice(1)).toEqual(['Usuário', 'Descrição', 'Data', 'Início', 'Fim', 'Total'])
  const users = (await asked({ option: '3', startDate: '2020-03-01', endDate: '2020-03-31' })).total.slice(1).map(({ user }) => user)
  const at = (day: number, hour: number, minute: number, second = 0) => day * 86_400 + hour * 3600 + minute * 60 + second
  const line = (user: number, description: string, day: number, ...times: (number | null)[]) => [
    users[user],
    description,
    new Date(`2020-03-0${day}`),
    ...times,
  ]
  const head = (name: string | undefined, total: number) => [name, null, null, null, null, total]
  expect(rows.slice(2).map((cells) => Array.from({ length: 6 }, (_, column) => inSeconds(cells[column + 1])))).toEqual([
    head(users[0], 11_740),
    line(0, 'Virada', 2, at(0, 22, 40, 30), at(1, 0, 25, 50), 6320),
    line(0, '=1+1', 2, at(0, 8, 0), at(0, 9, 30, 20), 5420),
    head(users[1], 360_060),
    line(1, 'Acerto', 3, at(0, 8, 0), at(0, 8, 0, 20), 20),
    line(1, 'Mutirão', 2, at(0, 8, 0), at(4, 12, 0, 40), 360_040),
    head(users[2], 0),
    line(2, 'Esquecido', 4, at(0, 8, 0), null, null),
    head('Total geral', 371_800),
  ])
  const levels = rows.slice(2).map((_, index) => sheet?.getRow(index + 3).outlineLevel ?? 0)
  expect(levels).toEqual([0, 1, 1, 0, 1, 1, 0, 1, 0])
  expect(sheet?.getRow(4).hidden).toBe(false)
  expect([sheet?.getCell('C4').numFmt, sheet?.getCell('F4').numFmt, sheet?.getCell('F11').numFmt]).toEqual(['dd/mm/yyyy', '[hh]:mm:ss', '[hh]:mm:ss'])
})

test('if the API refuses the period of the analysis, the error message contains a button that opens the filter', async ({ page, expected }) => {
  expected.push(/400/)
  await page.route('**/api/dash/analytictoggl', (route) => route.fulfill({ status: 400, json: { message: messages.tooMany } }))
  await signIn(page, PATH, 'projetos')
  const said = page.getByRole('alert').filter({ hasText: messages.tooMany })
  await said.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('dialog', { name: 'Filtrar' }).waitFor()
})

test('on a phone, the analysis shows cards under headings that can be folded, and does not scroll sideways', async ({ page }) => {
  await reduceMotion(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, OWN, 'projetos')
  const card = page.getByRole('row').filter({ hasText: 'Virada' })
  expect(await card.innerText()).toMatch(/02\/03\/2020[^]*22:40[^]*a 00:25 \+1[^]*01:45/)
  expect(await foot(page)).toBe('Total geral 3 usuários · 5 tempos 103:16')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const control of [page.getByRole('button', { name: /^Filtrar/ }), button(page, 'Recolher tudo'), page.locator('tfoot b').last()]) {
    const box = await control.boundingBox()
    // The screen is 390 px wide, and its right margin is 16 px.
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(374)
  }
  expect(await axe(page)).toEqual([])
  await button(page, 'Recolher tudo').click()
  await expect.poll(() => card.count()).toBe(0)
})

test('axe finds no violation in the groups and lines of the analysis', async ({ page }) => {
  await reduceMotion(page)
  await signIn(page, `${PATH}?users=4&users=5`, 'projetos')
  expect(await axe(page)).toEqual([])
})

test('if no entry matches the filter, the analysis shows a message, and the filter can be cleared', async ({ page }) => {
  await signIn(page, `${PATH}?option=3&startDate=1999-01-01&endDate=1999-01-02`, 'projetos')
  await page.getByText('Nenhum tempo no período.').waitFor()
  await button(page, 'Limpar filtros').click()
  await expect.poll(() => page.locator('tfoot').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('')
})

test('if the analysis does not load, the page shows an error and can load the data again', async ({ page, expected }) => {
  expected.push(/500/)
  await page.route('**/api/dash/analytictoggl', (route) => route.fulfill({ status: 500, json: { message: 'Falha na comunicação!' } }))
  await signIn(page, PATH, 'projetos')
  await page.getByText('Falha ao carregar os dados!').waitFor()
  await page.unrouteAll()
  await button(page, 'Tentar novamente').click()
  await page.locator('tfoot').waitFor()
})
