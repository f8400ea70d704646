// Tests DashBoard Track - Analítico in a real browser, on the real API.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hoursMinutes, seconds } from '../../shared/hours.ts'
import type { TrackDashboard } from '../../shared/features/track-dashboards.ts'
import { testInOne as test } from '../support/browser.ts'
import { toast } from '../support/demo-company.ts'
import { PATH, OWN, type Shown, shown, foot, names, sum, button, trackAnalyticScreen } from '../support/track-analytic-screen.ts'

const { call, signIn, url, asked } = trackAnalyticScreen()

/** Address of the analysis for two people and the last 30 days. */
const TWO = `${PATH}?users=4&users=5`
const minutes = (time = '') => seconds(`00:${time}`)
/** Switches to the print layout, in which the document contains every row. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

test('lines add up to the total of their group, and groups to the grand total, which equals the totals of the API and of /dash-track', async ({
  page,
}) => {
  await signIn(page, TWO, 'projetos')
  const { resultAnalytic, total } = await asked({ option: '1', users: [4, 5] })
  const whole = hoursMinutes(total[0]?.total ?? '')
  expect(await page.locator('header p').first().textContent()).toBe(whole)
  expect(await foot(page)).toBe(`Total geral 2 usuários · ${resultAnalytic.length} tempos ${whole}`)
  const { dadosProjeto } = (await call('projetos', 'POST', '/dash/resultadotoggl', { option: '1', users: [4, 5] })).body as TrackDashboard
  expect(sum(dadosProjeto.map(({ TIME }) => seconds(TIME ?? '')))).toBe(seconds(total[0]?.total ?? ''))
  // The print contains all lines, even those of folded groups.
  await button(page, 'Recolher tudo').click()
  await expect.poll(async () => (await names(page)).flat()).toEqual([])
  await onPaper(page)
  const groups = await shown(page)
  expect(groups.map(({ group }) => group)).toEqual(total.slice(1).map(({ user }) => user))
  expect(sum(groups.map((group) => minutes(group.total)))).toBe(minutes(whole))
  for (const { group, times, total: own, lines } of groups) {
    // The newest lines of a group come first.
    const rows = resultAnalytic.filter(({ user }) => user === group).toSorted((a, b) => `${b.data} ${b.start}`.localeCompare(`${a.data} ${a.start}`))
    expect([times, lines.length]).toEqual([rows.length, rows.length])
    expect(sum(lines.map((cells) => minutes(cells.at(-1))))).toBe(minutes(own))
    expect(lines.map(([name, , , , , day, start]) => `${name} ${day} ${start}`)).toEqual(
      rows.map(({ description, data, start }) => `${description} ${data?.split('-').toReversed().join('/')} ${start?.slice(0, 5)}`),
    )
  }
  await page.getByText(/30 dias, até 19\/11\/2026 · 2 usuários · Impresso em/).waitFor()
  expect(await button(page, 'Recolher tudo').isVisible()).toBe(false)
})

test('an end on a later day is marked with the number of days, and no total includes the running entry', async ({ page }) => {
  await signIn(page, OWN, 'projetos')
  const [ana, bruno, runs] = await shown(page)
  const ends = (group: Shown | undefined) => group?.lines.map((cells) => [cells[0], cells[7], cells[9]])
  expect([ana?.total, bruno?.total, runs?.total]).toEqual(['03:15', '100:01', '00:00'])
  expect(ends(bruno)).toEqual([
    ['Acerto', '08:00', '00:00'],
    ['Mutirão', '12:00 +4', '100:01'],
  ])
  expect(ends(ana)).toEqual([
    ['Virada', '00:25 +1', '01:45'],
    ['=1+1', '09:30', '01:30'],
  ])
  expect(ends(runs)).toEqual([['Esquecido', 'Em curso', '—']])
  expect(await foot(page)).toBe('Total geral 3 usuários · 5 tempos 103:16')
  expect(await (await page.request.get(url(OWN))).text()).toContain('103:16')
})

describe('folding groups', () => {
  const ALL = [['Virada', '=1+1'], ['Acerto', 'Mutirão'], ['Esquecido']]
  const heads = (page: Page) => page.locator('tbody').getByRole('button')
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

  test('groups can be folded by click, by a button for all and by keyboard, and no total changes', async ({ page }) => {
    await signIn(page, OWN, 'projetos')
    const totals = async () => [await foot(page), ...(await shown(page)).map(({ total }) => total)]
    const before = await totals()
    const folded = (...which: number[]) => expect.poll(() => names(page)).toEqual(ALL.map((lines, at) => (which.includes(at) ? [] : lines)))
    await button(page, 'Recolher tudo').click()
    await folded(0, 1, 2)
    expect(await totals()).toEqual(before)
    await heads(page).nth(1).click()
    await folded(0, 2)
    // A click anywhere on the header of a group folds or unfolds the group.
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
})

test('the search finds entries by any column, person or displayed time, and the total covers only the found entries', async ({ page }) => {
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

test('sorting the analysis changes the order within the groups, but not the order of the groups', async ({ page }) => {
  await signIn(page, OWN, 'projetos')
  const total = page.getByRole('columnheader').getByRole('button', { name: 'Total' })
  await total.click()
  await expect.poll(() => names(page)).toEqual([['Virada', '=1+1'], ['Mutirão', 'Acerto'], ['Esquecido']])
  await total.click()
  await expect.poll(() => names(page)).toEqual([['=1+1', 'Virada'], ['Acerto', 'Mutirão'], ['Esquecido']])
})

describe('the filter', () => {
  test('the filter reports missing and invalid days, and is stored in the URL', async ({ page }) => {
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
})
