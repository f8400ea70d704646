// Tests Controle de Serviços and the movements of a service control, in a real browser on the real API.
import { describe, expect } from 'vitest'
import { Workbook } from 'exceljs'
import { messages } from '../../shared/features/service-hours.ts'
import { messages as commissions } from '../../shared/features/commissions.ts'
import { messages as common } from '../../shared/messages.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog, pick, send } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { toast } from '../support/demo-company.ts'
import { card, act, control, serviceHoursScreen } from '../support/service-hours-screen.ts'

const { call, signIn, url, clientOf, newControl, work } = serviceHoursScreen()

describe('the service controls', () => {
  test('controls are listed with their balance, and can be created and changed', async ({ page }) => {
    await signIn(page, '/controle-servicos', 'financeiro')
    await page.getByRole('button', { name: 'Novo Serviço' }).click()
    const form = dialog(page, 'Novo Serviço')
    await form.getByLabel('Horas').waitFor()
    await send(page)
    await toast(page, common.invalidForm)
    expect(await form.getByText(common.required).count()).toBe(6)
    for (const [typed, said] of [
      ['1:2:3', 'Formato inválido. Use HH:MM ou HHH:MM.'],
      ['12:75', 'Minutos devem estar entre 00 e 59.'],
    ] as const) {
      await form.getByLabel('Horas').fill(typed)
      await page.keyboard.press('Tab')
      await form.getByText(said).waitFor()
    }
    for (const [typed, meant] of [
      ['2', '02:00'],
      ['7,5', '07:30'],
    ] as const) {
      await form.getByLabel('Horas').fill(typed)
      await page.keyboard.press('Tab')
      await expect.poll(() => form.getByLabel('Horas').inputValue()).toBe(meant)
    }
    await form.getByLabel('Horas').fill('12000')
    await form.getByLabel('Valor hora').fill('100000')
    await page.keyboard.press('Tab')
    await form.getByText(messages.valorHora).waitFor()
    expect(await form.getByLabel('Horas').inputValue()).toBe('120:00')
    await form.getByLabel('Valor hora').fill('99999')
    await page.getByRole('combobox', { name: 'Cliente' }).fill('Sementes')
    await page.getByRole('option', { name: 'Sementes Chapadão' }).click()
    await pick(page, 'Colaborador', 'Bruno Cavalcanti')
    await page.getByRole('combobox', { name: 'Status' }).fill('Em exec')
    await page.getByRole('option', { name: 'Em execução' }).click()
    await form.getByLabel('Data início').fill('24/11/2026')
    await form.getByLabel('Observação').fill('Implantação')
    await send(page)
    await toast(page, messages.created)
    const row = page.getByRole('row').nth(1)
    await row.getByText('R$ 99.999,00').waitFor()
    expect(await row.getByText('120:00', { exact: true }).count()).toBe(2)
    await row.getByRole('button', { name: /^Editar/ }).click()
    await dialog(page, 'Editar Serviço').getByLabel('Valor hora').fill('-5')
    await send(page)
    await dialog(page, 'Editar Serviço').getByText(common.negative).waitFor()
    await dialog(page, 'Editar Serviço').getByLabel('Valor hora').fill('5')
    await dialog(page, 'Editar Serviço').getByLabel('Horas').fill('130:00')
    await send(page)
    await toast(page, messages.changed)
    // The error message of the previous attempt is gone.
    await expect.poll(() => page.getByText(common.invalidForm).count()).toBe(0)
    await row.getByText('130:00').first().waitFor()
  })

  test('if a change reduces the hours of a control, the form shows the new balance before saving', async ({ page }) => {
    const id = await newControl()
    await work(id)
    await signIn(page, `/controle-servicos?acao=editar&id=${id}`, 'financeiro')
    const form = dialog(page, 'Editar Serviço')
    await page.locator(`tr[data-id="${id}"]`).getByText('07:30').waitFor()
    for (const [typed, said] of [
      ['10:30', ''],
      ['3:00', 'Depois desta alteração restam menos de 20 % das horas.07:30 → 00:30'],
      ['2:30', 'Esta alteração esgota o saldo do cliente.07:30 → 00:00'],
      ['2:00', 'Esta alteração passa o saldo do cliente em 00:30.07:30 → \u221200:30'],
    ] as const) {
      await form.getByLabel('Horas').fill(typed)
      await expect.poll(() => form.getByRole('status').allTextContents()).toEqual(said ? [said] : [])
    }
    await form.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await toast(page, messages.changed)
    await page.locator(`tr[data-id="${id}"]`).getByText('\u221200:30').waitFor()
  })

  test('a person without finance rights sees no button to create, no prices, and no commissions of others', async ({ page }) => {
    const id = await newControl()
    const idCliente = await clientOf('Construtora Dal Maso')
    const { body } = await call('supervisor', 'POST', '/service-time-control', { ...control, idColaborador: 1, idCliente })
    const other = (body as { id: number }).id
    await signIn(page, '/controle-servicos', 'equipe')
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('button', { name: 'Novo Serviço' }).count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: 'Valor hora' }).count()).toBe(0)
    await goTo(page, url('/controle-servicos?q=sementes&acao=novo'))
    await toast(page, common.denied)
    await page.waitForURL('**/controle-servicos?q=sementes')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await goTo(page, url('/controle-servicos'))
    await page
      .locator(`tr[data-id="${other}"]`)
      .getByRole('button', { name: /^Comissões/ })
      .click()
    await toast(page, commissions.denied)
    await page
      .locator(`tr[data-id="${id}"]`)
      .getByRole('link', { name: /^Comissões/ })
      .click()
    await page.waitForURL(`**/controle-servicos/comissoes/${id}`)
    await page.getByRole('heading', { name: `Registro de Comissões sob Serviço - ${id}` }).waitFor()
  })

  test('controls can be filtered to those without balance or with an exceeded balance, and the exported file has the same rows', async ({ page }) => {
    const id = await newControl()
    await work(id, { qtdHoras: '11:00' })
    await signIn(page, '/controle-servicos')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByText('Sem saldo', { exact: true }).click()
    await send(page)
    await page.locator(`tr[data-id="${id}"]`).getByText('\u221201:00').waitFor()
    await page.locator(`tr[data-id="${id}"]`).getByText('Excedido').waitFor()
    await page.getByRole('button', { name: /excedido/ }).click()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Esgotado' }).count()).toBe(0)
    await page.locator(`tr[data-id="${id}"]`).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const book = new Workbook()
    await book.xlsx.readFile(await (await saving).path())
    const sheet = book.worksheets[0]
    expect(sheet?.getCell('A1').value).toBe('Filtros: Sem saldo; Excedido')
    const row = sheet?.getSheetValues().findIndex((cells) => (cells as unknown[] | undefined)?.[1] === id) ?? 0
    const [balance, price] = [sheet?.getCell(row, 6), sheet?.getCell(row, 7)]
    // Spreadsheets with the usual calendar cannot display a negative time, so the cell contains a text.
    expect([book.properties.date1904 ?? false, balance?.value]).toEqual([false, '-01:00:00'])
    expect([price?.value, price?.numFmt]).toEqual([90, '"R$" #,##0.00'])
    await page
      .locator(`tr[data-id="${id}"]`)
      .getByRole('link', { name: /^Serviços/ })
      .click()
    await page.getByRole('heading', { name: `Registro de Serviço - ${id}` }).waitFor()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.waitForURL('**/controle-servicos?saldo=noBalance&saldo-em=overrun')
    await page.getByRole('button', { name: 'Filtrar 2' }).click()
    const filter = dialog(page, 'Filtrar')
    await expect.poll(() => filter.getByRole('radio', { name: 'Excedido' }).isChecked()).toBe(true)
    await filter.getByText('Esgotado', { exact: true }).click()
    await send(page)
    await page.waitForURL('**/controle-servicos?saldo=noBalance&saldo-em=exhausted')
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await page.waitForURL('**/controle-servicos')
  })
})

