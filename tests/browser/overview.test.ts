// Tests Financeiro - Visão Geral in a real browser on the real API. Another library reads the exported file.
import { and, eq } from 'drizzle-orm'
import readSheets from 'read-excel-file/node'
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { messages, type CashFlow, type DreRow, type DrillDown } from '../../shared/features/overview.ts'
import { dreAccounts, dreFilters, postings as table } from '../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog, pick, send } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { demoCompany, toast } from '../support/demo-company.ts'

const { call, db, signIn, time, url } = demoCompany()

beforeEach(() => {
  time().now = Date.parse('2026-11-19T18:32:00Z')
})

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** Formats an amount with the sign first, as Brazilian banks do. */
const reais = (value: number | null) => `${(value ?? 0) < 0 ? '\u2212' : ''}${brl.format(Math.abs(value ?? 0))}`
const text = (shown: string) => shown.replaceAll(/\s+/g, ' ').trim()
const figures = async (page: Page) => (await page.locator('dl dd').allInnerTexts()).map(text)
const flow = async (period: string, option = 1) =>
  (await call('financeiro', 'POST', '/dash/boletos', { period, idOptionCentroCusto: option })).body as CashFlow
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

describe('the cash flow', () => {
  test('the page shows the same balances and monthly figures as the API returns', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/dash-financeiro', 'financeiro')
    const one = await flow('202611')
    await page.getByText('novembro de 2026', { exact: true }).waitFor()
    const percent = (value: number | null) => `${(value ?? 0).toLocaleString('pt-BR', { minimumFractionDigits: 1 })} %`
    expect(await figures(page)).toEqual(
      [
        reais(one.saldoBanco),
        reais(one.saldoCaixa),
        reais(one.valorReceberGeral),
        reais(one.valorPagarGeral),
        reais(one.saldoGeral),
        `${reais(one.valorGeradoCC)} 100,0 %`,
        `${reais(one.valorRecebidoCC)} ${percent(one.percentualRecebidoCC)}`,
        `${reais(one.valorReceberCC)} ${percent(one.percentualReceberCC)}`,
        reais(one.vencidasGeral ?? null),
      ].map(text),
    )
    for (const { company, valorGerado, valorRecebido, valorAReceber } of one.totalizerByCompay)
      expect(text(await row(page, company ?? '').innerText())).toBe(
        text([company, reais(valorGerado), reais(valorRecebido), reais(valorAReceber)].join(' ')),
      )
    expect(text(await row(page, 'Vencidas').innerText())).toContain(text(reais(one.vencidasVencendoHoje.vencidas)))
    expect(await axe(page)).toEqual([])
  })

  test('the month can be changed by buttons, keys or the URL, and a month without data is reported', async ({ page }) => {
    await signIn(page, '/dash-financeiro', 'financeiro')
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await page.getByText('outubro de 2026', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?mes=2026-10')
    await expect.poll(async () => (await figures(page))[5]).toBe(text(`${reais((await flow('202610')).valorGeradoCC)} 100,0 %`))
    await page.keyboard.press('t')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await goTo(page, url('/dash-financeiro?mes=1999-12'))
    await page.getByText('Nenhum boleto em dezembro de 1999.').waitFor()
    expect((await figures(page))[5]).toBe('R$ 0,00 0,0 %')
    await page.keyboard.press('ArrowRight')
    await page.getByText('janeiro de 2000', { exact: true }).waitFor()
    // This is the last month of the allowed years, so there is no next month.
    await goTo(page, url('/dash-financeiro?mes=2199-12'))
    for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    await page.getByText('novembro de 2199', { exact: true }).waitFor()
  })

  test('the cost centres show the received amounts or, if A receber is chosen, the open amounts', async ({ page }) => {
    await signIn(page, '/dash-financeiro', 'financeiro')
    const [came, toCome] = [await flow('202611', 1), await flow('202611', 2)]
    const of = (one: CashFlow) => text(reais(one.receveidByCenter.find(({ tipoConta }) => tipoConta === 'SySGrão')?.valorRecebido ?? 0))
    await expect.poll(async () => text(await row(page, 'SySGrão').innerText())).toContain(of(came))
    await page.getByRole('radio', { name: 'A receber' }).check()
    await expect.poll(async () => text(await row(page, 'SySGrão').innerText())).toContain(of(toCome))
  })

  test('a figure opens the list of its instalments by mouse or keyboard, and the exported file has the same rows as the list', async ({ page }) => {
    await signIn(page, '/dash-financeiro', 'financeiro')
    const company = 'Exemplo Integrações · Sinop'
    const asked = { period: '202611', company, drillDownOption: 'aReceber' }
    const { dataset } = (await call('financeiro', 'POST', '/dash/boletos/drill-down', asked)).body as DrillDown
    const sum = dataset.reduce((all, one) => all + Number(one['valor']), 0)
    const figure = row(page, company).getByRole('button').last()
    expect(text(await figure.innerText())).toBe(text(reais(sum)))
    await figure.focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: `A receber · ${company}` })
    await details.getByText(`${dataset.length} parcelas`).waitFor()
    expect(await details.getByRole('row').count()).toBe(dataset.length + 2)
    expect(text(await details.getByRole('row').last().innerText())).toBe(`Total ${text(reais(sum))}`)
    const saving = page.waitForEvent('download')
    await details.getByRole('button', { name: 'Exportar' }).click()
    const rows = (await readSheets(await (await saving).path()))[0]?.data ?? []
    expect(rows.filter((line) => line[0] !== null && dataset.some(({ documento }) => documento === line[0])).map((line) => line.at(-1))).toEqual(
      dataset.map(({ valor }) => valor),
    )
    expect(rows.at(-1)?.at(-1)).toBeCloseTo(sum, 2)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await expect.poll(() => figure.evaluate((one) => one === document.activeElement)).toBe(true)
    // A click on a bar replaces the open list by the list of the bar.
    await row(page, company).locator('button[tabindex="-1"]').first().click()
    const made = page.getByRole('region', { name: `Gerado · ${company}` })
    await made.waitFor()
    // The address contains the open list, so a reload shows the list again.
    await goTo(page)
    await made.waitFor()
    await page.goBack()
    await made.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Gerado' }).uncheck()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Gerado' }).count()).toBe(0)
  })

  test('a click on the card for banks or cash boxes opens a list with the balance of each', async ({ page }) => {
    await signIn(page, '/dash-financeiro', 'financeiro')
    for (const [card, title, nth] of [
      ['Bancos', 'Saldo dos Bancos', 0],
      ['Caixas', 'Saldo dos Caixas', 1],
    ] as const) {
      await page.getByTitle(`Abrir ${card}`).click()
      const window = dialog(page, title)
      expect(text(await window.getByRole('row').last().innerText())).toContain((await figures(page))[nth])
      await page.keyboard.press('Escape')
      await window.waitFor({ state: 'detached' })
    }
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

  test('on the first visit, the page asks for the statement and companies, and on the next visit it uses the saved choice', async ({ page }) => {
    await db().delete(dreFilters)
    await signIn(page, '/dash-financeiro?aba=dre', 'supervisor')
    await toast(page, messages.noFilter)
    const form = dialog(page, 'Filtrar')
    // The only statement and all companies are preselected, so one click is enough.
    await expect.poll(() => form.getByRole('combobox', { name: 'DRE' }).inputValue()).toBe('DRE Gerencial')
    await form.getByText('Exemplo Treinamentos · Lucas do Rio Verde').waitFor()
    await form.getByRole('button', { name: 'Limpar' }).click()
    await send(page)
    await expect.poll(() => form.getByText('Esse campo precisa ser preenchido.').count()).toBe(2)
    await pick(page, 'DRE', 'DRE Gerencial')
    await pick(page, 'Empresas', 'Exemplo Sistemas · Sorriso')
    await page.keyboard.press('Tab')
    await send(page)
    const question = page.getByRole('alertdialog', { name: 'Salvar filtros' })
    await question.getByText(messages.saveFilter).waitFor()
    await question.getByRole('button', { name: 'Salvar', exact: true }).click()
    await toast(page, messages.filterSaved)
    await line(page, 'Receita bruta').waitFor()
    await goTo(page, url('/dash-financeiro?aba=dre'))
    await page.getByText('DRE Gerencial · Exemplo Sistemas · Sorriso').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('the statement of a year shows months, subtotals and totals, and a click on a value opens its postings', async ({ page }) => {
    // Adds more postings than the list renders at once.
    const [account] = await db()
      .select()
      .from(dreAccounts)
      .where(and(eq(dreAccounts.name, 'Custos dos serviços'), eq(dreAccounts.analytic, 'Deslocamento')))
    const many = Array.from({ length: 80 }, (_, nth) => ({ onDay: '2026-10-15', description: `Viagem ${nth}`, cents: -100 - nth }))
    await db()
      .insert(table)
      .values(many.map((one) => ({ ...one, companyId: 1, accountId: account?.id ?? 0 })))
    await reduceMotion(page)
    await signIn(page, `/dash-financeiro${all}`, 'financeiro')
    const year = await asked('Anual', '2026')
    const month = '2026-10-01'
    const income = ['Receita bruta', 'Deduções']
    await expect
      .poll(async () => (await cells(page, 'Receita líquida'))[9])
      .toBe(plain(sum(year, (row) => row.dataLancamento === month && income.includes(row.descricaoConta ?? ''))))
    const shown = await cells(page, 'Lucro líquido')
    expect([shown[9], shown[11], shown[12]]).toEqual([plain(sum(year, (row) => row.dataLancamento === month)), '—', plain(sum(year, () => true))])
    await line(page, 'Custos dos serviços').getByRole('button', { name: 'Custos dos serviços' }).click()
    const postings = (await asked('Mensal', '202610')).filter((row) => row.custoAnalitico === 'Deslocamento')
    const cell = line(page, 'Deslocamento').locator('td').nth(9).getByRole('button')
    expect(await cell.innerText()).toBe(plain(sum(postings, () => true)))
    await cell.focus()
    await page.keyboard.press('Enter')
    const list = dialog(page, 'Deslocamento · outubro de 2026')
    await list.getByText(`${postings.length} lançamentos`).waitFor()
    expect(text(await list.getByRole('row').last().innerText())).toBe(text(`${postings.length} lançamentos ${reais(sum(postings, () => true))}`))
    // The address contains the open list, so a reload shows the list again.
    await goTo(page)
    await list.getByText(`${postings.length} lançamentos`).waitFor()
    // The print contains the complete list and nothing else.
    await page.setViewportSize({ width: 1440, height: 400 })
    expect(await list.getByRole('row').count()).toBeLessThan(postings.length)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    // Checked before the page gets the height of paper, because at that height the screen would render every row anyway.
    expect(await list.getByRole('row').count()).toBe(postings.length + 2)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('tab', { name: 'DRE' }).isVisible()).toBe(false)
    expect(await list.getByRole('row').count()).toBe(postings.length + 2)
    const cut = (window: Element) =>
      [window, ...window.querySelectorAll('*')].filter(
        (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
      ).length
    expect(await list.evaluate(cut)).toBe(0)
    await page.emulateMedia({ media: null })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.goBack()
    await list.waitFor({ state: 'detached' })
    expect(await axe(page)).toEqual([])
  })
})
