// Tests Financeiro - Visão Geral in a real browser on the real API. Another library reads the exported file.
import { Workbook } from 'exceljs'
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { messages, type DreRow } from '../../../shared/features/overview.ts'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { demoCompany } from '../../support/demo-company.ts'

const { call, signIn, time } = demoCompany()

beforeEach(() => {
  time().now = Date.parse('2026-11-19T18:32:00Z')
})

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** Formats an amount with the sign first, as Brazilian banks do. */
const reais = (value: number | null) => `${(value ?? 0) < 0 ? '\u2212' : ''}${brl.format(Math.abs(value ?? 0))}`
const text = (shown: string) => shown.replaceAll(/\s+/g, ' ').trim()

describe('the cash flow', () => {
  test('the arrow keys move between the tabs', async ({ page }) => {
    await signIn(page, '/dash-financeiro?aba=dre&dre=1&empresas=1', 'financeiro')
    await page.getByRole('tab', { name: 'DRE' }).focus()
    await page.keyboard.press('ArrowLeft')
    const tab = page.getByRole('tab', { name: 'Fluxo de Caixa', selected: true })
    await expect.poll(() => tab.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(new URL(page.url()).search).toBe('')
  })

  test('if another month cannot be loaded, the page reports the failure and can load the month again', async ({ page, expected }) => {
    expected.push(/502/)
    await page.route('**/api/dash/boletos', (route) => route.fulfill({ status: 502, json: { message: '502 - Falha na comunicação!' } }))
    await signIn(page, '/dash-financeiro?mes=2026-09', 'financeiro')
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await page.getByText(messages.updateFailed).waitFor()
    await page.unroute('**/api/dash/boletos')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Por empresa').waitFor()
  })
})

describe('the income statement', () => {
  const base = { idEmpresas: [1, 2, 3, 4], firstLoad: false, idDre: 1 }
  const asked = async (typeofView: string, period: string) =>
    ((await call('financeiro', 'POST', '/dash/dre', { ...base, typeofView, period })).body as { dataset: DreRow[] }).dataset
  const sum = (rows: DreRow[], of: (row: DreRow) => boolean) =>
    rows.reduce((all, row) => all + (of(row) ? Math.round(100 * (row.valor ?? 0)) : 0), 0) / 100
  const all = '?aba=dre&dre=1&empresas=1&empresas=2&empresas=3&empresas=4'
  const plain = (value: number) => reais(value).replace(/R\$\s/, '')
  const line = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
  const cells = async (page: Page, name: string) => (await line(page, name).locator('td').allInnerTexts()).map(text)

  test('the analyses show percentages of an account (by default the first line) or of the previous month, also after a reload', async ({ page }) => {
    await signIn(page, `/dash-financeiro${all}`, 'financeiro')
    await line(page, 'Receita líquida').waitFor()
    await page.getByRole('button', { name: 'Parâmetros' }).click()
    await page.getByRole('switch', { name: 'Análise vertical' }).click({ force: true })
    await page.getByText('AV sobre Receita bruta').waitFor()
    await page.getByRole('combobox', { name: 'Conta totalizadora' }).click()
    await page.getByRole('option', { name: 'Receita líquida' }).click()
    await page.getByRole('switch', { name: 'Análise horizontal' }).click({ force: true })
    await page.keyboard.press('Escape')
    await goTo(page)
    await page.getByText('AV sobre Receita líquida · AH sobre o mês anterior').waitFor()
    const year = await asked('Anual', '2026')
    const of = (month: string) => sum(year, (row) => row.dataLancamento === month && ['Receita bruta', 'Deduções'].includes(row.descricaoConta ?? ''))
    const [now, before] = [of('2026-10-01'), of('2026-09-01')]
    const grown = (100 * (now - before)) / Math.abs(before)
    const said = `${grown < 0 ? '\u2212' : '+'}${Math.abs(grown).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}`
    await expect.poll(async () => (await cells(page, 'Receita líquida'))[9]).toBe(`${plain(now)} 100,0 ${said}`)
    // Neither the screen nor the file contains figures for a future month.
    expect((await cells(page, 'Receita líquida'))[11]).toBe('— — —')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const book = new Workbook()
    await book.xlsx.readFile(await (await saving).path())
    const rows = book.worksheets[0]?.findRows(1, book.worksheets[0].rowCount) ?? []
    const rowOf = (name: string) => rows.find((one) => one.getCell(1).text.trim() === name) ?? expect.fail(name)
    const heads = rowOf('Conta').values as unknown[]
    const valueAt = (name: string, head: string) => rowOf(name).getCell(heads.indexOf(head)).value
    for (const name of ['Receita bruta', 'Receita líquida', 'Lucro líquido'])
      expect(['dez/26', 'AV % dez/26', 'AH % dez/26'].map((head) => valueAt(name, head))).toEqual([null, null, null])
    expect(valueAt('Receita líquida', 'AH % out/26')).toBeCloseTo(grown, 1)
    expect(valueAt('Receita bruta', 'AV % Total')).toBeCloseTo(
      (100 * sum(year, (row) => row.descricaoConta === 'Receita bruta')) /
        sum(year, (row) => ['Receita bruta', 'Deduções'].includes(row.descricaoConta ?? '')),
      1,
    )
    await page.getByText('Mensal', { exact: true }).click()
    await page.getByText('novembro de 2026').first().waitFor()
    await page.getByRole('button', { name: 'Parâmetros' }).click()
    await page.getByRole('switch', { name: 'Análise vertical' }).waitFor()
    expect(await page.getByRole('switch', { name: 'Análise horizontal' }).count()).toBe(0)
  })

  test('a cell reached with the arrow keys is not hidden behind the fixed columns', async ({ page }) => {
    await signIn(page, `/dash-financeiro${all}`, 'financeiro')
    await page.getByRole('button', { name: 'Receita bruta', exact: true }).focus()
    const hidden = () =>
      page.evaluate(() => {
        const { left, right } = document.activeElement?.getBoundingClientRect() ?? { left: 0, right: 0 }
        const [first, total] = ['thead th:first-child', 'thead th:last-child'].map((one) => document.querySelector(one)?.getBoundingClientRect())
        return left < (first?.right ?? 0) || right > (total?.left ?? 0)
      })
    for (let month = 1; month <= 11; month += 1) {
      await page.keyboard.press('ArrowRight')
      if (month === 1) await page.keyboard.press('ArrowRight')
      expect(await hidden(), String(month)).toBe(false)
    }
    const focused = page.locator(':focus')
    const last = await focused.getAttribute('title')
    await page.keyboard.press('Home')
    expect(text(await focused.innerText())).toBe('Receita bruta')
    await page.keyboard.press('End')
    expect([await focused.getAttribute('title'), await hidden()]).toEqual([last, false])
  })

  test('the arrow keys move through the postings of a month, and the exported spreadsheet groups them by level', async ({ page }) => {
    await signIn(page, `/dash-financeiro${all}&visao=mensal&periodo=2026-10`, 'financeiro')
    const rows = await asked('Mensal', '202610')
    const first = page.getByRole('button', { name: 'Receita bruta', exact: true })
    await first.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    await line(page, 'Deslocamento').waitFor()
    const posting = rows.find(({ custoAnalitico }) => custoAnalitico === 'Deslocamento')
    await line(page, posting?.descricaoLancamento ?? '')
      .first()
      .waitFor()
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe(plain(sum(rows, (row) => row.custoAnalitico === 'Deslocamento')))
    // A posting is the most detailed line, so Enter opens nothing there.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Deslocamento · outubro de 2026' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const book = new Workbook()
    await book.xlsx.readFile(await (await saving).path())
    const sheet = book.worksheets[0]
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 2 })
    expect(sheet?.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, fitToHeight: 0, printTitlesRow: '1:2' })
    const found = new Map<string, [value: unknown, level: number]>()
    sheet?.eachRow((row) => found.set(row.getCell(1).text.trim(), [row.getCell(2).value, row.outlineLevel ?? 0]))
    const valueOf = (address: string) => {
      const value = sheet?.getCell(address).value
      return value !== null && typeof value === 'object' && 'result' in value ? Number(value.result) : Number(value)
    }
    const [profit, level] = found.get('Lucro líquido') ?? []
    expect([profit, level]).toEqual([{ formula: expect.any(String) as string, result: sum(rows, () => true) }, 0])
    const parts = (profit as { formula: string }).formula.split('+')
    expect(parts.length).toBe(2)
    expect(parts.reduce((all, address) => all + valueOf(address), 0)).toBeCloseTo(
      sum(rows, () => true),
      6,
    )
    expect(found.get('Deslocamento')).toEqual([sum(rows, (row) => row.custoAnalitico === 'Deslocamento'), 1])
    expect([...found.values()].filter(([, level]) => level === 2).length).toBeGreaterThan(20)
    expect(sheet?.findRows(1, sheet.rowCount)?.filter((row) => row.collapsed || row.hidden)).toEqual([])
  })
})