describe('the movements of a service control', () => {
  test('a movement can be created and changed, and the form warns if the hours exceed the balance', async ({ page }) => {
    const id = await newControl()
    await work(id)
    await signIn(page, `/controle-servicos/${id}`)
    await page.getByRole('heading', { name: `Registro de Serviço - ${id}` }).waitFor()
    await page.getByText('07:30', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Novo registro' }).click()
    const form = dialog(page, 'Novo registro')
    await form.getByRole('textbox', { name: 'Ticket' }).waitFor()
    await send(page)
    await toast(page, common.invalidForm)
    expect(await form.getByText(common.required).count()).toBe(4)
    await pick(page, 'Colaborador', 'Bruno Cavalcanti')
    await form.getByRole('textbox', { name: 'Ticket' }).fill('48240')
    for (const [typed, said] of [
      ['04:00', ''],
      ['05:31', 'Depois deste registro restam menos de 20 % das horas.07:30 → 01:59'],
      ['07:30', 'Este registro esgota o saldo do cliente.07:30 → 00:00'],
      ['08:00', 'Este registro passa o saldo do cliente em 00:30.07:30 → \u221200:30'],
    ] as const) {
      await form.getByLabel('Horas').fill(typed)
      await expect.poll(() => form.getByRole('status').allTextContents()).toEqual(said ? [said] : [])
    }
    await form.getByLabel('Data início').fill('10/11/2026')
    await form.getByLabel('Data fim').fill('09/11/2026')
    await form.getByLabel('Descrição').fill('Treinamento')
    await send(page)
    await form.getByText(common.daysInOrder).waitFor()
    await form.getByLabel('Data fim').fill('11/11/2026')
    await form.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await toast(page, messages.movementCreated)
    await page.getByText('\u221200:30', { exact: true }).waitFor()
    await act(page, 'Alterar', 'Treinamento')
    await page
      .getByRole('dialog', { name: /Editar registro$/ })
      .getByLabel('Horas')
      .fill('7')
    await send(page)
    await toast(page, messages.movementChanged)
    await page.getByText('00:30', { exact: true }).waitFor()
  })

  test('the displayed balance is updated when a movement is set inactive and active again', async ({ page }) => {
    const id = await newControl()
    await work(id)
    await signIn(page, `/controle-servicos/${id}`)
    await act(page, 'Inativar', 'Conferência')
    await toast(page, common.inactivated)
    await page.getByText('10:00', { exact: true }).waitFor()
    await card(page, 'Conferência').getByText('Inativo').waitFor()
    await card(page, 'Conferência').getByText('Ticket 48233').waitFor()
    await page.getByRole('button', { name: 'Ações de Conferência' }).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Reativar', 'Histórico'])
    await page.getByRole('menuitem', { name: 'Reativar' }).click()
    await toast(page, common.reactivated)
    await page.getByText('07:30', { exact: true }).waitFor()
  })
})
