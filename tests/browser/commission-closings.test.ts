// Tests closings of commissions, the grouped query, and the form of instalments, in a real browser on the real API.
import { describe, expect } from 'vitest'
import { messages } from '../../shared/features/commission-closings.ts'
import { messages as commissions } from '../../shared/features/commissions.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { commissionsScreen, card, exported, figures, readSheet } from '../support/commissions-screen.ts'
import { toast } from '../support/demo-company.ts'
import { dialog, send } from '../support/form-actions.ts'

const { call, control, makeControl, pay, signIn } = commissionsScreen()

describe('closings of commissions', () => {
  test('a month is closed after a look at its sums, exported, and marked as paid', async ({ page }) => {
    await reduceMotion(page)
    await pay('P', 900, '2026-11-10', 'Parcela 1')
    await pay('R', 450, '2026-11-12', 'Pix')
    await signIn(page, '/consulta-comissoes', 'financeiro')
    await page.getByRole('button', { name: 'Fechar comissões' }).click()
    const form = dialog(page, 'Fechar comissões')
    await form.getByLabel('Mês').fill('11/2026')
    await form.getByLabel('Mês').press('Tab')
    await form.getByRole('row').filter({ hasText: 'Bruno Cavalcanti' }).waitFor()
    expect(await axe(page)).toEqual([])
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await form.getByText('Um fechamento não pode ser desfeito').waitFor()
    await form.getByRole('button', { name: 'Fechar comissões' }).click()
    await toast(page, messages.closed)
    await page.getByRole('heading', { level: 1, name: 'Fechamento de novembro de 2026' }).waitFor()
    const group = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Bruno Cavalcanti' }) })
    await group.getByText('Valor').waitFor()
    expect(await axe(page)).toEqual([])
    const { rows } = await readSheet(await exported(page))
    expect(rows[0]?.slice(0, 4)).toEqual(['Colaborador', 'Lote', 'Ticket', 'Cliente'])
    const valor = rows[0]?.indexOf('Valor') ?? -1
    const sumOf = (of: (name: unknown) => boolean) => rows.filter(([name]) => of(name)).reduce((all, row) => all + Number(row[valor]), 0)
    const isPerson = (name: unknown) => rows.some((row) => row[0] === name && row[1] !== null) && name !== 'Total geral'
    expect(sumOf((name) => name === 'Total geral')).toBeCloseTo(
      rows.slice(1).reduce((all, row) => all + (isPerson(row[0]) && row[1] !== null ? Number(row[valor]) : 0), 0),
      2,
    )
    await page.getByRole('button', { name: 'Marcar como paga' }).click()
    const paid = dialog(page, 'Pagamento do fechamento de novembro de 2026')
    await paid.getByRole('textbox', { name: 'Paga em' }).fill('20/11/2026')
    await send(page)
    await paid.getByText(messages.paidInFuture).waitFor()
    await paid.getByRole('textbox', { name: 'Paga em' }).fill('18/11/2026')
    await send(page)
    await toast(page, messages.paid)
    await page.getByText('Paga em 18/11/2026').waitFor()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fechamentos de comissões' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'novembro de 2026' }).getByText('Paga em 18/11/2026').waitFor()
    await page.getByRole('button', { name: 'Fechar comissões' }).click()
    await form.getByLabel('Mês').fill('11/2026')
    await form.getByLabel('Mês').press('Tab')
    await form.getByText(messages.nothing('30/11/2026')).first().waitFor()
  })

  test('a person without finance rights sees neither closings nor groups', async ({ page }) => {
    await signIn(page, '/consulta-comissoes?ver=fechamentos', 'equipe')
    await page.getByRole('heading', { level: 1, name: 'Consulta de Comissões' }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('button', { name: 'Fechar comissões' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Fechamentos' }).count()).toBe(0)
    expect(await page.getByRole('radio', { name: 'Por colaborador' }).count()).toBe(0)
  })

  test('the query by person has a line with the sums of each person instead of the column Colaborador', async ({ page }) => {
    await makeControl('70002')
    await pay('P', 100, '2026-11-10', 'Parcela 1')
    await pay('R', 50, '2026-11-12', 'Pix')
    await signIn(page, '/consulta-comissoes?q=70002')
    await page.getByRole('columnheader', { name: 'Colaborador' }).waitFor()
    await page.getByText('Por colaborador').click()
    const group = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Bruno Cavalcanti' }) })
    await expect.poll(() => group.innerText()).toMatch(/2 registros\s+Liberado [\d,]+\s+Previsto [\d,]+/)
    expect(await page.getByRole('columnheader', { name: 'Colaborador' }).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('agrupar')).toBe('colaborador')
  })
})

describe('the form of instalments', () => {
  const open = async (page: Parameters<typeof signIn>[0]) => {
    await signIn(page, `/controle-servicos/comissoes/${control.id}`)
    await page.getByRole('button', { name: 'Novo lançamento' }).click()
    return dialog(page, 'Novo lançamento')
  }

  test('one form makes three monthly instalments, and warns that they exceed the contract', async ({ page }) => {
    await reduceMotion(page)
    const form = await open(page)
    await form.getByLabel('Vencimento').fill('31/01/2027')
    await form.getByLabel('Valor').fill('1000')
    await form.getByLabel('Parcelas').fill('3')
    // The contract is ten hours at R$ 90,00.
    await form.getByText(/As parcelas passam o valor do contrato \(R\$\s900,00\) em R\$\s100,00\./).waitFor()
    await form.getByText(/2 parcelas de R\$\s333,33 e a última de R\$\s333,34/).waitFor()
    expect(await axe(page)).toEqual([])
    await form.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await toast(page, commissions.created)
    await card(page, 'Parcela 2 de 3').getByText('Vencimento 28/02/2027').waitFor()
    await card(page, 'Parcela 3 de 3').getByText('333,34').waitFor()
    await expect.poll(async () => (await figures(page))[1]).toBe('1.000,00')
  })

  test('a receipt proposes the open amount and the ticket of the oldest open instalment', async ({ page }) => {
    await pay('P', 300, '2026-10-10', 'Parcela 1 de 2')
    await pay('P', 300, '2026-11-10', 'Parcela 2 de 2')
    await pay('R', 400, '2026-11-12', 'Pix')
    const form = await open(page)
    await form.getByText('Recebimento', { exact: true }).click()
    await expect.poll(() => form.getByLabel('Valor').inputValue()).toBe('200,00')
    expect(await form.getByLabel('Ticket').inputValue()).toBe('48120')
    await form.getByText('Parcela em aberto, vencimento 10/11/2026').waitFor()
    await form.getByText('Parcela', { exact: true }).click()
    await expect.poll(() => form.getByLabel('Valor').inputValue()).not.toBe('200,00')
    await form.getByText('Recebimento', { exact: true }).click()
    await form.getByRole('textbox', { name: 'Data' }).fill('19/11/2026')
    await send(page)
    await toast(page, commissions.created)
    const { body } = await call('supervisor', 'GET', `/service-time-control-comission?idControleHoras=${control.id}`)
    expect(body).toMatchObject({ resume: [{ saldo: '0,00' }] })
  })
})
