// The commissions of one control, and the query over all of them, in a real browser, on the real API; the files are opened by another library.
import { Workbook } from 'exceljs'
import readSheets from 'read-excel-file/node'
import { beforeEach, describe, expect } from 'vitest'
import type { Download, Page } from 'playwright-core'
import type { Client } from '../../shared/features/clients.ts'
import { messages, type CommissionResult } from '../../shared/features/commissions.ts'
import { messages as common } from '../../shared/messages.ts'
import { centsOfBr, moneyBr, reaisOf } from '../../shared/money.ts'
import { axe, dialog, goTo, send, still, testInOne as test } from '../support/browser.ts'
import { BRUNO, house, toast } from '../support/house.ts'

const { call, signIn, url } = house()

const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const figures = (page: Page) => page.locator('dl dd').allInnerTexts()
const exported = async (page: Page) => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  return saving
}
/** As a library reads it that has not written it: the sheet's name and its rows, each formula by its result. */
const readSheet = async (download: Download) => {
  const [only, ...more] = await readSheets(await download.path())
  expect(more).toEqual([])
  return { name: only?.sheet, rows: only?.data ?? [] }
}
/** The formulas of its last rows. */
const formulasOf = async (download: Download, rows = 1) => {
  const book = new Workbook()
  await book.xlsx.readFile(await download.path())
  const last = book.worksheets[0]?.getSheetValues().slice(-rows) as (undefined | { formula?: string })[][]
  return last.flatMap((cells) => cells.flatMap((cell) => cell?.formula ?? []))
}
/** A duration as spreadsheets count it, from the day before their first one. */
const lasting = (minutes: number) => new Date(Date.UTC(1899, 11, 30, 0, minutes))
const money = (text: string | null) => reaisOf(centsOfBr(text ?? ''))

let id = 0
const enter = async (path: string, body: object) => {
  const answer = await call('supervisor', 'POST', path, body)
  expect(answer.status).toBe(200)
  return (answer.body as { id: number }).id
}
const pay = (tipo: 'P' | 'R', valor: number, data: string, historico: string) =>
  enter('/service-time-control-comission', { tipo, nTicket: '48120', data, valor, historico, idControleHoras: id, idStatus: 'A' })
const movement = {
  nTicket: '48233',
  descricao: 'Conferência',
  dataInicio: '2026-11-02',
  dataFim: '2026-11-03',
  baixaSaldo: 1,
  idColaborador: BRUNO,
  idStatus: 'A',
}
const work = (qtdHoras: string, nTicket = movement.nTicket) =>
  enter('/service-time-control-mov', { ...movement, nTicket, qtdHoras, idControleHoras: id })
const makeControl = async (nTicket?: string) => {
  const { body } = await call('supervisor', 'GET', '/clients')
  const idCliente = (body as Client[]).find(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE === 'Sementes Chapadão')?.CODIGOCLIENTE
  const control = { qtdHoras: '10:00', valorHora: 90, idCliente, idColaborador: BRUNO, idStatus: 7, dataInicio: '2026-11-01', observacao: 'Teste' }
  id = await enter('/service-time-control', control)
  await work('02:30', nTicket)
}
beforeEach(() => makeControl())

