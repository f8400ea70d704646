// Tests Controle Financeiro and the ledger of a batch, in a real browser on the real API. Another library reads the exported files.
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { messages } from '../../shared/features/ledger.ts'
import { messages as common } from '../../shared/messages.ts'
import { batches, users } from '../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog, pick, send } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { BRUNO, demoCompany, toast } from '../support/demo-company.ts'

const { call, db, signIn, url } = demoCompany()

const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const figures = async (page: Page) => (await page.locator('dl dd').allInnerTexts()).map((text) => text.replaceAll('\u00A0', ' ').trim())
const act = async (page: Page, action: string, name: string) => {
  await card(page, name)
    .getByRole('button', { name: /^Ações de/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

const debit = { operador: 'D', operacao: 'C', valor: 312.47, responsavel: 'E', obs: 'Saída de Sorriso', data: '2026-11-19', idTipo: 3, idStatus: 'A' }
let id = 0
let name = ''
let nth = 0
const enter = async (change: object = {}) =>
  ((await call('supervisor', 'POST', '/financial-control-batch', { ...debit, idControleFinanceiro: id, ...change })).body as { id: number }).id
beforeEach(async () => {
  // The names differ only in letters, because a search for a digit would also find codes.
  name = `Rafael Stefanello ${String.fromCharCode(97 + (nth += 1)).repeat(3)}`
  const [person] = await db()
    .insert(users)
    .values({ name, email: `rafael${nth}@exemplo.com.br`, passwordHash: '', departmentId: 7 })
    .returning({ id: users.id })
  ;({ id } = (await call('supervisor', 'POST', '/financial-control', { idColaborador: person?.id, idStatus: 'A' })).body as { id: number })
})

describe('the batches', () => {
  test('batches are listed, filtered, created, and set inactive and active again', async ({ page, expected }) => {
    expected.push(/409/)
    await reduceMotion(page)
    await signIn(page, '/controle-financeiro', 'financeiro')
    await page.locator(`tr[data-id="${id}"]`).getByText(name).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('n')
    await dialog(page, 'Novo Lote').waitFor()
    await send(page)
    await dialog(page, 'Novo Lote').getByText(common.required).waitFor()
    await pick(page, 'Colaborador', name)
    await send(page)
    await dialog(page, 'Novo Lote').getByText(messages.oneBatch).waitFor()
    await pick(page, 'Colaborador', 'Eduardo Moraes Leite')
    await send(page)
    await toast(page, messages.batchCreated)
    await page.getByRole('row').filter({ hasText: 'Eduardo Moraes Leite' }).waitFor()
    const row = page.locator(`tr[data-id="${id}"]`)
    const question = page.getByRole('alertdialog', { name: 'Inativar lote?' })
    const inactivate = async () => {
      await row.getByRole('button', { name: `Inativar ${name}` }).click()
      await question.getByText(messages.batchAsked).waitFor()
    }
    await inactivate()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await row.getByText('Ativo', { exact: true }).waitFor()
    await inactivate()
    await question.getByRole('button', { name: 'Inativar' }).click()
    await toast(page, common.inactivated)
    await row.getByText('Inativo').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await toast(page, common.reactivated)
    await row.getByText('Ativo', { exact: true }).waitFor()
    await inactivate()
    await question.getByRole('button', { name: 'Inativar' }).click()
    await row.getByText('Inativo').waitFor()
    await row.getByRole('button', { name: `Reativar ${name}` }).click()
    await row.getByText('Ativo', { exact: true }).waitFor()
    await enter({ operacao: 'D' })
    await page.keyboard.press('f')
    await pick(page, 'Colaboradores', name)
    await page.keyboard.press('Tab')
    await dialog(page, 'Filtrar').getByRole('radiogroup', { name: 'Saldo em dinheiro' }).getByText('Com saldo').click()
    await send(page)
    await page.waitForURL(/dinheiro=1/)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByText('Dinheiro: com saldo').waitFor()
  })

  test('the list shows and sorts the balances and the last closing of each batch, on a phone with their labels', async ({ page }) => {
    await enter({ operador: 'C', operacao: 'D', valor: 9_000_000, data: '2026-11-01' })
    await enter({ operador: 'F', operacao: '', valor: 9_000_000, responsavel: null, idTipo: null, data: '2026-11-18' })
    await enter()
    await signIn(page, '/controle-financeiro')
    const row = page.locator(`tr[data-id="${id}"]`)
    const texts = async () => (await row.getByRole('cell').allInnerTexts()).map((text) => text.replaceAll('\u00A0', ' ').trim())
    await row.waitFor()
    expect((await texts()).slice(0, 6)).toEqual([String(id), name, 'R$ 9.000.000,00', '\u2212R$ 312,47', '18/11/2026', 'Ativo'])
    await page.getByRole('button', { name: 'Saldo em dinheiro' }).click()
    await expect.poll(() => page.locator('tbody tr[data-id]').first().getAttribute('data-id')).toBe(String(id))
    await page.getByRole('button', { name: 'Último fechamento' }).click()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Último fechamento' }).getAttribute('aria-sort')).toBe('descending')
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, url(`/controle-financeiro?q=${encodeURIComponent(name)}`))
    await expect.poll(async () => (await row.innerText()).replaceAll(/\s+/g, ' ')).toContain('Último fechamento 18/11/2026')
  })

  test('a click on a row opens the movements of the batch, and the link Voltar returns to the filtered list of batches', async ({ page }) => {
    await signIn(page, `/controle-financeiro?q=${encodeURIComponent(name)}`)
    await page.locator(`tr[data-id="${id}"]`).getByText(name).click()
    await page.getByRole('heading', { name: `Controle Financeiro - Lote ${name}` }).waitFor()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.waitForURL('**/controle-financeiro?q=*')
  })

  test('a person without finance rights who opens the list of batches is redirected to their own batch or, without a batch, to Home', async ({
    page,
  }) => {
    const { body } = await call('equipe', 'GET', '/financial-control-user')
    await signIn(page, '/home', 'equipe')
    await goTo(page, url('/controle-financeiro'))
    await page.waitForURL(`**/controle-financeiro/${(body as { ID: number }).ID}`)
    await page.getByRole('heading', { name: 'Controle Financeiro - Lote Bruno Cavalcanti' }).waitFor()
    expect(await page.getByRole('link', { name: 'Voltar' }).count()).toBe(0)
    const own = eq(batches.userId, BRUNO)
    await db().update(batches).set({ status: 'I' }).where(own)
    onTestFinished(async () => void (await db().update(batches).set({ status: 'A' }).where(own)))
    await goTo(page, url('/controle-financeiro'))
    await page.waitForURL('**/home')
    await toast(page, messages.noBatch)
  })
})

describe('the movements of a batch', () => {
  test('the form shows the fields of the chosen kind of movement, and the balance after the movement', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, `/controle-financeiro/${id}`)
    await page.getByText('Nenhum lançamento.').waitFor()
    expect(await figures(page)).toEqual(['R$ 0,00', 'R$ 0,00', 'R$ 0,00'])
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo lançamento')
    await form.getByLabel('Valor').waitFor()
    await send(page)
    await toast(page, common.invalidEntry)
    await form.getByText(common.zero).waitFor()
    await form.getByText(common.required).waitFor()
    await form.getByRole('radiogroup', { name: 'Responsável' }).getByText('Cliente').click()
    await form.getByLabel('Valor').fill('1.241,50')
    await send(page)
    await expect.poll(() => form.getByText(common.required).count()).toBe(2)
    await pick(page, 'Tipo', 'Alimentação')
    await page.getByRole('combobox', { name: 'Cliente' }).fill('Sementes Chap')
    await page.getByRole('option', { name: 'Sementes Chapadão' }).click()
    await form.getByRole('status').getByText('R$ 0,00 → \u2212R$ 1.241,50').waitFor()
    expect(await axe(page)).toEqual([])
    // If the company is responsible, the client is cleared.
    await form.getByRole('radiogroup', { name: 'Responsável' }).getByText('Empresa').click()
    await form.getByRole('radiogroup', { name: 'Responsável' }).getByText('Cliente').click()
    expect(await page.getByRole('combobox', { name: 'Cliente' }).inputValue()).toBe('')
    await page.getByRole('combobox', { name: 'Cliente' }).fill('Sementes Chap')
    await page.getByRole('option', { name: 'Sementes Chapadão' }).click()
    await send(page)
    await toast(page, messages.created)
    await card(page, 'Alimentação').getByText('Cliente · Sementes Chapadão').waitFor()
    await expect.poll(() => figures(page)).toEqual(['R$ 0,00', '\u2212R$ 1.241,50', 'R$ 0,00'])
    await page.keyboard.press('n')
    await form.getByRole('radiogroup', { name: 'Operador' }).getByText('Fechamento').click()
    expect(await form.getByRole('radiogroup').count()).toBe(1)
    expect(await form.getByRole('combobox').count()).toBe(0)
    // The balance is not positive, so the form proposes no amount.
    expect(await form.getByLabel('Valor').inputValue()).toBe('0,00')
    await form.getByLabel('Valor').fill('90')
    await form.getByLabel('Data').fill('30/11/2026')
    await send(page)
    await form.getByText(messages.closingDiffers('30/11/2026', '\u2212R$\u00A01.241,50')).waitFor()
    await send(page)
    await card(page, 'Fechamento de novembro').getByText('\u2212R$ 1.241,50').waitFor()
    await expect.poll(() => figures(page)).toEqual(['R$ 0,00', '\u2212R$ 1.241,50', 'R$ 90,00 30/11/2026'])
  })

  test('if the balances for a closing cannot be loaded, the form shows a message and can load the balances again', async ({ page, expected }) => {
    expected.push(/502/)
    await enter({ operador: 'C', operacao: 'D', valor: 1000, obs: 'Adiantamento', data: '2026-11-10' })
    await signIn(page, `/controle-financeiro/${id}`)
    await page.getByRole('button', { name: 'Novo' }).first().waitFor()
    await page.route('**/api/financial-control-batch?*dataFinal*', (route) => route.fulfill({ status: 502, json: { message: 'Falhou.' } }))
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo lançamento')
    await form.getByRole('radiogroup', { name: 'Operador' }).getByText('Fechamento').click()
    await form.getByText(messages.noBalances).waitFor()
    // The message stands in place: it takes less height than three fields.
    expect((await form.getByRole('alert').boundingBox())?.height).toBeLessThan(100)
    await form.getByLabel('Valor').fill('1.000')
    await send(page)
    await form.getByText('Falhou.').last().waitFor()
    expect(await form.getByText('pode já estar gravado').count()).toBe(0)
    await page.unrouteAll()
    await form.getByRole('button', { name: 'Tentar novamente' }).click()
    await form.getByText('Em dinheiro em 19/11/2026').waitFor()
  })

  test('if a closing gets an earlier day, the form proposes and shows the balance of that day', async ({ page }) => {
    await enter({ operador: 'C', operacao: 'D', valor: 1000, obs: 'Adiantamento', data: '2026-11-10' })
    await enter({ operador: 'D', operacao: 'D', valor: 300, obs: 'Pedágio', data: '2026-11-17' })
    await signIn(page, `/controle-financeiro/${id}`)
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo lançamento')
    await form.getByLabel('Valor').fill('50')
    await form.getByRole('radiogroup', { name: 'Operador' }).getByText('Fechamento').click()
    await expect.poll(() => form.getByLabel('Valor').inputValue()).toBe('700,00')
    await form.getByLabel('Data').fill('15/11/2026')
    await form.getByLabel('Observação').click()
    await expect.poll(() => form.getByLabel('Valor').inputValue()).toBe('1.000,00')
    await form.getByText('Em dinheiro em 15/11/2026').waitFor()
    await send(page)
    await toast(page, messages.created)
    await card(page, 'Fechamento').first().getByText('Ficaram R$ 1.000,00 em dinheiro e R$ 0,00 em cartão').waitFor()
  })

  test('the card of a closing downloads its report, also for the person of the batch, and that of a debit does not', async ({ page }) => {
    const { body } = await call('equipe', 'GET', '/financial-control-user')
    const idControleFinanceiro = (body as { ID: number }).ID
    await enter({ idControleFinanceiro, obs: 'Antes do relatório' })
    const closing = { operador: 'F', operacao: '', responsavel: null, idTipo: null, valor: 0, idControleFinanceiro, obs: 'Com relatório' }
    const made = await enter(closing)
    onTestFinished(async () => void (await call('supervisor', 'PATCH', `/financial-control-batch/${made}`)))
    await signIn(page, `/controle-financeiro/${idControleFinanceiro}`, 'equipe')
    await card(page, 'Antes do relatório').waitFor()
    expect(await card(page, 'Antes do relatório').getByRole('button', { name: 'Relatório em PDF' }).count()).toBe(0)
    const saving = page.waitForEvent('download')
    await card(page, 'Com relatório').getByRole('button', { name: 'Relatório em PDF' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toBe('Relatório de despesas - Bruno Cavalcanti - 19-11-2026.pdf')
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('the form for a closing proposes the current balance, and once the closing is saved, earlier movements can no longer be changed', async ({
    page,
  }) => {
    await enter({ operador: 'C', operacao: 'D', valor: 1000, obs: 'Adiantamento', data: '2026-11-18' })
    await enter({ operador: 'C', valor: 500, obs: 'Recarga', data: '2026-11-18' })
    await signIn(page, `/controle-financeiro/${id}`)
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo lançamento')
    const operator = form.getByRole('radiogroup', { name: 'Operador' })
    await operator.getByText('Fechamento').click()
    await expect.poll(() => form.getByLabel('Valor').inputValue()).toBe('1.500,00')
    await operator.getByText('Crédito').click()
    await expect.poll(() => form.getByLabel('Valor').inputValue()).toBe('0,00')
    await operator.getByText('Fechamento').click()
    await form.getByLabel('Valor').fill('0')
    await send(page)
    await form.getByText(common.zero).waitFor()
    await form.getByLabel('Valor').fill('900')
    await send(page)
    await form.getByText(messages.closingDiffers('19/11/2026', 'R$\u00A01.500,00')).waitFor()
    await form.getByLabel('Valor').fill('1.500')
    // A date ten years ahead is refused. A date two months ahead must be confirmed.
    await form.getByLabel('Data').fill('19/11/2036')
    await send(page)
    await form.getByText(messages.tooFar).waitFor()
    await form.getByLabel('Data').fill('19/01/2027')
    await send(page)
    await form.getByText(messages.far('19/01/2027')).waitFor()
    await form.getByLabel('Data').fill('19/11/2026')
    await send(page)
    await toast(page, messages.created)
    await card(page, 'Fechamento de novembro').getByText('Ficaram R$ 1.000,00 em dinheiro e R$ 500,00 em cartão').waitFor()
    await card(page, 'Recarga')
      .getByRole('button', { name: /^Ações de/ })
      .click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Histórico'])
  })

  test('on a phone, the floating menu contains the buttons to filter, export and create movements', async ({ page }) => {
    await enter()
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, `/controle-financeiro/${id}`)
    await card(page, 'Saída de Sorriso').waitFor()
    const boxes = await Promise.all(['Filtrar', 'Exportar', 'Novo lançamento'].map((name) => page.getByRole('button', { name }).boundingBox()))
    const middles = boxes.map((box) => box && Math.round(box.y + box.height / 2))
    expect(middles).toEqual([790, 790, 790])
    expect(boxes.every((box) => box && box.x >= 0 && box.x + box.width <= 390)).toBe(true)
  })

  test('the displayed balance is updated when a movement is changed, set inactive or set active', async ({ page }) => {
    await enter({ operador: 'C', operacao: 'D', valor: 100, obs: 'Adiantamento' })
    await signIn(page, `/controle-financeiro/${id}`)
    await act(page, 'Alterar', 'Adiantamento')
    const form = page.getByRole('dialog', { name: /Editar lançamento$/ })
    await expect.poll(() => form.getByLabel('Valor').inputValue()).toBe('100,00')
    await form.getByLabel('Valor').fill('150')
    await send(page)
    await toast(page, messages.changed)
    await expect.poll(() => figures(page)).toEqual(['R$ 150,00', 'R$ 0,00', 'R$ 0,00'])
    await act(page, 'Inativar', 'Adiantamento')
    await toast(page, common.inactivated)
    await page.getByText('Nenhum lançamento.').waitFor()
    await page.keyboard.press('f')
    await dialog(page, 'Filtrar').getByRole('radiogroup', { name: 'Status' }).getByText('Inativos').click()
    await send(page)
    await card(page, 'Adiantamento').getByText('Inativo').waitFor()
    await act(page, 'Histórico', 'Adiantamento')
    await page.getByRole('dialog').getByText('R$ 150,00').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await enter({ obs: 'Depois', data: '2026-11-20' })
    await enter({ obs: 'Antes', data: '2026-11-01' })
    await page.keyboard.press('f')
    await dialog(page, 'Filtrar').getByRole('radiogroup', { name: 'Status' }).getByText('Todos').click()
    await send(page)
    await page.getByText('3 lançamentos').waitFor()
    // The browser leaves out the text of a card until it has drawn the card.
    const order = async () => (await page.getByRole('listitem').allInnerTexts()).map((text) => /Depois|Adiantamento|Antes/.exec(text)?.[0])
    await expect.poll(order).toEqual(['Depois', 'Adiantamento', 'Antes'])
    await act(page, 'Reativar', 'Adiantamento')
    await toast(page, common.reactivated)
    await expect.poll(() => figures(page)).toEqual(['R$ 150,00', '−R$ 624,94', 'R$ 0,00'])
  })

  test('a person without finance rights can only create debits', async ({ page }) => {
    const { body } = await call('equipe', 'GET', '/financial-control-user')
    const { ID } = body as { ID: number }
    await signIn(page, `/controle-financeiro/${ID}`, 'equipe')
    await page.getByRole('button', { name: 'Novo débito' }).click()
    const form = dialog(page, 'Novo débito')
    await form.getByLabel('Valor').fill('12,5')
    expect(await form.getByRole('radiogroup', { name: 'Operador' }).count()).toBe(0)
    await pick(page, 'Tipo', 'Pedágio')
    await form.getByLabel('Observação').fill('Praça de Sinop')
    await send(page)
    await toast(page, messages.created)
    await card(page, 'Praça de Sinop').getByText('\u2212R$ 12,50').waitFor()
    await card(page, 'Adiantamento')
      .first()
      .getByRole('button', { name: /^Ações de/ })
      .click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Histórico'])
  })
})

describe('the receipt of a movement', () => {
  const pdf = { name: 'Nota fiscal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnota') }
  const contentOf = async (page: Page, name: string) => {
    const saving = page.waitForEvent('download')
    await card(page, name).getByRole('button', { name: 'Comprovante', exact: true }).click()
    const download = await saving
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }

  test('a receipt can be attached to a movement, replaced, and downloaded from the movement’s card', async ({ page }) => {
    await enter({ obs: 'Com nota' })
    await signIn(page, `/controle-financeiro/${id}`)
    const choose = async (action: string, file: typeof pdf) => {
      const choosing = page.waitForEvent('filechooser')
      await act(page, action, 'Com nota')
      await (await choosing).setFiles(file)
    }
    await choose('Anexar comprovante', pdf)
    await toast(page, messages.attached)
    expect(await contentOf(page, 'Com nota')).toEqual({ name: 'Nota fiscal.pdf', content: pdf.buffer })
    await choose('Trocar comprovante', { ...pdf, name: 'Outra.pdf', buffer: Buffer.from('%PDF-1.4\noutra') })
    await expect.poll(() => card(page, 'Com nota').getByRole('button', { name: 'Comprovante', exact: true }).getAttribute('title')).toBe('Outra.pdf')
    expect(await axe(page)).toEqual([])
  })
})
