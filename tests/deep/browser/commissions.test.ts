// Tests the commissions of a control and the query over all commissions, in a real browser on the real API. Another library reads the exported files.
import { describe, expect } from 'vitest'
import { NOT_POSITIVE, moneyBr } from '../../../shared/money.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog, send } from '../../support/form-actions.ts'
import { card, commissionsScreen, exported, figures, formulasOf, lasting, readSheet } from '../../support/commissions-screen.ts'

const { call, control, makeControl, pay, signIn, work } = commissionsScreen()

describe('the commissions of a service control', () => {
  test('a click, a tap or Tab into the field Valor selects its content, so that typing replaces the amount', async ({ open }) => {
    const page = await open({ hasTouch: true })
    await signIn(page, `/controle-servicos/comissoes/${control.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('n')
    const amount = page.getByRole('dialog').getByLabel('Valor')
    const position = { x: 16, y: 16 }
    for (const [typed, come] of [
      ['1', () => amount.click()],
      ['2,5', () => amount.click({ position })],
      ['3', () => amount.tap()],
      ['4', () => amount.tap({ position })],
      ['5', () => page.getByRole('dialog').getByText('Valor').click()],
      ['1.234,56', () => page.keyboard.press('Tab')],
    ] as const) {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Vencimento' }).focus()
      await come()
      await page.keyboard.type(typed)
      expect(await amount.inputValue()).toBe(typed)
      await page.getByRole('dialog').getByRole('textbox', { name: 'Vencimento' }).focus()
      await expect.poll(() => amount.inputValue()).toBe(moneyBr(Math.round(100 * Number(typed.replace('.', '').replace(',', '.')))))
    }
    // A click selects the text only if it moves the focus into the field. Otherwise the click only places the cursor.
    await amount.focus()
    await amount.click({ position })
    await expect.poll(() => amount.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([0, 0])
    await page.getByRole('dialog').getByRole('textbox', { name: 'Vencimento' }).fill('10/11/2026')
    await page.getByRole('dialog').getByLabel('Histórico').fill('Parcela 1')
    await send(page)
    await card(page, 'Parcela 1').getByText('R$ 1.234,56').waitFor()
    await page.getByRole('button', { name: 'Ações de Sem ticket' }).click()
    await page.getByRole('menuitem', { name: 'Alterar' }).click()
    await amount.click()
    await page.keyboard.type('2345,67')
    await send(page)
    await card(page, 'Parcela 1').getByText('R$ 2.345,67').waitFor()
  })

  test('a negative commission has the same colour and sign as a negative balance of hours', async ({ page }) => {
    await pay('R', 1300.5, '2026-11-12', 'Pix')
    await signIn(page, `/controle-servicos/comissoes/${control.id}`)
    const colour = (text: string) => page.getByText(text, { exact: true }).evaluate((figure) => getComputedStyle(figure).color)
    await expect.poll(async () => (await figures(page))[3]).toBe('\u22121.300,50')
    const below = await colour('\u22121.300,50')
    expect(below).not.toBe(await colour('1.300,50'))
    await work('08:00')
    await signIn(page, `/controle-servicos/${control.id}`)
    await page.getByText('\u221200:30', { exact: true }).waitFor()
    expect(await colour('\u221200:30')).toBe(below)
  })

  test('a ticket that is too long is reported, and nothing is cut off', async ({ page }) => {
    const long = '9'.repeat(51)
    for (const [path, button] of [
      [`/controle-servicos/comissoes/${control.id}`, 'Novo lançamento'],
      ['/consulta-comissoes', 'Filtrar'],
    ] as const) {
      await signIn(page, path)
      await page.getByRole('button', { name: button }).click()
      const ticket = page.getByRole('dialog').getByRole('textbox', { name: 'Ticket' })
      await ticket.click()
      await page.keyboard.type(long)
      await send(page)
      await page.getByRole('dialog').getByText('Ticket não pode ter mais que 50 caracteres.').waitFor()
      expect(await ticket.inputValue()).toBe(long)
    }
  })

  test('a commission with an amount of zero is refused', async ({ page }) => {
    await signIn(page, `/controle-servicos/comissoes/${control.id}?acao=novo`)
    const form = dialog(page, 'Novo lançamento')
    await form.getByRole('textbox', { name: 'Vencimento' }).fill('10/11/2026')
    await send(page)
    await form.getByText(NOT_POSITIVE).waitFor()
  })

  test('the numbers, times and dates in the exported file are cells of these types', async ({ page }) => {
    await pay('P', 900.5, '2026-11-10', '=1+1')
    await pay('R', 10, '2026-10-31', 'Antes')
    await signIn(page, `/controle-servicos/comissoes/${control.id}`)
    await card(page, 'Antes').waitFor()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await dialog(page, 'Filtrar').getByLabel('Data Inicial').fill('01/11/2026')
    await send(page)
    await card(page, 'Antes').waitFor({ state: 'detached' })
    const download = await exported(page)
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Registro de Comissões sob Serviço - ${control.id} \\d\\d-\\d\\d-\\d{4}\\.xlsx$`))
    const { name, rows } = await readSheet(download)
    expect(name).toMatch(new RegExp(`^Registro de Comissões .*… - ${control.id}$`))
    expect(name?.length).toBe(31)
    const filters = ['Filtros: Data Inicial: 01/11/2026', ...Array.from({ length: 10 }, () => null)]
    const heads = [
      'Número do Ticket',
      'Horas',
      'Descrição',
      'Data Inicio',
      'Data Fim',
      'Data Recebimento/Parcela',
      'Valor',
      'Responsável',
      'Histórico',
      'Status',
      'Tipo',
    ]
    const [begun, done, due] = ['2026-11-02', '2026-11-03', '2026-11-10'].map((day) => new Date(day))
    expect(rows.slice(0, -4)).toEqual([
      filters,
      heads,
      ['48120', null, null, null, null, due, 900.5, null, '=1+1', 'Ativo', 'Parcela'],
      ['48233', lasting(150), 'Conferência', begun, done, null, null, 'Bruno Cavalcanti', null, 'Ativo', 'Horas'],
    ])
    // These are the totals of the filtered rows.
    expect(rows.slice(-4).map(([label]) => label)).toEqual([
      'A Receber (filtrado)',
      'Recebido (filtrado)',
      'Saldo (filtrado)',
      'Horas Executadas (filtrado)',
    ])
  })
})

