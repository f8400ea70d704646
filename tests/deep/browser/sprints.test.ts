// Tests the sprint dashboards in a real browser, on the real API.
import { Workbook } from 'exceljs'
import { describe, expect } from 'vitest'
import * as tables from '../../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { demoCompany } from '../../support/demo-company.ts'
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
  test('Page Down scrolls the dashboard on a phone right after the page has opened', async ({ page }) => {
    await reduceMotion(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, '/dash-sprint', 'projetos')
    await meter(page).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('PageDown')
    await expect.poll(() => page.getByRole('region', { name: 'Dashboard Sprints' }).evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  })

  test('no status is cut off, even on a phone', async ({ page }) => {
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await signIn(page, '/dash-sprint', 'projetos')
      const names = await page
        .getByRole('rowheader')
        .evaluateAll((all) => all.map((one) => ({ name: one.textContent, cut: one.scrollWidth > one.clientWidth })))
      expect(names.map(({ name }) => name)).toContain('Em desenvolvimento')
      expect(names.filter(({ cut }) => cut)).toEqual([])
    }
  })

  test('if the selected sprint has no tasks, the dashboard shows a message', async ({ page }) => {
    const id = await enter('SPRINT 51', [])
    await signIn(page, `/dash-sprint?sprint=${id}`, 'projetos')
    await page.getByText('Nenhuma tarefa prevista nesta sprint.').first().waitFor()
    await page.getByText('Nenhuma tarefa finalizada nesta sprint.').waitFor()
    expect(await meter(page).count()).toBe(0)
  })
})

