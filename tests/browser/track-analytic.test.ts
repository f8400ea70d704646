// DashBoard Track - Analítico in a real browser, on the real API.
import { Workbook } from 'exceljs'
import { and, eq, gte } from 'drizzle-orm'
import { array, constantFrom, integer, oneof, record, sample } from 'fast-check'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import * as tables from '../../server/api/db/schema.ts'
import { addDays, atWall, wallTime } from '../../shared/clock.ts'
import { duration, hoursMinutes, seconds } from '../../shared/hours.ts'
import { messages, type AnalyticRow, type TrackDashboard } from '../../shared/features/track-dashboards.ts'
import type { TimeRow } from '../../shared/features/track.ts'
import { axe, still, testInOne as test } from '../support/browser.ts'
import { house, toast } from '../support/house.ts'

const { call, db, signIn, url } = house()
const PATH = '/dash-track-analytic'
/** Two people's last 30 days. */
const TWO = `${PATH}?users=4&users=5`
/** The entries made below. */
const OWN = `${PATH}?option=3&startDate=2020-03-01&endDate=2020-03-31`

beforeAll(async () => {
  const entry = (userId: number, description: string, startedAt: string, endedAt: string | null) => ({
    userId,
    description,
    startedAt,
    endedAt,
    activityId: 3,
    categoryId: 5,
    moduleId: 5,
  })
  const [running] = await db()
    .insert(tables.users)
    .values({ name: 'Zélia Runo', email: 'zelia@exemplo.com.br', passwordHash: '', departmentId: 3 })
    .returning()
  await db()
    .insert(tables.timeEntries)
    .values([
      entry(5, '=1+1', '2020-03-02T08:00:00', '2020-03-02T09:30:20'),
      entry(5, 'Virada', '2020-03-02T22:40:30', '2020-03-03T00:25:50'),
      entry(4, 'Mutirão', '2020-03-02T08:00:00', '2020-03-06T12:00:40'),
      entry(4, 'Acerto', '2020-03-03T08:00:00', '2020-03-03T08:00:20'),
      entry(running?.id ?? 0, 'Esquecido', '2020-03-04T08:00:00', null),
    ])
})

interface Shown {
  group: string
  times: number
  total: string
  lines: string[][]
}
/** What the grid shows, group by group, each line as its cells. */
async function shown(page: Page): Promise<Shown[]> {
  const rows = await page
    .locator('tbody')
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim().replaceAll(/\s+/g, ' '))))
  const groups: Shown[] = []
  for (const cells of rows) {
    const [, group = '', times, total = ''] = (cells.length === 1 && /^(.+) (\d+) tempos? (\d+:\d\d)$/.exec(cells[0] ?? '')) || []
    if (group) groups.push({ group, times: Number(times), total, lines: [] })
    else groups.at(-1)?.lines.push(cells)
  }
  return groups
}
const foot = async (page: Page) => (await page.locator('tfoot').innerText()).replaceAll(/\s+/g, ' ').trim()
const names = async (page: Page) => (await shown(page)).map(({ lines }) => lines.map(([name]) => name))
const minutes = (time = '') => seconds(`00:${time}`)
const sum = (list: number[]) => list.reduce((all, one) => all + one, 0)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const asked = async (body: object) =>
  (await call('projetos', 'POST', '/dash/analytictoggl', body)).body as { resultAnalytic: AnalyticRow[]; total: { user: string; total: string }[] }
/** A cell of the spreadsheet; a time, which the library reads as a date for its format, in seconds. */
const inSeconds = (cell: unknown) =>
  cell instanceof Date && cell.getTime() < Date.UTC(2000) ? (cell.getTime() - Date.UTC(1899, 11, 30)) / 1000 : (cell ?? null)