test('the exported commissions of a service control contain the same sums as the screen, as formulas', async ({ page }) => {
  await pay('P', 900.3, '2026-11-10', 'Parcela 1')
  await pay('R', 300.1, '2026-11-12', 'Pix')
  const twice = await pay('R', 300.1, '2026-11-12', 'Em duplicidade')
  await call('supervisor', 'PATCH', `/service-time-control-comission/${twice}`)
  await signIn(page, `/controle-servicos/comissoes/${control.id}`)
  await card(page, 'Em duplicidade').waitFor()
  const download = await exported(page)
  const { rows } = await readSheet(download)
  expect(rows.slice(-4).map((cells) => [cells[0], cells[1] ?? cells[6]])).toEqual([
    ['A Receber', 900.3],
    ['Recebido', 300.1],
    ['Saldo', 600.2], // Computed in cents. In floating-point reais it would be 600.1999999999999.
    ['Horas Executadas', lasting(150)],
  ])
  const ifs = (of: string, kind: string) => `SUMIFS(${of}2:${of}5,K2:K5,"${kind}",J2:J5,"Ativo")`
  const [due, received] = [ifs('G', 'Parcela'), ifs('G', 'Recebimento')]
  expect(await formulasOf(download, 4)).toEqual([due, received, `${due}-${received}`, ifs('B', 'Horas')])
})

describe('Consulta de Comissões', () => {
  test('the search finds a ticket in its displayed and in its stored format', async ({ page }) => {
    await makeControl('76543')
    await signIn(page, '/consulta-comissoes')
    const controls = () => page.locator('tr[data-id] td:first-child').allInnerTexts()
    for (const typed of ['76543', '76.543']) {
      await page.getByPlaceholder('Buscar...').fill(typed)
      await expect.poll(controls).toEqual([String(control.id)])
      await page.getByPlaceholder('Buscar...').fill('nada')
      await expect.poll(controls).toEqual([])
    }
  })

  test('an unknown status in the URL is ignored by the filter', async ({ page }) => {
    await signIn(page, '/consulta-comissoes?status=9&status=1')
    await page.getByRole('button', { name: 'Tirar o filtro' }).waitFor()
    expect(await page.getByRole('button', { name: 'Tirar o filtro' }).allInnerTexts()).toEqual(['Status: Liberado'])
  })
})