describe('Dashboard Planejado x Meta', () => {
  test('each sprint is shown with its own percent, in whatever order the server sends the percents', async ({ page }) => {
    await signIn(page, '/home', 'projetos')
    await page.route('**/api/dash/resultadoMeta', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { dadosMeta: unknown[] }
      await route.fulfill({ response, json: { ...json, dadosMeta: json.dadosMeta.toReversed() } })
    })
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('planejado')
    await page.keyboard.press('Enter')
    // Waits for the word 'atual', because the current sprint is requested separately.
    await page.getByRole('row', { name: /^SPRINT \d+ atual/ }).waitFor()
    await expect.poll(async () => (await rows(page, 'Situação')).length).toBe(11)
    const turned = await rows(page, 'Situação')
    await page.unrouteAll()
    await page.reload()
    await expect.poll(() => rows(page, 'Situação')).toEqual(turned)
  })

  for (const [path, charts] of [
    ['/dash-planejado-efetivado', 2],
    ['/dash-emergentes-projeto', 1],
  ] as const)
    test(`before printing, ${path} draws its charts again for the paper, at any width of the window`, async ({ page }) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await signIn(page, path, 'projetos')
        await expect.poll(() => page.locator('.recharts-bar-rectangle').count()).toBeGreaterThan(5)
        await page.emulateMedia({ media: 'print' })
        const drawn = await page.evaluate(async () => {
          dispatchEvent(new Event('beforeprint'))
          await Promise.resolve()
          const widths = [...document.querySelectorAll('svg.recharts-surface')].map((chart) => chart.getAttribute('width'))
          const bars = [...document.querySelectorAll('.recharts-bar-rectangle')].map((bar) => bar.getBoundingClientRect().width)
          dispatchEvent(new Event('afterprint'))
          return { widths, thinnest: Math.min(...bars) }
        })
        expect(drawn.widths).toEqual(Array.from({ length: charts }, () => '640'))
        expect(drawn.thinnest).toBeGreaterThan(5)
        await page.emulateMedia({ media: null })
      }
    })

  test('on a phone, the buttons of the page fit on the screen, whatever filter is set', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/dash-planejado-efetivado?dataInicio=2026-07-03&dataFim=2026-11-27', '/dash-planejado-efetivado?dataInicio=2050-01-01']) {
      await signIn(page, path, 'projetos')
      for (const name of [/^Filtrar/, 'Mais ações']) {
        const box = await page.getByRole('button', { name }).boundingBox()
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
      }
    }
  })

  test('the bars of the charts contain their figures at 1440 px, but not at 390 px', async ({ page }) => {
    const inBars = async (width: number) => {
      await page.setViewportSize({ width, height: 844 })
      await signIn(page, '/dash-planejado-efetivado', 'projetos')
      await expect.poll(() => page.locator('.recharts-bar-rectangle').count()).toBe(20)
      return () => page.locator('.recharts-wrapper text[fill="var(--sheet)"]').count()
    }
    await expect.poll(await inBars(1440)).toBe(10)
    await expect.poll(await inBars(390)).toBe(0)
  })

  test('the exported file contains the server’s figures as numbers, their total, and the filter', async ({ page }) => {
    await signIn(page, '/dash-planejado-efetivado?dataInicio=2026-07-03', 'projetos')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    expect(download.suggestedFilename()).toMatch(/^Dashboard Planejado x Meta \d\d-\d\d-\d{4}\.xlsx$/)
    const book = new Workbook()
    await book.xlsx.readFile(await download.path())
    const written = book.worksheets[0]?.getSheetValues().slice(1) as unknown[][]
    const [filters, heads, ...lines] = written.map((cells) => cells.slice(1))
    expect(filters).toEqual(['Filtros: De: 03/07/2026'])
    expect(heads).toEqual(['Sprint', 'Previstas', 'Entregues', 'Meta', '%', '% meta', 'Situação'])
    const { body } = await call('projetos', 'POST', '/dash/resultadoMeta', { dataInicio: '2026-07-03' })
    const { dadosPlanejados, dadosMeta, totalizador } = body as {
      dadosPlanejados: Record<string, unknown>[]
      dadosMeta: Record<string, unknown>[]
      totalizador: Record<string, number>
    }
    const figures: Record<string, unknown>[] = [
      ...dadosPlanejados.map((one, index) => ({ ...one, ...dadosMeta[index] })),
      {
        DESCSPRINT: 'TOTAL',
        ...totalizador,
        vPercent: Math.round((1000 * (totalizador['ENTREGUES'] ?? 0)) / (totalizador['PREVISTAS'] ?? 0)) / 10,
        // All of these sprints are recent enough for the goal of 80 %.
        vPercentualMeta: 80,
      },
    ]
    expect(figures.length).toBeGreaterThan(10)
    expect(lines.map((cells) => cells.slice(0, 6))).toEqual(
      figures.map((one) => ['DESCSPRINT', 'PREVISTAS', 'ENTREGUES', 'VQTDMETA', 'vPercent', 'vPercentualMeta'].map((field) => one[field])),
    )
    // The verdicts equal those in the table, except for the total, whose sentence is only on screen.
    const table = await rows(page, 'Situação')
    expect(lines.map((cells) => cells[6])).toEqual([...table.slice(0, -1).map((cells) => cells.at(-1)), undefined])
  })

  test('a sprint without tasks is shown as neither meeting nor missing the goal, in the table and in the chart', async ({ page }) => {
    await reduceMotion(page)
    const met = await enter('SPRINT 55', [['Projeto', 'Finalizada', 'S']])
    const missed = await enter('SPRINT 56', [['Projeto', 'Em teste', 'S']])
    const empty = await enter('SPRINT 57', [])
    await signIn(page, `/dash-planejado-efetivado?sprints=${met}&sprints=${missed}&sprints=${empty}`, 'projetos')
    await expect
      .poll(async () => (await rows(page, 'Situação')).map((cells) => [cells[0], cells.at(-1)]))
      .toEqual([
        ['SPRINT 57', 'Sem tarefas'],
        ['SPRINT 56', '1 abaixo'],
        ['SPRINT 55', 'Na meta'],
        ['TOTAL', '1 de 2 na meta'],
      ])
    // Returns the mark that is drawn before a word.
    const marked = (word: string) =>
      page
        .getByRole('cell', { name: word, exact: true })
        .evaluate((cell) => [cell, ...cell.children].some((one) => getComputedStyle(one, '::before').content !== 'none'))
    expect([await marked('Na meta'), await marked('1 abaixo'), await marked('Sem tarefas')]).toEqual([true, true, false])
    await expect.poll(() => page.locator('.recharts-wrapper circle').count()).toBe(2)
    await signIn(page, `/dash-planejado-efetivado?sprints=${empty}`, 'projetos')
    await page.getByText('Nenhuma tarefa prevista.').waitFor()
    const [of, total] = await rows(page, 'Situação')
    expect([of?.at(-1), total?.at(-1)]).toEqual(['Sem tarefas', 'Sem tarefas'])
    // Without tasks, the percent is 0 and the goal is unchanged.
    expect(total?.slice(-3, -1)).toEqual(['0,0 %', '65,0 %'].map((percent) => percent.replace(' ', '\u00A0')))
  })
})
