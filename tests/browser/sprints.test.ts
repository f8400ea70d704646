// Tests the sprint dashboards in a real browser, on the real API.
import { describe, expect } from 'vitest'
import * as tables from '../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { demoCompany } from '../support/demo-company.ts'
import type { Page } from 'playwright-core'

const { call, db, signIn } = demoCompany()

const meter = (page: Page) => page.getByRole('meter', { name: 'Meta da sprint' })
const rows = (page: Page, head: string) =>
  page
    .getByRole('table')
    .filter({ has: page.getByRole('columnheader', { name: head }) })
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => [...row.children].filter((cell) => !cell.ariaHidden).map((cell) => cell.textContent)))

const enter = async (description: string, tasks: [type: string, status: string, planned: 'S' | 'N'][]) => {
  const [sprint] = await db().insert(tables.sprints).values({ description, startsOn: '2020-01-06', endsOn: '2020-01-17' }).returning()
  const sprintId = sprint?.id ?? 0
  if (tasks.length > 0)
    await db()
      .insert(tables.sprintTasks)
      .values(tasks.map(([type, status, planned], index) => ({ sprintId, description: `Tarefa ${index}`, type, status, planned })))
  return sprintId
}

describe('Dashboard Sprints', () => {
  test('the dashboard opens with the current sprint, two tables with totals, and the gauge', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/dash-sprint', 'projetos')
    expect(await page.getByRole('combobox', { name: 'Sprint' }).inputValue()).toBe('SPRINT 118')
    expect(await meter(page).innerText()).toMatch(/^\d+,\d\u00A0%$/)
    const { body } = await call('projetos', 'POST', '/dash/planejadoefetivado', {})
    const { previsto, efetivado } = body as Record<
      'previsto' | 'efetivado',
      { ULTIMO_STATUS: string; type: string; TASKS: number; PERCENT: number }[]
    >
    const percent = (value: number) => `${value.toLocaleString('pt-BR', { minimumFractionDigits: 1 })}\u00A0%`
    const sum = (all: { TASKS: number }[]) => String(all.reduce((total, { TASKS }) => total + TASKS, 0))
    expect(await rows(page, 'Último status')).toEqual([
      ...previsto.map((row) => [row.ULTIMO_STATUS, String(row.TASKS), percent(row.PERCENT)]),
      ['TOTAL', sum(previsto), '100\u00A0%'],
    ])
    expect(await rows(page, 'Tipo')).toEqual([
      ...efetivado.map((row) => [row.type, String(row.TASKS), percent(row.PERCENT)]),
      ['TOTAL', sum(efetivado), '100\u00A0%'],
    ])
    expect(await meter(page).getAttribute('aria-valuenow')).toBe(String(previsto.find((row) => row.ULTIMO_STATUS === 'Finalizada')?.PERCENT))
    await page.getByText('27/11/2026').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('selecting a sprint changes the URL, and the page shows the days, percent and goal of this sprint', async ({ page }) => {
    const planned = (status: string, count: number) => Array.from({ length: count }, (): ['Projeto', string, 'S'] => ['Projeto', status, 'S'])
    const id = await enter('SPRINT 50', [...planned('Finalizada', 2), ...planned('Em teste', 1), ['Emergente', 'Finalizada', 'N']])
    await signIn(page, '/dash-sprint', 'projetos')
    await page.getByRole('combobox', { name: 'Sprint' }).fill('sprint 50')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/dash-sprint?sprint=${id}`)
    await page.getByText('17/01/2020').waitFor()
    expect(await meter(page).getAttribute('aria-valuenow')).toBe('66.7')
    expect(await meter(page).getAttribute('aria-valuetext')).toBe('66,7\u00A0%. Na meta. Meta 65\u00A0%.')
    expect(await rows(page, 'Tipo')).toEqual([
      ['Projeto', '2', '66,7\u00A0%'],
      ['Emergente', '1', '33,3\u00A0%'],
      ['TOTAL', '3', '100\u00A0%'],
    ])
    await page.goBack()
    await expect.poll(() => page.getByRole('combobox', { name: 'Sprint' }).inputValue()).toBe('SPRINT 118')
  })

  test('if the URL contains an unknown sprint, the page shows exactly one error message', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, '/dash-sprint?sprint=999999', 'projetos')
    await page.getByText('Registro não encontrado.').waitFor()
    expect(await page.getByText('Falha ao comunicar').count()).toBe(0)
  })
})

describe('Dashboard Emergente x Projeto', () => {
  test('the last ten sprints are grouped by month, and the bars and the table show the same figures', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/dash-emergentes-projeto', 'projetos')
    const { body } = await call('projetos', 'POST', '/dash/resultadoEmergente', {})
    const { dadosEmergentes, dadosProjetos } = body as Record<string, { mes: string; QTD: number }[]>
    const sum = (rows: { QTD: number }[] = []) => rows.reduce((total, { QTD }) => total + QTD, 0)
    const table = await rows(page, 'Mês')
    const [first = [], total = []] = [table[0], table.at(-1)]
    expect(first[0]).toBe('nov/2026')
    expect(first[1]).toBe('SPRINT 117 e 118')
    expect(first.slice(2, 4)).toEqual([dadosProjetos, dadosEmergentes].map((all) => String(sum(all?.filter(({ mes }) => mes === '2026-11')))))
    expect([total[0], total[2], total[3]]).toEqual(['TOTAL', String(sum(dadosProjetos)), String(sum(dadosEmergentes))])
    // The chart has one bar per month and kind.
    await expect.poll(() => page.locator('.recharts-bar-rectangle').count()).toBe(2 * (table.length - 1))
    expect(await axe(page)).toEqual([])
  })

  test('the filter by sprints is stored in the URL, and an empty result is reported', async ({ page }) => {
    const id = await enter('SPRINT 52', [
      ['Projeto', 'Finalizada', 'S'],
      ['Projeto', 'Em teste', 'S'],
      ['Emergente', 'Finalizada', 'N'],
    ])
    const empty = await enter('SPRINT 53', [])
    await signIn(page, '/dash-emergentes-projeto', 'projetos')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    await dialog.getByRole('combobox', { name: 'Sprints' }).fill('sprint 52')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => rows(page, 'Mês'))
      .toEqual([
        ['jan/2020', 'SPRINT 52', '1', '1', '2', '50,0\u00A0%'],
        ['TOTAL', '', '1', '1', '2', '50,0\u00A0%'],
      ])
    expect(new URL(page.url()).search).toBe(`?sprints=${id}`)
    await page.getByRole('button', { name: 'SPRINT 52' }).click()
    await expect.poll(async () => (await rows(page, 'Mês')).length).toBeGreaterThan(3)
    await signIn(page, `/dash-emergentes-projeto?sprints=${empty}`, 'projetos')
    await page.getByText('Nenhuma sprint no filtro.').waitFor()
  })
})

describe('Dashboard Planejado x Meta', () => {
  test('the last ten sprints are compared with their goals, in charts and in a table with totals', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/dash-planejado-efetivado', 'projetos')
    const { body } = await call('projetos', 'POST', '/dash/resultadoMeta', {})
    const { totalizador } = body as { totalizador: Record<'PREVISTAS' | 'ENTREGUES' | 'VQTDMETA', number> }
    const figures = [totalizador.PREVISTAS, totalizador.ENTREGUES, totalizador.VQTDMETA].map(String)
    const table = await rows(page, 'Situação')
    expect(table.map(([sprint]) => sprint)).toEqual([
      'SPRINT 118 atual',
      ...Array.from({ length: 9 }, (_, index) => `SPRINT ${117 - index}`),
      'TOTAL',
    ])
    expect(table.at(-1)?.slice(1, 4)).toEqual(figures)
    expect(await page.locator('dd').evaluateAll((all) => all.map((one) => one.textContent).slice(0, 3))).toEqual(figures)
    await expect.poll(() => page.locator('.recharts-bar-rectangle').count()).toBe(20)
    await expect.poll(() => page.locator('.recharts-wrapper circle').count()).toBe(10)
    await page.getByText('últimas 10 sprints').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('the filter by sprints and days reports invalid days, and an empty result is reported', async ({ page }) => {
    const planned = (status: string, count: number) => Array.from({ length: count }, (): ['Projeto', string, 'S'] => ['Projeto', status, 'S'])
    const id = await enter('SPRINT 54', [...planned('Finalizada', 2), ...planned('Em teste', 1)])
    await signIn(page, `/dash-planejado-efetivado?sprints=${id}`, 'projetos')
    // The goal is 65 % of three tasks, rounded up to two tasks.
    await expect
      .poll(() => rows(page, 'Situação'))
      .toEqual([
        ['SPRINT 54', '3', '2', '2', '66,7\u00A0%', '65,0\u00A0%', 'Na meta'],
        ['TOTAL', '3', '2', '2', '66,7\u00A0%', '65,0\u00A0%', '1 de 1 na meta'],
      ])
    await page.getByRole('button', { name: /^Filtrar/ }).click()
    // The dialog is still moving, so the test waits until both fields are side by side.
    await expect
      .poll(async () => {
        const [from, until] = await Promise.all(['Data inicial', 'Data final'].map((label) => page.getByLabel(label).boundingBox()))
        return [until?.y === from?.y, until?.width === from?.width]
      })
      .toEqual([true, true])
    await page.getByLabel('Data inicial').fill('01/02/2020')
    await page.getByLabel('Data final').fill('01/01/2020')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Data final não pode ser menor que data inicial.').waitFor()
    await page.getByLabel('Data final').fill('01/03/2020')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nenhuma sprint no filtro.').waitFor()
    expect(new URL(page.url()).search).toBe(`?sprints=${id}&dataInicio=2020-02-01&dataFim=2020-03-01`)
  })
})