/** As it is laid out for paper, where every row is in the document. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

test('lines add up to their group, groups to the whole, and the whole is what the API and /dash-track say', async ({ page }) => {
  await still(page)
  await signIn(page, TWO, 'projetos')
  const { resultAnalytic, total } = await asked({ option: '1', users: [4, 5] })
  const whole = hoursMinutes(total[0]?.total ?? '')
  expect(await page.locator('header p').first().textContent()).toBe(whole)
  expect(await foot(page)).toBe(`Total geral 2 usuários · ${resultAnalytic.length} tempos ${whole}`)
  const { dadosProjeto } = (await call('projetos', 'POST', '/dash/resultadotoggl', { option: '1', users: [4, 5] })).body as TrackDashboard
  expect(sum(dadosProjeto.map(({ TIME }) => seconds(TIME ?? '')))).toBe(seconds(total[0]?.total ?? ''))
  expect(await axe(page)).toEqual([])
  // Folded or not, paper has all.
  await button(page, 'Recolher tudo').click()
  await expect.poll(async () => (await names(page)).flat()).toEqual([])
  await onPaper(page)
  const groups = await shown(page)
  expect(groups.map(({ group }) => group)).toEqual(total.slice(1).map(({ user }) => user))
  expect(sum(groups.map((group) => minutes(group.total)))).toBe(minutes(whole))
  for (const { group, times, total: own, lines } of groups) {
    const rows = resultAnalytic.filter(({ user }) => user === group)
    expect([times, lines.length]).toEqual([rows.length, rows.length])
    expect(sum(lines.map((cells) => minutes(cells.at(-1))))).toBe(minutes(own))
    expect(lines.map(([name, , , , , day, start]) => `${name} ${day} ${start}`)).toEqual(
      rows.map(({ description, data, start }) => `${description} ${data?.split('-').toReversed().join('/')} ${start?.slice(0, 5)}`),
    )
  }
  await page.getByText(/30 dias, até 19\/11\/2026 · 2 usuários · Impresso em/).waitFor()
  expect(await button(page, 'Recolher tudo').isVisible()).toBe(false)
})

test('random entries have the same sums in Home, in Track, here and in the spreadsheet', async ({ page }) => {
  // Of this month until yesterday, 19/11/2026 being today: of seconds, of hours, of days.
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
  // Its lines show the first five characters of each.
  const { tempos } = (await call('financeiro', 'GET', '/dash/Home')).body as { tempos: { total: string }[] }
  expect(sum(tempos.map(({ total }) => seconds(total)))).toBe(whole)
  expect(await card.getByRole('listitem').locator('strong').allTextContents()).toEqual(tempos.map(({ total }) => hoursMinutes(total)))

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

test('says what ends on another day, what runs and is in no sum, and comes drawn by the server', async ({ page }) => {
  await signIn(page, OWN, 'projetos')
  const [ana, bruno, runs] = await shown(page)
  const ends = (group: Shown | undefined) => group?.lines.map((cells) => [cells[0], cells[7], cells[9]])
  expect([ana?.total, bruno?.total, runs?.total]).toEqual(['03:15', '100:01', '00:00'])
  expect(ends(bruno)).toEqual([
    ['Mutirão', '12:00 +4', '100:01'],
    ['Acerto', '08:00', '00:00'],
  ])
  expect(ends(ana)).toEqual([
    ['=1+1', '09:30', '01:30'],
    ['Virada', '00:25 +1', '01:45'],
  ])
  expect(ends(runs)).toEqual([['Esquecido', 'Em curso', '—']])
  expect(await foot(page)).toBe('Total geral 3 usuários · 5 tempos 103:16')
  expect(await (await page.request.get(url(OWN))).text()).toContain('103:16')
})

test.for([1024, 1280, 1440])('cuts no day, hour and total at %i px, and does not scroll to the side', async (width, { page }) => {
  await page.setViewportSize({ width, height: 768 })
  await signIn(page, OWN, 'projetos')
  const cut = await page
    .locator('tbody')
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => (/^(—|Em curso|[\d/: +]+)$/.test(cell.textContent) && cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    )
  expect(cut).toEqual([])
  expect(await page.getByRole('table').evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0)
})

describe('groups fold', () => {
  const ALL = [['=1+1', 'Virada'], ['Mutirão', 'Acerto'], ['Esquecido']]
  const heads = (page: Page) => page.locator('tbody').getByRole('button')
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

  test('by a click, all at once, and from the keyboard, and no total changes', async ({ page }) => {
    await signIn(page, OWN, 'projetos')
    const totals = async () => [await foot(page), ...(await shown(page)).map(({ total }) => total)]
    const before = await totals()
    const folded = (...which: number[]) => expect.poll(() => names(page)).toEqual(ALL.map((lines, at) => (which.includes(at) ? [] : lines)))
    await button(page, 'Recolher tudo').click()
    await folded(0, 1, 2)
    expect(await totals()).toEqual(before)
    await heads(page).nth(1).click()
    await folded(0, 2)
    // Anywhere on its head.
    await page.getByText('2 tempos', { exact: true }).first().click()
    await folded(2)
    await button(page, 'Expandir tudo').focus()
    await page.keyboard.press('Enter')
    await folded()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await folded(2)
    await expect.poll(() => focused(page)).toBe('Zélia Runo')
    expect(await heads(page).nth(2).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowLeft')
    await folded(0, 1, 2)
    await expect.poll(() => focused(page)).toBe((await shown(page))[1]?.group)
    await page.keyboard.press('ArrowRight')
    await folded(0, 2)
    await page.keyboard.press('Shift+ArrowRight')
    await folded()
  })

  test('and stay so when the data come anew, and on the way back', async ({ page }) => {
    await signIn(page, `${OWN}&users=4&users=5`, 'projetos')
    const first = ['=1+1', 'Virada']
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

test('a search shows what it finds by any column, by the person and by the times as they read, and sums up that', async ({ page }) => {
  await signIn(page, OWN, 'projetos')
  const search = page.getByLabel('Buscar', { exact: true })
  const finds = async (words: string, found: string[], total: string) => {
    await search.fill(words)
    await expect.poll(async () => (await names(page)).flat()).toEqual(found)
    await expect.poll(() => page.locator('header p').first().textContent()).toBe(total)
    expect(await foot(page)).toMatch(new RegExp(` ${total}$`))
  }
  await finds('virada', ['Virada'], '01:45')
  await finds('02/03/2020 00:25', ['Virada'], '01:45')
  await finds('zelia', ['Esquecido'], '00:00')
  await finds('em curso', ['Esquecido'], '00:00')
  await finds('100:01', ['Mutirão'], '100:00')
  await search.fill('nada disso')
  await page.getByText('Nada encontrado para “nada disso”.').waitFor()
})

test('an order is within the groups, which keep theirs', async ({ page }) => {
  await signIn(page, OWN, 'projetos')
  const total = page.getByRole('columnheader').getByRole('button', { name: 'Total' })
  await total.click()
  await expect.poll(() => names(page)).toEqual([['Virada', '=1+1'], ['Mutirão', 'Acerto'], ['Esquecido']])
  await total.click()
  await expect.poll(() => names(page)).toEqual([['=1+1', 'Virada'], ['Acerto', 'Mutirão'], ['Esquecido']])
})

test('the spreadsheet has real times and days, outlined by person, and what narrowed them', async ({ page }) => {
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
    line(0, '=1+1', 2, at(0, 8, 0), at(0, 9, 30, 20), 5420),
    line(0, 'Virada', 2, at(0, 22, 40, 30), at(1, 0, 25, 50), 6320),
    head(users[1], 360_060),
    line(1, 'Mutirão', 2, at(0, 8, 0), at(4, 12, 0, 40), 360_040),
    line(1, 'Acerto', 3, at(0, 8, 0), at(0, 8, 0, 20), 20),
    head(users[2], 0),
    line(2, 'Esquecido', 4, at(0, 8, 0), null, null),
    head('Total geral', 371_800),
  ])
  const levels = rows.slice(2).map((_, index) => sheet?.getRow(index + 3).outlineLevel ?? 0)
  expect(levels).toEqual([0, 1, 1, 0, 1, 1, 0, 1, 0])
  expect(sheet?.getRow(4).hidden).toBe(false)
  expect([sheet?.getCell('C4').numFmt, sheet?.getCell('F4').numFmt, sheet?.getCell('F11').numFmt]).toEqual(['dd/mm/yyyy', '[hh]:mm:ss', '[hh]:mm:ss'])
})

describe('the filter', () => {
  test('asks for its days, tells what is wrong with them, and is in the address', async ({ page }) => {
    await signIn(page, PATH, 'projetos')
    await page.getByText('30 dias, até 19/11/2026').waitFor()
    await button(page, 'Filtrar').click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    await dialog.getByRole('radio').first().waitFor({ state: 'attached' })
    expect(await dialog.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent.trim()))).toEqual([
      '30 dias',
      '90 dias',
      'Informar datas',
    ])
    await dialog.getByText('Informar datas').click()
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('Data inicial precisa ser preenchida.').waitFor()
    await dialog.getByText('Data fim precisa ser preenchida.').waitFor()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await dialog.getByLabel('Data inicial').fill('04/03/2020')
    await dialog.getByLabel('Data final').fill('03/03/2020')
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('Data final não pode ser menor que data inicial.').waitFor()
    await dialog.getByLabel('Data final').fill('05/03/2020')
    await dialog.getByLabel('Descrição').fill('quecid')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => names(page)).toEqual([['Esquecido']])
    expect(new URL(page.url()).search).toBe('?option=3&startDate=2020-03-04&endDate=2020-03-05&description=quecid')
    expect(await page.getByRole('button', { name: 'Tirar o filtro' }).allTextContents()).toEqual(['04/03/2020 a 05/03/2020', '“quecid”'])
  })

  test('that finds nothing says so and how to be rid of it', async ({ page }) => {
    await signIn(page, `${PATH}?option=3&startDate=1999-01-01&endDate=1999-01-02`, 'projetos')
    await page.getByText('Nenhum tempo no período.').waitFor()
    await button(page, 'Limpar filtros').click()
    await expect.poll(() => page.locator('tfoot').count()).toBe(1)
    expect(new URL(page.url()).search).toBe('')
  })
})

test('what did not come is told, and asked again', async ({ page, expected }) => {
  expected.push(/500/)
  await page.route('**/api/dash/analytictoggl', (route) => route.fulfill({ status: 500, json: { message: 'Falha na comunicação!' } }))
  await signIn(page, PATH, 'projetos')
  await page.getByText('Falha ao carregar os dados!').waitFor()
  await page.unrouteAll()
  await button(page, 'Tentar novamente').click()
  await page.locator('tfoot').waitFor()
})

test('what was refused as asked leads to the filter, which alone can help', async ({ page, expected }) => {
  expected.push(/400/)
  await page.route('**/api/dash/analytictoggl', (route) => route.fulfill({ status: 400, json: { message: messages.tooMany } }))
  await signIn(page, PATH, 'projetos')
  const said = page.getByRole('alert').filter({ hasText: messages.tooMany })
  await said.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('dialog', { name: 'Filtrar' }).waitFor()
})

test('a phone has cards under heads that fold, in its width', async ({ page }) => {
  await still(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, OWN, 'projetos')
  const card = page.getByRole('row').filter({ hasText: 'Virada' })
  expect(await card.innerText()).toMatch(/02\/03\/2020[^]*22:40[^]*a 00:25 \+1[^]*01:45/)
  expect(await foot(page)).toBe('Total geral 3 usuários · 5 tempos 103:16')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const control of [page.getByRole('button', { name: /^Filtrar/ }), button(page, 'Recolher tudo'), page.locator('tfoot b').last()]) {
    const box = await control.boundingBox()
    // Its margin too.
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(374)
  }
  expect(await axe(page)).toEqual([])
  await button(page, 'Recolher tudo').click()
  await expect.poll(() => card.count()).toBe(0)
})
