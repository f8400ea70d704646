// Tests Dashboard Track in a real browser, on the real API.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import * as tables from '../../server/api/db/schema.ts'
import type { TrackDashboard } from '../../shared/features/track-dashboards.ts'
import { testInOne as test } from '../support/browser.ts'
import { demoCompany, toast } from '../support/demo-company.ts'

const { db, call, signIn } = demoCompany()

const table = (page: Page, head: string) => page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: head, exact: true }) })
const rows = (page: Page, head: string) =>
  table(page, head)
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => [...row.children].filter((cell) => !cell.ariaHidden).map((cell) => cell.textContent)))
const asked = async (body: object) => (await call('projetos', 'POST', '/dash/resultadotoggl', body)).body as TrackDashboard
const minutes = (time: string | undefined) => (time ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

test('the tables by activity, module, category and type cover the last 30 days, and the rows of each table add up to its total', async ({ page }) => {
  await signIn(page, '/dash-track', 'projetos')
  await page.getByText('30 dias, até 19/11/2026').waitFor()
  const { dadosProjeto, dadosModulo, dadosTipo, dadosPercentual } = await asked({ option: '1' })
  for (const [head, names] of [
    ['Atividade', dadosProjeto.map(({ atividade }) => atividade)],
    ['Módulo', dadosModulo.map(({ modulo }) => modulo)],
    ['Categoria', dadosTipo.map(({ categoria }) => categoria)],
    ['Tipo', dadosPercentual.map(({ TipoPercent }) => TipoPercent)],
  ] as const) {
    const shown = await rows(page, head)
    expect(shown.map(([name]) => name)).toEqual([...names, 'TOTAL'])
    const [lines, total] = [shown.slice(0, -1), shown.at(-1) ?? []]
    if (total.length === 3) expect(lines.reduce((sum, [, time]) => sum + minutes(time ?? ''), 0)).toBe(minutes(total[1] ?? ''))
    const tenths = lines.reduce((sum, line) => sum + Number((line.at(-1) ?? '').replace(/\D/g, '')), 0)
    expect(tenths).toBe(1000)
  }
  await expect.poll(() => page.locator('.recharts-pie-sector').count()).toBe(dadosModulo.length)
})

test('a click on a name in a table of Dashboard Track filters all four tables by this name, and Ver os tempos leads to the entries behind them', async ({
  page,
}) => {
  await signIn(page, '/dash-track', 'projetos')
  const open = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await open('Desenvolvimento')
  await expect.poll(async () => (await rows(page, 'Atividade')).map(([name]) => name)).toEqual(['Desenvolvimento', 'TOTAL'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Dashboard Track')
  const { dadosModulo } = await asked({ option: '1', atividade: [1] })
  expect((await rows(page, 'Módulo')).map(([name]) => name)).toEqual([...dadosModulo.map(({ modulo }) => modulo), 'TOTAL'])
  await page.getByRole('link', { name: 'Ver os tempos' }).click()
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/dash-track-analytic?atividade=1')
  await page.getByRole('cell', { name: 'Desenvolvimento' }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Tirar o filtro' }).click()
  await expect.poll(async () => (await rows(page, 'Atividade')).length).toBeGreaterThan(2)
  await open('Investimento')
  await expect
    .poll(() => rows(page, 'Tipo'))
    .toEqual([
      ['Investimento', '100\u00A0%'],
      ['TOTAL', '100\u00A0%'],
    ])
  expect((await rows(page, 'Categoria'))[0]?.[0]).toBe('Melhoria')
})

test('the filter of Dashboard Track reports missing and invalid days, and is stored in the URL', async ({ page }) => {
  await db().insert(tables.timeEntries).values({
    userId: 4,
    activityId: 3,
    categoryId: 5,
    moduleId: 5,
    description: 'Longe',
    startedAt: '2020-01-06T08:00:00',
    endedAt: '2020-01-06T09:30:20',
  })
  await signIn(page, '/dash-track', 'projetos')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtrar' })
  await dialog.getByText('Informar datas').click()
  // The dialog is still moving, so the test waits until the fields are at their final places.
  await expect
    .poll(async () => {
      const fields = [dialog.getByText('Informar datas'), dialog.getByLabel('Data inicial'), dialog.getByLabel('Data final')]
      const [periods, from, until] = await Promise.all(fields.map((one) => one.boundingBox()))
      return [from?.y === until?.y, from?.width === until?.width, (from?.y ?? 0) > (periods?.y ?? 999) + (periods?.height ?? 0)]
    })
    .toEqual([true, true, true])
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Data inicial precisa ser preenchida.').waitFor()
  await dialog.getByText('Data fim precisa ser preenchida.').waitFor()
  await toast(page, 'Formulário inválido! Verifique os dados.')
  await dialog.getByLabel('Data inicial').fill('07/01/2020')
  await dialog.getByLabel('Data final').fill('06/01/2020')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Data final não pode ser menor que data inicial.').waitFor()
  await dialog.getByLabel('Data inicial').fill('06/01/2020')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => rows(page, 'Atividade'))
    .toEqual([
      ['Reunião', '01:30', '100\u00A0%'],
      ['TOTAL', '01:30', '100\u00A0%'],
    ])
  expect(new URL(page.url()).search).toBe('?option=3&startDate=2020-01-06&endDate=2020-01-06')
  await page.getByText('06/01/2020 a 06/01/2020').first().waitFor()
  await signIn(page, '/dash-track?option=3&startDate=1999-01-01&endDate=1999-01-02', 'projetos')
  await page.getByText('Nenhum tempo no período.').waitFor()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect.poll(async () => (await rows(page, 'Atividade')).length).toBeGreaterThan(2)
  expect(new URL(page.url()).search).toBe('')
})