describe('the commissions of a control', () => {
  test('sum up what is to be received, what came, and what was worked', async ({ page }) => {
    await still(page)
    await pay('P', 900, '2026-11-10', 'Parcela 1')
    await pay('R', 300.5, '2026-11-12', 'Pix')
    await signIn(page, `/controle-servicos/comissoes/${id}`)
    await card(page, 'Pix').waitFor()
    expect((await figures(page)).slice(1)).toEqual(['900,00', '300,50', '599,50', '02:30'])
    expect(await axe(page)).toEqual([])
    await card(page, 'Parcela 1').getByText('Vencimento 10/11/2026').waitFor()
    await card(page, 'Pix').getByText('Data 12/11/2026').waitFor()
    await card(page, 'Conferência').getByText('Ticket 48.233').waitFor()
    expect(await page.getByRole('button', { name: 'Ações de Conferência' }).count()).toBe(0)
  })

  test('are entered as an instalment or a receipt, whose day is called otherwise, and changed', async ({ page }) => {
    await signIn(page, `/controle-servicos/comissoes/${id}`, 'equipe')
    await page.getByRole('button', { name: 'Novo lançamento' }).click()
    const form = dialog(page, 'Novo lançamento')
    await form.getByLabel('Vencimento').waitFor()
    await form.getByText('Recebimento', { exact: true }).click()
    await expect.poll(() => form.getByLabel('Vencimento').count()).toBe(0)
    await send(page)
    await toast(page, common.invalidEntry)
    await form.getByRole('textbox', { name: 'Data' }).fill('12/11/2026')
    await form.getByLabel('Valor').fill('1234,5')
    await form.getByLabel('Histórico').fill('Transferência')
    await send(page)
    await toast(page, messages.created)
    await card(page, 'Transferência').getByText('+R$ 1.234,50').waitFor()
    await page.getByRole('button', { name: 'Ações de Sem ticket' }).click()
    await page.getByRole('menuitem', { name: 'Alterar' }).click()
    await dialog(page, /^\d+ - Editar Lançamento$/)
      .getByLabel('Valor')
      .fill('10')
    await send(page)
    await toast(page, messages.changed)
    await expect.poll(async () => (await figures(page))[2]).toBe('10,00')
    await page.getByRole('button', { name: 'Ações de Sem ticket' }).click()
    await page.getByRole('menuitem', { name: 'Histórico' }).click()
    await dialog(page, 'Histórico - Recebimento 12/11/2026')
      .getByRole('listitem')
      .first()
      .getByText(/R\$ 1\.234,50 .*→ R\$ 10,00/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ações de Sem ticket' }).click()
    await page.getByRole('menuitem', { name: 'Inativar' }).click()
    await toast(page, common.inactivated)
    await expect.poll(async () => (await figures(page))[2]).toBe('0,00')
  })

  test('take the amount that is typed, by click, finger or Tab, when they are new and when they are changed', async ({ open }) => {
    const page = await open({ hasTouch: true })
    await signIn(page, `/controle-servicos/comissoes/${id}`)
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
    // The caret goes where a click in the field puts it, once it has the focus.
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

  test('below zero are told as a balance of hours is', async ({ page }) => {
    await pay('R', 1300.5, '2026-11-12', 'Pix')
    await signIn(page, `/controle-servicos/comissoes/${id}`)
    const colour = (text: string) => page.getByText(text, { exact: true }).evaluate((figure) => getComputedStyle(figure).color)
    await expect.poll(async () => (await figures(page))[3]).toBe('\u22121.300,50')
    const below = await colour('\u22121.300,50')
    expect(below).not.toBe(await colour('1.300,50'))
    await work('08:00')
    await signIn(page, `/controle-servicos/${id}`)
    await page.getByText('\u221200:30', { exact: true }).waitFor()
    expect(await colour('\u221200:30')).toBe(below)
  })

  test('say which ticket is too long, and cut nothing of it', async ({ page }) => {
    const long = '9'.repeat(51)
    for (const [path, button] of [
      [`/controle-servicos/comissoes/${id}`, 'Novo lançamento'],
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

  test('of nothing are none', async ({ page }) => {
    await signIn(page, `/controle-servicos/comissoes/${id}?acao=novo`)
    const form = dialog(page, 'Novo lançamento')
    await form.getByRole('textbox', { name: 'Vencimento' }).fill('10/11/2026')
    await send(page)
    await form.getByText(common.zero).waitFor()
  })

  test('are changed by the address of their own control alone, and only while they are active', async ({ page }) => {
    const [own, entry] = [id, await pay('P', 900, '2026-11-10', 'Parcela 1')]
    await makeControl()
    const elsewhere = `/controle-servicos/comissoes/${id}`
    await signIn(page, `${elsewhere}?acao=editar&id=${entry}`)
    await toast(page, common.notFound)
    await page.waitForURL(`**${elsewhere}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
    const address = `/controle-servicos/comissoes/${own}?acao=editar&id=${entry}`
    await goTo(page, url(address))
    await dialog(page, `${entry} - Editar Lançamento`).waitFor()
    await call('supervisor', 'PATCH', `/service-time-control-comission/${entry}`)
    await goTo(page, url(address))
    await toast(page, common.inactive)
    await page.waitForURL(`**/controle-servicos/comissoes/${own}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('are refused to whoever neither owns the control nor has finance powers', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, `/controle-servicos/comissoes/${id}`, 'projetos')
    await page.getByText(messages.denied).first().waitFor()
    expect(await page.locator('dl').count()).toBe(0)
  })

  test('are saved as a spreadsheet of real numbers, times and dates', async ({ page }) => {
    await pay('P', 900.5, '2026-11-10', '=1+1')
    await pay('R', 10, '2026-10-31', 'Antes')
    await signIn(page, `/controle-servicos/comissoes/${id}`)
    await card(page, 'Antes').waitFor()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await dialog(page, 'Filtrar').getByLabel('Data Inicial').fill('01/11/2026')
    await send(page)
    await card(page, 'Antes').waitFor({ state: 'detached' })
    const download = await exported(page)
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Registro de Comissões sob Serviço - ${id} \\d\\d-\\d\\d-\\d{4}\\.xlsx$`))
    const { name, rows } = await readSheet(download)
    expect(name).toBe(`Registro de Comissões sob Serviço - ${id}`.slice(0, 31))
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
    // Of those that are left by the filter.
    expect(rows.slice(-4).map(([label]) => label)).toEqual([
      'A Receber (filtrado)',
      'Recebido (filtrado)',
      'Saldo (filtrado)',
      'Horas Executadas (filtrado)',
    ])
  })
})

test('the file of a control sums up what its screen does, by formulas', async ({ page }) => {
  await pay('P', 900.3, '2026-11-10', 'Parcela 1')
  await pay('R', 300.1, '2026-11-12', 'Pix')
  const twice = await pay('R', 300.1, '2026-11-12', 'Em duplicidade')
  await call('supervisor', 'PATCH', `/service-time-control-comission/${twice}`)
  await signIn(page, `/controle-servicos/comissoes/${id}`)
  await card(page, 'Em duplicidade').waitFor()
  const download = await exported(page)
  const { rows } = await readSheet(download)
  expect(rows.slice(-4).map((cells) => [cells[0], cells[1] ?? cells[6]])).toEqual([
    ['A Receber', 900.3],
    ['Recebido', 300.1],
    ['Saldo', 600.2], // As fractions 600.1999999999999.
    ['Horas Executadas', lasting(150)],
  ])
  const ifs = (of: string, kind: string) => `SUMIFS(${of}2:${of}5,K2:K5,"${kind}",J2:J5,"Ativo")`
  const [due, received] = [ifs('G', 'Parcela'), ifs('G', 'Recebimento')]
  expect(await formulasOf(download, 4)).toEqual([due, received, `${due}-${received}`, ifs('B', 'Horas')])
})

describe('Consulta de Comissões', () => {
  test('shows what is released and what is to come, whose totals are those of the file', async ({ page }) => {
    await still(page)
    await pay('P', 900, '2026-11-10', 'Parcela 1')
    await pay('R', 450, '2026-11-12', 'Pix')
    await signIn(page, '/consulta-comissoes')
    await page.getByRole('row').nth(1).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await dialog(page, 'Filtrar').getByLabel('Ticket').fill('48.233')
    await send(page)
    const { body } = await call('supervisor', 'POST', '/comission-result', { nTicket: '48233' })
    const own = (body as CommissionResult[]).filter(({ idLoteHoras }) => idLoteHoras === id)
    expect(own.map(({ status, horasLiberadas, horasPrevistas, total }) => [status, horasLiberadas, horasPrevistas, total])).toEqual([
      ['Liberado', '001:15', null, '112,50'],
      ['Previsto', null, '001:15', '112,50'],
    ])
    const download = await exported(page)
    expect(download.suggestedFilename()).toMatch(/^Consulta de Comissões \d\d-\d\d-\d{4}\.xlsx$/)
    const { name, rows } = await readSheet(download)
    const [filters, heads, ...lines] = rows
    expect([name, filters?.[0]]).toEqual(['Consulta de Comissões', 'Filtros: Ticket: 48.233'])
    expect(heads).toEqual([
      'Lote',
      'Ticket',
      'Colaborador',
      'Cliente',
      'Data Ref.',
      'Horas Liberadas',
      'Horas Previstas',
      'Valor Hora',
      'Total',
      'Comissão',
      'Valor Liberado',
      'Valor Previsto',
      'Status',
    ])
    const percent = own[0]?.comissao ?? NaN
    const line = [id, '48233', 'Bruno Cavalcanti', 'Sementes Chapadão', new Date('2026-11-03')]
    const part = money(own[0]?.valorLiberado ?? null)
    expect(lines.filter(([lote]) => lote === id)).toEqual([
      [...line, lasting(75), null, 90, 112.5, percent, part, null, 'Liberado'],
      [...line, null, lasting(75), 90, 112.5, percent, null, part, 'Previsto'],
    ])
    const sum = (body as CommissionResult[]).reduce((all, row) => all + money(row.total), 0)
    expect(lines.at(-1)?.[8]).toBeCloseTo(sum, 2)
    const last = 2 + lines.length - 1
    expect(await formulasOf(download)).toEqual(['F', 'G', 'I', 'K', 'L'].map((letter) => `SUM(${letter}3:${letter}${last})`))
  })

  test('finds a ticket as it is read and as it is written', async ({ page }) => {
    await makeControl('76543')
    await signIn(page, '/consulta-comissoes')
    const controls = () => page.locator('tr[data-id] td:first-child').allInnerTexts()
    for (const typed of ['76543', '76.543']) {
      await page.getByPlaceholder('Buscar...').fill(typed)
      await expect.poll(controls).toEqual([String(id)])
      await page.getByPlaceholder('Buscar...').fill('nada')
      await expect.poll(controls).toEqual([])
    }
  })

  test('does not say that it is filtered by what is no status', async ({ page }) => {
    await signIn(page, '/consulta-comissoes?status=9&status=1')
    await page.getByRole('button', { name: 'Tirar o filtro' }).waitFor()
    expect(await page.getByRole('button', { name: 'Tirar o filtro' }).allInnerTexts()).toEqual(['Status: Liberado'])
  })

  test('shows others their own alone', async ({ page }) => {
    await signIn(page, '/consulta-comissoes', 'equipe')
    await page.getByRole('row').nth(1).waitFor()
    const people = await page.getByRole('row').evaluateAll((rows) => rows.slice(1, -1).map((row) => row.children[2]?.textContent))
    expect(new Set(people)).toEqual(new Set(['Bruno Cavalcanti']))
  })
})
