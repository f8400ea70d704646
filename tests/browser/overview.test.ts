// Financeiro - Visão Geral in a real browser, on the real API; the file is opened by another library.
import readSheets from 'read-excel-file/node'
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { messages, type CashFlow, type DrillDown } from '../../shared/features/overview.ts'
import { axe, dialog, goTo, still, testInOne as test } from '../support/browser.ts'
import { house } from '../support/house.ts'

const { call, signIn, time, url } = house()

beforeEach(() => {
  time().now = Date.parse('2026-11-19T18:32:00Z')
})

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** As a Brazilian bank writes it, the sign first. */
const reais = (value: number | null) => `${(value ?? 0) < 0 ? '\u2212' : ''}${brl.format(Math.abs(value ?? 0))}`
const text = (shown: string) => shown.replaceAll(/\s+/g, ' ').trim()
const figures = async (page: Page) => (await page.locator('dl dd').allInnerTexts()).map(text)
const flow = async (period: string, option = 1) =>
  (await call('financeiro', 'POST', '/dash/boletos', { period, idOptionCentroCusto: option })).body as CashFlow
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

describe('the cash flow', () => {
  test('shows what there is, and the month of today in figures that add up', async ({ page }) => {
    await still(page)
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
      ].map(text),
    )
    for (const { company, valorGerado, valorRecebido, valorAReceber } of one.totalizerByCompay)
      expect(text(await row(page, company ?? '').innerText())).toBe(
        text([company, reais(valorGerado), reais(valorRecebido), reais(valorAReceber)].join(' ')),
      )
    expect(text(await row(page, 'Vencidas').innerText())).toContain(text(reais(one.vencidasVencendoHoje.vencidas)))
    expect(await axe(page)).toEqual([])
  })

  test('goes from month to month by buttons, keys and its address; one without anything says so', async ({ page }) => {
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
  })

  test('the centres are of what came, or of what is to come', async ({ page }) => {
    await signIn(page, '/dash-financeiro', 'financeiro')
    const [came, toCome] = [await flow('202611', 1), await flow('202611', 2)]
    const of = (one: CashFlow) => text(reais(one.receveidByCenter.find(({ tipoConta }) => tipoConta === 'SySGrão')?.valorRecebido ?? 0))
    await expect.poll(async () => text(await row(page, 'SySGrão').innerText())).toContain(of(came))
    await page.getByRole('radio', { name: 'A receber' }).check()
    await expect.poll(async () => text(await row(page, 'SySGrão').innerText())).toContain(of(toCome))
  })

  test('a figure opens what it is made of, by the keyboard too, and its file has the same', async ({ page }) => {
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
    // By its bar, and another in its place.
    await row(page, company).locator('button[tabindex="-1"]').first().click()
    await page.getByRole('region', { name: `Gerado · ${company}` }).waitFor()
    await page.getByRole('checkbox', { name: 'Gerado' }).uncheck()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Gerado' }).count()).toBe(0)
  })

  test('banks and cash boxes open their balances', async ({ page }) => {
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

  test('says that it could not be brought up to date', async ({ page, expected }) => {
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
