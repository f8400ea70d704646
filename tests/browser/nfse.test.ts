// NFS-e Express in a real browser, on the real API: its jobs issue, mail and load while the page looks.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { Workbook } from 'exceljs'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { accountEvents, accounts, costCentres, dataLoads, mails } from '../../server/api/db/schema.ts'
import { dayBr } from '../../shared/clock.ts'
import { messages, type Account, type WholeAccount } from '../../shared/features/nfse.ts'
import { messages as common } from '../../shared/messages.ts'
import { axe, dialog, drawn, drawsLate, goTo, loseAnswer, still, testInOne as test } from '../support/browser.ts'
import { house, toast } from '../support/house.ts'

const { call, db, signIn, time, url } = house()
beforeEach(() => {
  time().now = Date.parse('2026-11-19T18:32:00Z')
})

const FULL = 'Locação de Softwares'
const FAULTY = 'Armazéns Gerais Serra Azul'
/** The address of a list: both documents of open accounts where it says nothing else. */
const at = (mes: string, centro: string, more: Record<string, string> = {}) => `/nfse?${new URLSearchParams({ mes, centro, ...more })}`
const list = async (mes: string, centro: string, status = 1, tipo = 3) => {
  const [year, month] = mes.split('-')
  const query = new URLSearchParams({ mesAno: `${month}/${year}`, tipoRegistro: centro, tipoEmissao: String(tipo), status: String(status) })
  return (await call('financeiro', 'GET', `/nfse?${query}`)).body as Account[]
}
const whole = async (id: number) => (await call('financeiro', 'GET', `/nfse/${id}`)).body as WholeAccount
const idsOf = (rows: Account[]) => rows.map((row) => row.ID_REF_PARCELA_CONTA)
/** Issues both documents of accounts, and waits until that is done. */
async function issue(mes: string, centro: string, count: number) {
  const ids = idsOf((await list(mes, centro)).filter((row) => row.IMPEDIMENTO_NFSE === null).slice(0, count))
  await call('financeiro', 'PUT', '/nfse', { contas: ids, idStatus: 1, tipoEmissao: 3 })
  await call('financeiro', 'POST', '/nfse', { contasForSend: ids })
  await expect.poll(async () => (await Promise.all(ids.map(whole))).every((one) => one.ID_STATUS_NFSE === 3 && one.ID_STATUS_BOLETO === 2)).toBe(true)
  // A write wakes whoever mails it.
  await call('financeiro', 'PUT', '/nfse', { contas: ids, idStatus: 2, tipoEmissao: 3 })
  return ids
}

const rows = (page: Page) => page.locator('tbody tr[data-id]')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const box = (page: Page, nth: number) => rows(page).nth(nth).getByRole('checkbox')
const all = (page: Page) => page.getByRole('checkbox', { name: 'Selecionar todas' })
const bar = (page: Page) => page.getByRole('group', { name: 'Selecionadas' })
const picked = (page: Page) => rows(page).getByRole('checkbox', { checked: true }).count()
const search = (page: Page) => new URL(page.url()).searchParams
const reais = (value: number) => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(value)
const heads = async (page: Page) => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)

/** Of how many lines a text is. */
const lines = (element: HTMLElement) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set(Array.from(text.getClientRects(), ({ top }) => top)).size
}

describe('the filters', () => {
  test('are asked for before anything is listed, and are what the list is asked with', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/nfse?') && asked.push(request.url()))
    await still(page)
    await signIn(page, '/nfse', 'financeiro')
    await page.getByText(messages.filters, { exact: true }).waitFor()
    expect(asked).toEqual([])
    expect(await page.getByRole('table').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    for (const name of ['NFS-e & Boleto', 'Em aberto']) expect(await page.getByRole('radio', { name, exact: true }).isChecked()).toBe(true)
    await page.getByText('11/2026', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Centro de custo' }).click()
    expect((await page.getByRole('option').allInnerTexts()).length).toBe(5)
    await page.getByRole('option', { name: FULL }).click()
    await expect.poll(() => rows(page).count()).toBe(17)
    // The keys are the list's at once.
    await page.keyboard.press('Control+a')
    await bar(page).getByText('17 selecionadas').waitFor()
    await page.keyboard.press('Control+a')
    await expect.poll(() => bar(page).count()).toBe(0)
    // Held, it comes again and again.
    await page.keyboard.down('Control')
    for (const _nth of [0, 1]) await page.keyboard.down('a')
    for (const key of ['a', 'Control']) await page.keyboard.up(key)
    await bar(page).getByRole('button', { name: 'Limpar' }).click()
    expect(search(page).get('centro')).toBe(FULL)
    await page.getByText('17', { exact: true }).waitFor()
    const [first] = (await list('2026-11', FULL)).toSorted((a, b) => (a.RAZAO_SOCIAL_TOMADOR ?? '').localeCompare(b.RAZAO_SOCIAL_TOMADOR ?? ''))
    const shown = (await rows(page).first().innerText()).replaceAll('\u00A0', ' ')
    for (const text of [first?.RAZAO_SOCIAL_TOMADOR ?? '?', '04.218.377/0001-', reais(first?.VALOR_CONTA ?? 0), reais(first?.VALOR_LIQUIDO ?? 0)])
      expect(shown).toContain(text.replaceAll('\u00A0', ' '))
    // A CNPJ may have letters, a person has a CPF.
    await row(page, '12.ABC.345/01DE-35').waitFor()
    await row(page, 'Helena Prado Bortoluzzi')
      .getByText(/^\d{3}\.\d{3}\.\d{3}-\d\d$/)
      .waitFor()
    expect(await heads(page)).toEqual(['Tomador', 'CNPJ', 'Vencimento', 'Valor', 'Valor líquido', 'NFS-e', 'Boleto', 'E-mail', 'Ações'])
    expect(await axe(page)).toEqual([])
    // What does not change from day to day is remembered.
    await goTo(page, url('/nfse'))
    await expect.poll(() => rows(page).count()).toBe(17)
    // Another person of this browser has chosen nothing.
    await signIn(page, '/nfse', 'supervisor')
    await page.getByText(messages.filters, { exact: true }).waitFor()
  })

  test('have a month by buttons and keys, and of boletos no state between open and issued', async ({ page }) => {
    await signIn(page, at('2026-12', 'SySGrão', { situacao: 'enviado' }), 'financeiro')
    await page.getByText('Nenhuma conta em 12/2026 com estes filtros.').waitFor()
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await page.getByText('11/2026', { exact: true }).waitFor()
    expect(search(page).get('mes')).toBe('2026-11')
    await page.keyboard.press('ArrowRight')
    await page.getByText('12/2026', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('10/2026', { exact: true }).waitFor()
    await page.keyboard.press('t')
    await expect.poll(() => search(page).get('mes')).toBe(null)
    await page.getByText('Boletos', { exact: true }).click()
    await expect.poll(() => page.getByRole('radio', { name: 'Enviado' }).count()).toBe(0)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    expect(search(page).get('situacao')).toBe(null)
    expect(await page.getByRole('radio', { name: 'Em aberto' }).isChecked()).toBe(true)
    expect(await heads(page)).toEqual(['Tomador', 'CNPJ', 'Vencimento', 'Valor', 'Valor líquido', 'Boleto', 'E-mail', 'Ações'])
    // What waits is shown once somebody wants it, of this list alone.
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('checkbox', { name: 'ISSQN' }).click()
    await expect.poll(() => heads(page)).toContain('ISSQN')
    await page.getByRole('checkbox', { name: 'Serviço' }).click()
    await expect.poll(() => heads(page)).toContain('Serviço')
    await page.keyboard.press('Escape')
    await page.getByText('NFS-e', { exact: true }).first().click()
    await expect.poll(() => heads(page)).toEqual(['Tomador', 'CNPJ', 'Vencimento', 'Valor', 'Valor líquido', 'NFS-e', 'E-mail', 'Ações'])
    await page.goBack()
    await expect.poll(() => page.getByRole('radio', { name: 'Boletos', exact: true }).isChecked()).toBe(true)
    // A month that nobody loaded has no cost centre.
    await goTo(page, url('/nfse?mes=2024-01&documento=nfse'))
    await page.getByText(/Nenhuma conta em 01\/2024: peça o mês/).waitFor()
    await goTo(page, url(at('2024-01', FULL)))
    await page.getByText('O mês não tem contas. Se ainda não foi carregado, use Carga de dados.').waitFor()
  })
})

describe('rows are chosen', () => {
  test('one by one, as a range, all that are shown, by mouse and keys', async ({ page }) => {
    await signIn(page, at('2026-11', FULL), 'financeiro')
    expect(await bar(page).count()).toBe(0)
    await box(page, 1).click()
    const first = await row(page, FAULTY)
      .getByRole('checkbox', { name: `Selecionar ${FAULTY}` })
      .isChecked()
    expect([first, await picked(page)]).toEqual([true, 1])
    await bar(page).getByText('1 selecionada', { exact: true }).waitFor()
    await box(page, 4).click({ modifiers: ['Shift'] })
    await expect.poll(() => picked(page)).toBe(4)
    expect(await all(page).evaluate((input: HTMLInputElement) => [input.checked, input.indeterminate])).toEqual([false, true])
    const sum = (await list('2026-11', FULL))
      .toSorted((a, b) => (a.RAZAO_SOCIAL_TOMADOR ?? '').localeCompare(b.RAZAO_SOCIAL_TOMADOR ?? '', 'pt-BR'))
      .slice(1, 5)
      .reduce((total, one) => total + (one.VALOR_CONTA ?? 0), 0)
    expect((await bar(page).innerText()).replaceAll('\u00A0', ' ')).toContain(`4 selecionadas · ${reais(sum).replaceAll('\u00A0', ' ')}`)
    // A range takes off, too.
    await box(page, 2).click()
    await box(page, 3).click({ modifiers: ['Shift'] })
    await expect.poll(() => picked(page)).toBe(2)
    await bar(page).getByRole('button', { name: 'Limpar' }).click()
    await expect.poll(() => picked(page)).toBe(0)
    expect(await bar(page).count()).toBe(0)
    await all(page).click()
    await expect.poll(() => picked(page)).toBe(17)
    await all(page).click()
    await expect.poll(() => picked(page)).toBe(0)
    // By keys alone: to a row, it, those up to another one, all.
    await page.getByRole('heading', { name: 'NFS-e Express' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => box(page, 1).isChecked()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect.poll(() => picked(page)).toBe(3)
    // From wherever the focus is but in a text.
    await page.getByRole('heading', { name: 'NFS-e Express' }).focus()
    await page.keyboard.press('Control+a')
    await expect.poll(() => picked(page)).toBe(17)
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true)
    expect(await axe(page)).toEqual([])
  })

  test('and stay chosen over a search and an answer of now, but for those that are gone, until the list is another', async ({ page }) => {
    await signIn(page, at('2026-08', 'SySBackup'), 'financeiro')
    const [gone] = await list('2026-08', 'SySBackup')
    const name = gone?.RAZAO_SOCIAL_TOMADOR ?? ''
    await all(page).click()
    await bar(page).getByText('6 selecionadas').waitFor()
    await page.getByPlaceholder('Buscar...').fill(name)
    await expect.poll(() => rows(page).count()).toBe(1)
    await bar(page).getByText('5 fora da busca').waitFor()
    await page.getByPlaceholder('Buscar...').fill('')
    await expect.poll(() => picked(page)).toBe(6)
    await row(page, name)
      .getByRole('button', { name: `Excluir ${name}` })
      .click()
    const question = page.getByRole('alertdialog', { name: 'Excluir esta conta?' })
    // Of one taker there may be many.
    const which = `${reais(gone?.VALOR_CONTA ?? 0)} · vence ${dayBr(gone?.DATA_VENCTO ?? '')} · conta ${gone?.ID_REF_CONTA}`
    await question.getByText(`${name} · ${which}`, { exact: true }).waitFor()
    await question.getByText('Não volta pela carga de dados.').waitFor()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.removedOne)
    await bar(page).getByText('5 selecionadas').waitFor()
    expect((await list('2026-08', 'SySBackup')).length).toBe(5)
    // By a button, but not by a key alone.
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await expect.poll(() => rows(page).count()).toBe(6)
    expect([search(page).get('mes'), await picked(page), await bar(page).count()]).toEqual(['2026-07', 0, 0])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => rows(page).count()).toBe(5)
    expect(await picked(page)).toBe(0)
  })

  test('only where something can be done with many', async ({ page }) => {
    await signIn(page, at('2026-10', 'SySGrão', { situacao: 'emitidas' }), 'financeiro')
    for (const [more, centro, count] of [
      [{ situacao: 'enviado' }, FULL, 0],
      [{ situacao: 'emitidas' }, FULL, 0],
      [{ situacao: 'emitidas', documento: 'boletos' }, 'SySGrão', 0],
      [{ situacao: 'emitidas', documento: 'boletos' }, FULL, 1],
      [{}, 'SySGrão', 1],
    ] as const) {
      await goTo(page, url(at('2026-10', centro, more)))
      expect(await all(page).count(), JSON.stringify(more)).toBe(count)
    }
  })
})

/** So many accounts of a month that has none, all of which can be sent. */
async function severalOf(month: string, count: number) {
  const [centre] = await db().select().from(costCentres).where(eq(costCentres.name, FULL))
  const [like] = await db()
    .select()
    .from(accounts)
    .where(and(eq(accounts.month, '2026-11-01'), eq(accounts.centreId, centre?.id ?? 0)))
  const { id: _, ...given } = like!
  const numbered = (nth: number) => ({ month: `${month}-01`, reference: Number(month.replace('-', '')) * 1000 + nth, name: `Tomador ${1000 + nth}` })
  await db()
    .insert(accounts)
    .values(Array.from({ length: count }, (_, nth) => ({ ...given, ...numbered(nth) })))
}

describe('sending', () => {
  test('tells what stays out and why, sends the others, and says so', async ({ page }) => {
    const faulty = `${FAULTY} Ltda.`
    await db()
      .update(accounts)
      .set({ name: faulty })
      .where(and(eq(accounts.month, '2026-07-01'), eq(accounts.name, FAULTY)))
    await still(page)
    await signIn(page, at('2026-07', 'SySGrão'), 'financeiro')
    // Nothing is chosen.
    await page.keyboard.press('s')
    await toast(page, messages.contas)
    await all(page).click()
    await bar(page).getByRole('button', { name: 'Enviar' }).click()
    const form = dialog(page, 'Enviar 8 contas')
    await form.getByText('1 conta fica fora do envio:').waitFor()
    await form.getByText(`${faulty} Tomador sem código de município.`).waitFor()
    await form.getByText(/^As 7 que vão somam R\$\s[\d.]+,\d\d \(líquido R\$\s[\d.]+,\d\d\)\.$/).waitFor()
    const due = (one: Account) => `${one.RAZAO_SOCIAL_TOMADOR}, conta ${one.ID_REF_CONTA}: ${dayBr(one.DATA_VENCTO ?? '')}`
    const late = (await list('2026-07', 'SySGrão')).filter((one) => one.IMPEDIMENTO_NFSE === null).map(due)
    await form.getByText('7 boletos já estão vencidos:').waitFor()
    expect(await form.getByRole('list', { name: 'Vencidos' }).getByRole('listitem').allInnerTexts()).toEqual(late)
    expect(await form.getByRole('radio', { name: 'NFS-e & Boleto' }).isChecked()).toBe(true)
    const sent = (await list('2026-07', 'SySGrão')).reduce((total, one) => total + (one.VALOR_CONTA ?? 0), 0)
    expect((await form.locator('dl').innerText()).replaceAll('\u00A0', ' ')).toContain(reais(sent).replaceAll('\u00A0', ' '))
    expect(await axe(page)).toEqual([])
    // Its boleto lacks nothing.
    await form.getByText('Boletos', { exact: true }).click()
    await form.getByRole('button', { name: 'Enviar 8 contas' }).waitFor()
    expect(await form.getByText('fica fora do envio').count()).toBe(0)
    await form.getByText('NFS-e', { exact: true }).click()
    await form.getByLabel('Observação').fill('Competência julho')
    await page.evaluate(() => {
      const shown: string[] = []
      Object.assign(globalThis, { shown })
      new MutationObserver(() => shown.push(document.querySelector('[role=dialog]')?.textContent ?? '')).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.sent)
    await expect.poll(() => rows(page).count()).toBe(1)
    // What closes shows to its end what was sent.
    expect(await page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown.filter((text) => text.includes('Enviar 0')))).toEqual([])
    expect(await bar(page).count()).toBe(0)
    await expect.poll(async () => (await list('2026-07', 'SySGrão', 3)).length).toBe(7)
    const [one] = await list('2026-07', 'SySGrão', 3)
    const events = await db()
      .select()
      .from(accountEvents)
      .where(eq(accountEvents.accountId, one?.ID_REF_PARCELA_CONTA ?? 0))
    expect(events.find(({ kind }) => kind === 'queued')?.detail).toBe('Competência julho')
    expect(one?.ID_STATUS_BOLETO).toBe(1)
    // None that can be sent.
    await all(page).click()
    await page.keyboard.press('s')
    const none = dialog(page, 'Enviar 1 conta')
    await none.getByRole('button', { name: 'Enviar 0 contas' }).waitFor()
    expect(await none.getByRole('button', { name: 'Enviar 0 contas' }).isDisabled()).toBe(true)
    await none.getByText('Boletos', { exact: true }).click()
    await none.getByText('1 boleto já está vencido:').waitFor()
    await none.getByText(`${faulty}, conta `).waitFor()
  })

  test('boletos leave the open ones as soon as they are issued, without anybody asking', async ({ page }) => {
    await signIn(page, at('2026-07', 'Integracao Bayer', { documento: 'boletos' }), 'financeiro')
    await all(page).click()
    await page.keyboard.press('s')
    await dialog(page, 'Enviar 5 contas').getByRole('button', { name: 'Enviar 5 contas' }).click()
    await toast(page, messages.sent)
    await page.getByText('Nenhuma conta em 07/2026 com estes filtros.').waitFor()
    expect((await list('2026-07', 'Integracao Bayer', 1, 1)).length).toBe(5)
    await page.getByRole('button', { name: 'Ver as emitidas' }).click()
    await expect.poll(() => rows(page).count()).toBe(5)
  })

  test('warns of what is issued before its time, and of what is to be declared then', async ({ page }) => {
    const [like] = await db()
      .select()
      .from(accounts)
      .where(and(eq(accounts.month, '2026-11-01'), isNotNull(accounts.cityId)))
    const { id: _, ...given } = like!
    const [centre] = await db().select().from(costCentres).where(eq(costCentres.name, 'SySBackup'))
    const some = [1, 2].map((nth) => ({ ...given, centreId: centre?.id ?? 0, month: '2027-02-01', reference: 910_000 + nth }))
    await db().insert(accounts).values(some)
    await signIn(page, at('2027-02', 'SySBackup'), 'financeiro')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 2 contas')
    await form.getByText('02/2027 ainda não começou: as NFS-e saem com a competência de hoje.').waitFor()
    await form.getByText(/2 contas: Emitente sem IBS e CBS, .*: a nota pode ser recusada\./).waitFor()
    await form.getByText('Boletos', { exact: true }).click()
    await expect.poll(() => form.getByText(/competência|IBS/).count()).toBe(0)
  })

  test('Back closes the window, and the question, and leaves the list and what was chosen', async ({ page }) => {
    await signIn(page, at('2026-09', 'Integracao Bancaria'), 'financeiro')
    await page.keyboard.press('ArrowRight')
    await page.getByText('10/2026', { exact: true }).waitFor()
    await box(page, 0).click()
    await box(page, 1).click()
    for (const [key, opened] of [
      ['s', dialog(page, 'Enviar 2 contas')],
      ['', page.getByRole('alertdialog', { name: 'Excluir 2 contas?' })],
    ] as const) {
      if (key) await page.keyboard.press(key)
      else await bar(page).getByRole('button', { name: 'Excluir' }).click()
      await opened.waitFor()
      await page.goBack()
      await expect.poll(() => opened.count()).toBe(0)
      await page.getByText('10/2026', { exact: true }).waitFor()
      await bar(page).getByText('2 selecionadas').waitFor()
    }
    expect((await list('2026-10', 'Integracao Bancaria', 3, 2)).length).toBe(0)
  })

  test('leaves out what somebody else deleted meanwhile, by its name, and goes on with the others', async ({ page, expected }) => {
    expected.push(/404/)
    const [, gone, ...kept] = await list('2026-09', 'SySBackup')
    await signIn(page, at('2026-09', 'SySBackup'), 'financeiro')
    await all(page).click()
    await page.keyboard.press('s')
    const form = dialog(page, `Enviar ${kept.length + 2} contas`)
    await form.waitFor()
    await call('supervisor', 'DELETE', '/nfse', { ids: [gone!.ID_REF_PARCELA_CONTA] })
    await page.keyboard.press('Control+Enter')
    await form.getByText(`${gone!.RAZAO_SOCIAL_TOMADOR}: já não está na lista, e fica de fora. As outras continuam aqui: tente novamente.`).waitFor()
    await form.getByRole('button', { name: `Enviar ${kept.length + 1} contas` }).click()
    await toast(page, messages.sent)
    await expect.poll(async () => (await list('2026-09', 'SySBackup', 3)).length).toBe(kept.length + 1)
  })

  test('of many goes on round by round; what fails in the middle keeps the rest, to be tried again', async ({ page, expected }) => {
    expected.push(/500/)
    await severalOf('2027-03', 250)
    await signIn(page, at('2027-03', FULL, { documento: 'boletos' }), 'financeiro')
    await all(page).click()
    await bar(page).getByText('250 selecionadas').waitFor()
    // Scrolled to the end, the last row stands above the bar.
    await page.keyboard.press('End')
    await row(page, 'Tomador 1249').waitFor()
    const [last, over] = [await row(page, 'Tomador 1249').boundingBox(), await bar(page).boundingBox()]
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
    // On a low screen the window scrolls.
    await page.setViewportSize({ width: 1024, height: 500 })
    const held = Promise.withResolvers<void>()
    const sizes: number[] = []
    await page.route('**/api/nfse', async (route) => {
      const { contas } = (route.request().postDataJSON() ?? {}) as { contas?: number[] }
      if (!contas) return route.continue()
      sizes.push(contas.length)
      if (sizes.length !== 2) return route.continue()
      await held.promise
      return route.fulfill({ status: 500, json: { message: '500 - Falha na comunicação!' } })
    })
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 250 contas')
    await form.getByLabel('Observação').focus()
    await page.keyboard.press('Control+Enter')
    await form.getByText('25 de 250', { exact: true }).waitFor()
    expect(await form.getByRole('progressbar').getAttribute('value')).toBe('25')
    // In sight, above the foot, whatever is warned of.
    const [how, foot] = [await form.getByRole('progressbar').boundingBox(), await form.locator('footer').boundingBox()]
    expect((how?.y ?? 0) + (how?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    const leaves = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await leaves()).toBe(false)
    held.resolve()
    await form.getByText('25 de 250 contas enviadas. As outras continuam aqui: tente novamente.').waitFor()
    await bar(page).getByText('225 selecionadas').waitFor()
    expect(await leaves()).toBe(true)
    // Whoever typed goes on by keys.
    await form.getByRole('button', { name: 'Enviar 225 contas' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.sent)
    expect(sizes).toEqual(Array(11).fill(25))
    await expect.poll(() => form.count()).toBe(0)
    expect(await bar(page).count()).toBe(0)
  })

  test('what was taken, though its answer is lost, is told as sent and can be looked at', async ({ page, expected }) => {
    expected.push(/ERR_CONNECTION_RESET/)
    await signIn(page, at('2026-10', 'Integracao Bayer', { documento: 'nfse' }), 'financeiro')
    await expect.poll(() => rows(page).count()).toBe(5)
    for (const nth of [0, 1]) await box(page, nth).click()
    await page.route('**/api/nfse', (route) => (route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue()))
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 2 contas')
    await form.getByRole('button', { name: 'Enviar 2 contas' }).click()
    await toast(page, messages.sentUnheard)
    await expect.poll(() => form.count()).toBe(0)
    await expect.poll(() => rows(page).count()).toBe(3)
    expect(await bar(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Ver as enviadas' }).click()
    await expect.poll(() => search(page).get('situacao')).toBe('enviado')
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  test('an answer that is lost in the middle stops nothing and is told once', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    await severalOf('2027-04', 60)
    await signIn(page, at('2027-04', FULL, { documento: 'nfse' }), 'financeiro')
    await all(page).click()
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 60 contas')
    await loseAnswer(page, '**/api/nfse', 'POST')
    await form.getByRole('button', { name: 'Enviar 60 contas' }).click()
    await toast(page, messages.sentUnheard)
    expect(await page.getByText('Falha na comunicação!').count()).toBe(0)
    await expect.poll(() => form.count()).toBe(0)
    await page.getByText('Nenhuma conta em 04/2027 com estes filtros.').waitFor()
    expect(await bar(page).count()).toBe(0)
    expect((await list('2027-04', FULL)).length).toBe(0)
  })

  test('of what nobody can say whether it was taken it says so; Back closes the window then', async ({ page, expected }) => {
    expected.push(/ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/)
    await severalOf('2027-05', 60)
    await signIn(page, at('2027-05', FULL, { documento: 'nfse' }), 'financeiro')
    await all(page).click()
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 60 contas')
    let rounds = 0
    await page.route('**/api/nfse', async (route) => {
      if (route.request().method() !== 'PUT' || (rounds += 1) < 2) return route.continue()
      await page.context().setOffline(true)
      return route.abort('connectionreset')
    })
    await form.getByRole('button', { name: 'Enviar 60 contas' }).click()
    await form
      .getByText('25 de 60 contas enviadas. De 25 não se sabe: o servidor não respondeu. Tente novamente: nenhuma é enviada duas vezes.')
      .waitFor()
    await page.context().setOffline(false)
    await page.goBack()
    await expect.poll(() => form.count()).toBe(0)
    await bar(page).getByText('35 selecionadas').waitFor()
  })

  test('what was refused before it was written is not looked up', async ({ page, expected }) => {
    expected.push(/422/)
    await signIn(page, at('2026-10', 'SySBackup', { documento: 'nfse' }), 'financeiro')
    await box(page, 0).click()
    const lookedUp: string[] = []
    await page.route('**/api/nfse/*', (route) => {
      lookedUp.push(route.request().url())
      return route.continue()
    })
    await page.route('**/api/nfse', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: { message: 'Observação inválida.' } }) : route.continue(),
    )
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 1 conta')
    await form.getByRole('button', { name: 'Enviar 1 conta' }).click()
    await form.getByText('Observação inválida.').waitFor()
    expect(await form.getByRole('button', { name: 'Enviar 1 conta' }).isEnabled()).toBe(true)
    expect(lookedUp).toEqual([])
  })

  test('asks before an observation is dropped', async ({ page }) => {
    await signIn(page, at('2026-10', 'SySBackup', { documento: 'nfse' }), 'financeiro')
    await box(page, 0).click()
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 1 conta')
    const note = form.getByLabel('Observação')
    await note.fill('Competência outubro')
    const question = page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' })
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await leave()
      await question.getByRole('button', { name: 'Continuar editando' }).click()
      await expect.poll(() => question.count()).toBe(0)
      expect(await note.inputValue()).toBe('Competência outubro')
    }
    await page.goBack()
    await question.getByRole('button', { name: 'Descartar' }).click()
    await expect.poll(() => form.count()).toBe(0)
    expect(search(page).get('acao')).toBe(null)
    expect(await picked(page)).toBe(1)
    // Nothing is typed, nothing is asked.
    await page.keyboard.press('s')
    await form.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => form.count()).toBe(0)
    // What was chosen is not in the address.
    await goTo(page, url(at('2026-10', 'SySBackup', { documento: 'nfse', acao: 'enviar' })))
    await expect.poll(() => search(page).get('acao')).toBe(null)
  })

  test('of what is refused one and all says where the reason is', async ({ page, expected }) => {
    expected.push(/409/)
    const [one] = await list('2026-06', 'Integracao Bayer')
    await signIn(page, at('2026-06', 'Integracao Bayer', { documento: 'nfse' }), 'financeiro')
    await box(page, 0).click()
    const name = (await rows(page).first().getByRole('cell').nth(1).innerText()).trim()
    // Since the list was shown somebody took its district.
    await db()
      .update(accounts)
      .set({ district: '' })
      .where(and(eq(accounts.month, '2026-06-01'), eq(accounts.name, name)))
    await page.keyboard.press('s')
    await dialog(page, 'Enviar 1 conta').getByRole('button', { name: 'Enviar 1 conta' }).click()
    await toast(page, messages.noneTaken)
    await expect.poll(() => dialog(page, 'Enviar 1 conta').count()).toBe(0)
    const refused = row(page, name).getByText('Recusada')
    await refused.waitFor()
    expect(await row(page, name).getByTitle('Tomador sem Bairro.').count()).toBe(1)
    expect(one).toBeDefined()
  })
})

describe('what is sent', () => {
  test('is asked for again by its button, and by itself until it is issued', async ({ page, expected }) => {
    expected.push(/500/)
    const month = '2026-06'
    const [id = 0] = idsOf(await list(month, 'SySBackup'))
    // Marked and not begun: as when the answer of the first call was lost.
    await call('financeiro', 'PUT', '/nfse', { contas: [id], idStatus: 1, tipoEmissao: 1 })
    await signIn(page, at(month, 'SySBackup', { situacao: 'enviado' }), 'financeiro')
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page).getByText('Enviado').waitFor()
    await page.route('**/api/nfse', (route) => route.fulfill({ status: 500, json: { message: '500 - Falha na comunicação!' } }))
    await page.getByRole('button', { name: 'Atualizar status' }).click()
    await toast(page, messages.refreshFailed)
    await page.unroute('**/api/nfse')
    const asked = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Atualizar status' }).click()
    expect((await asked).postDataJSON()).toEqual({ contas: [id], idStatus: 2, observacao: 'Emissão.', tipoEmissao: 3 })
    await toast(page, messages.refreshed)
    await page.getByText('Nenhuma conta em 06/2026 com estes filtros.').waitFor()
    expect((await whole(id)).ID_STATUS_NFSE).toBe(3)
    await page.getByRole('button', { name: 'Atualizar status' }).click()
    await toast(page, messages.nothingToRefresh)
  })
})

describe('deleting', () => {
  test('one leaves the focus on the row after it, the last one on that before it', async ({ page }) => {
    await signIn(page, at('2026-08', 'Integracao Bancaria'), 'financeiro')
    // The question closes after the row is gone.
    await page.evaluate(drawsLate)
    const names = await rows(page).evaluateAll((all) => all.map((one) => one.querySelector('[data-main]')?.textContent ?? ''))
    expect(names.length).toBeGreaterThan(3)
    const remove = async (name: string) => {
      await row(page, name)
        .getByRole('button', { name: /^Excluir/ })
        .click()
      await page.getByRole('alertdialog', { name: 'Excluir esta conta?' }).getByRole('button', { name: 'Excluir' }).click()
      await expect.poll(() => row(page, name).count()).toBe(0)
    }
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('[data-main]')?.textContent)
    await remove(names[1] ?? '')
    await expect.poll(focused).toBe(names[2])
    await remove(names.at(-1) ?? '')
    await expect.poll(focused).toBe(names.at(-2))
  })

  test('many asks once, leaves what is issued, and says so', async ({ page, expected }) => {
    expected.push(/409/)
    const month = '2026-05'
    const open = await list(month, 'Integracao Bancaria')
    const [kept = 0] = idsOf(open)
    await db()
      .update(accounts)
      .set({ name: sql`${accounts.name} || ' Ltda.'` })
      .where(inArray(accounts.id, idsOf(open)))
    await call('financeiro', 'PUT', '/nfse', { contas: [kept], idStatus: 1, tipoEmissao: 2 })
    await call('financeiro', 'POST', '/nfse', { contasForSend: [kept] })
    await expect.poll(async () => (await whole(kept)).ID_STATUS_BOLETO).toBe(2)
    await signIn(page, at(month, 'Integracao Bancaria'), 'financeiro')
    const name = open[0]?.RAZAO_SOCIAL_TOMADOR ?? ''
    await row(page, name).getByText('Emitido').waitFor()
    expect(
      await row(page, name)
        .getByRole('button', { name: /^Excluir/ })
        .count(),
    ).toBe(0)
    await page.keyboard.press('Delete')
    await toast(page, messages.contas)
    await row(page, name).getByRole('checkbox').click()
    await bar(page).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.onlyOpen)
    for (const one of open.slice(1, 3))
      await row(page, one.RAZAO_SOCIAL_TOMADOR ?? '?')
        .getByRole('checkbox')
        .click()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alertdialog', { name: 'Excluir 2 contas?' })
      .getByText(/ \(conta \d+\)\. 1 já foi emitida e fica\.$/)
      .waitFor()
    await page.keyboard.press('Escape')
    await all(page).click()
    await bar(page).getByRole('button', { name: 'Excluir' }).click()
    const question = page.getByRole('alertdialog', { name: 'Excluir 5 contas?' })
    await question.getByText('e mais 2. 1 já foi emitida e fica.').waitFor()
    // Sent meanwhile by somebody else.
    await page.route('**/api/nfse', (route) => route.fulfill({ status: 409, json: { message: messages.onlyOpen } }))
    await question.getByRole('button', { name: 'Excluir' }).click()
    await question.getByText(messages.onlyOpen).waitFor()
    await page.unroute('**/api/nfse')
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.removed)
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(idsOf(await list(month, 'Integracao Bancaria'))).toEqual([kept])
  })
})

describe('the details', () => {
  const month = '2026-09'
  /** One that is issued and mailed. */
  async function mailed() {
    const [id = 0] = await issue(month, 'SySGrão', 1)
    await expect.poll(async () => (await whole(id)).emailsEvents.every(({ status }) => status === 'Enviado' || status === 'Com erro')).toBe(true)
    return { id, one: await whole(id) }
  }

  test('say who, what became of it and to whom it was mailed, and its files are saved', async ({ page, expected }) => {
    expected.push(/409/)
    const { id, one } = await mailed()
    const name = one.RAZAO_SOCIAL_TOMADOR ?? ''
    await still(page)
    await signIn(page, at(month, 'SySGrão', { situacao: 'emitidas' }), 'financeiro')
    await row(page, name)
      .getByText(/^\d enviados?$/)
      .waitFor()
    // By what whoever rings says of it.
    await page.getByPlaceholder('Buscar...').fill(`${one.NUMERO_NFSE} ${one.ID_REF_CONTA}`)
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByPlaceholder('Buscar...').press('ArrowDown')
    await page.keyboard.press('Enter')
    const window = dialog(page, `NFS-e ${one.NUMERO_NFSE} · ${name}`)
    await window.getByText('Prestador', { exact: true }).waitFor()
    expect([search(page).get('acao'), search(page).get('id')]).toEqual(['detalhes', String(id)])
    const text = (await window.innerText()).replaceAll('\u00A0', ' ')
    for (const part of ['26.014.883/0001-82', 'CEP 78890-000', '(65) 3544-0000', 'ISSQN 3 %', one.DISCRIMINACAO ?? '?']) expect(text).toContain(part)
    const cep = window.getByText('CEP 78890-000', { exact: true })
    await cep.evaluate((element) => (element.parentElement!.style.width = '0'))
    expect(await cep.evaluate(lines)).toBe(1)
    expect(await axe(page)).toEqual([])
    await window.getByRole('tab', { name: 'Processamento' }).click()
    await window.getByText(/^NFS-e \d+ emitida$/).waitFor()
    await window.getByText(/^Boleto emitido, nosso número/).waitFor()
    expect(await axe(page)).toEqual([])
    // The tab is in the address.
    await goTo(page)
    await window.getByText(/^NFS-e \d+ emitida$/).waitFor()
    // It mails at one press, so only beside the addresses.
    expect(await window.getByRole('button', { name: 'Reenviar e-mail' }).count()).toBe(0)
    await window.getByRole('tab', { name: /^E-mail \d$/ }).click()
    await window
      .getByText(one.emailsList[0] ?? '?')
      .first()
      .waitFor()
    await window.getByText(/O reenvio vai para .*, com a NFS-e e o boleto anexados\.$/).waitFor()
    for (const [button, kind] of [
      ['NFS-e', 'NFS-e'],
      ['Boleto', 'Boleto'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), window.getByRole('button', { name: button, exact: true }).click()])
      expect(file.suggestedFilename()).toContain(`${kind} - ${name.slice(0, 10)}`)
      expect((await readFile(await file.path())).toString('latin1', 0, 100)).toMatch(/%PDF-|<\?xml/)
    }
    await page.route('**/api/nfse-download-file*', (route) => route.fulfill({ status: 409, json: { message: messages.notIssued } }))
    await window.getByRole('button', { name: 'Boleto', exact: true }).click()
    await toast(page, messages.notIssued)
    expect(search(page).get('acao')).toBe('detalhes')
  })

  test('mail its files again, and follow what becomes of it', async ({ page }) => {
    const { id, one } = await mailed()
    const name = one.RAZAO_SOCIAL_TOMADOR ?? ''
    await signIn(page, at(month, 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id), aba: 'email' }), 'financeiro')
    const window = dialog(page, `NFS-e ${one.NUMERO_NFSE} · ${name}`)
    const before = one.emailsEvents.length
    // Later than a second press would be.
    time().now += 11_000
    await window.getByRole('button', { name: 'Reenviar e-mail' }).click()
    await toast(page, messages.mailSent)
    await expect.poll(async () => (await whole(id)).emailsEvents.length).toBe(2 * before)
    await expect.poll(() => window.getByText(/^(Enviado|Com erro)$/).count()).toBe(2 * before)
    await page.keyboard.press('Escape')
    await expect.poll(() => search(page).get('acao')).toBe(null)
    time().now += 11_000
    await row(page, name)
      .getByRole('button', { name: `Reenviar e-mail ${name}` })
      .click()
    // Nobody takes it back, so it is asked, and whose it is.
    const question = page.getByRole('alertdialog', { name: 'Reenviar o e-mail desta conta?' })
    await question.getByText(name).waitFor()
    expect((await whole(id)).emailsEvents.length).toBe(2 * before)
    await question.getByRole('button', { name: 'Reenviar' }).click()
    await expect.poll(async () => (await whole(id)).emailsEvents.length).toBe(3 * before)
    // An answer of the mail server that never came.
    await db().update(mails).set({ state: 'unsure' }).where(eq(mails.accountId, id))
    await goTo(page, url(at(month, 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id), aba: 'email' })))
    await window.getByText(messages.mayBeSent).waitFor()
    await row(page, name)
      .getByText(/com erro$/)
      .waitFor()
    // What waits is followed to its end.
    const waits = { state: 'pending' as const, dueAt: new Date('2199-01-01') }
    await db().update(mails).set(waits).where(eq(mails.accountId, id))
    await goTo(page)
    await window.getByText('Pendente').first().waitFor()
    await db().update(mails).set({ state: 'sent' }).where(eq(mails.accountId, id))
    await window.getByText('Enviado', { exact: true }).first().waitFor()
    // From another list nothing is mailed.
    await goTo(page, url(at(month, 'SySGrão', { documento: 'nfse', situacao: 'emitidas', acao: 'detalhes', id: String(id) })))
    await window.getByRole('button', { name: 'NFS-e', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Reenviar e-mail/ }).count()).toBe(0)
  })

  test('say what an e-mail would bring, and of a taker without an address that there is none', async ({ page }) => {
    const [id = 0] = idsOf(await list('2026-10', 'SySGrão'))
    const address = 'contas-a-pagar.financeiro@agropecuaria.com.br'
    const issued = { ID_STATUS_NFSE: 3, ID_STATUS_BOLETO: 1, emailsList: [address] }
    let events: object[] = []
    await signIn(page, '/nfse', 'financeiro')
    await page.route(`**/api/nfse/${id}`, async (route) => {
      const answer = (await (await route.fetch()).json()) as WholeAccount
      await route.fulfill({ json: { ...answer, ...issued, VALOR_LIQUIDO: answer.VALOR_CONTA, emailsEvents: events } })
    })
    await goTo(page, url(at('2026-10', 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id) })))
    await page.getByText(/^ISSQN 3\s% \(não retido\)$/).waitFor()
    await page.getByRole('tab', { name: 'E-mail' }).click()
    await page.getByText('O reenvio vai para o endereço cadastrado, com a NFS-e anexada.').waitFor()
    expect(await page.getByRole('rowheader', { name: address }).evaluate(lines)).toBe(1)
    issued.emailsList = []
    for (const sent of [[], [{ status: 'Com erro', log: `Pedido por Ana. ${messages.noAddress}`, destinatario: '' }]]) {
      events = sent
      await goTo(page)
      await expect.poll(() => page.getByText(messages.noAddress).count()).toBe(1)
      expect(await page.getByRole('button', { name: 'Reenviar e-mail', exact: true }).count()).toBe(0)
    }
    await page.getByRole('rowheader', { name: '—' }).waitFor()
  })

  test('of an open account have no files; what keeps it from being issued is said', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, at('2026-11', FULL), 'financeiro')
    await row(page, FAULTY)
      .getByRole('button', { name: `Detalhes ${FAULTY}` })
      .click()
    const window = dialog(page, FAULTY)
    await window.getByText('Tomador sem código de município.').waitFor()
    expect(await window.getByRole('button', { name: 'NFS-e', exact: true }).count()).toBe(0)
    expect(await window.getByRole('button', { name: 'Boleto', exact: true }).count()).toBe(0)
    await window.getByRole('tab', { name: 'Processamento' }).click()
    expect(await window.getByText('Nada foi feito ainda.').count()).toBe(2)
    await goTo(page, url(at('2026-11', FULL, { acao: 'detalhes', id: '999999' })))
    await page.getByText(common.notFound).waitFor()
  })

  test('and the list do without what only our API tells', async ({ page }) => {
    const plain = (account: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(account).filter(
          ([key]) => !/^(RECUSA|IMPEDIMENTO|NUMERO_NFSE$|AVISOS|.*_(PRESTADOR|TOMADOR)$)/.test(key) || key === 'RAZAO_SOCIAL_TOMADOR',
        ),
      )
    await page.route('**/api/nfse?*', async (route) => {
      const answer = (await (await route.fetch()).json()) as Record<string, unknown>[]
      await route.fulfill({ json: answer.map((one) => ({ ...plain(one), emailState: null })) })
    })
    await page.route('**/api/nfse/*', async (route) => {
      const answer = (await (await route.fetch()).json()) as Record<string, unknown>
      await route.fulfill({
        json: {
          ...plain(answer),
          eventosNotas: [{ descricaoEvento: 'Lote 12 em análise', retornoEvento: null }],
          emailsEvents: [{ status: 'Pendente', log: 'fila' }],
        },
      })
    })
    await signIn(page, '/nfse', 'financeiro')
    await page.getByRole('combobox', { name: 'Centro de custo' }).click()
    await page.getByRole('option', { name: FULL }).click()
    await expect.poll(() => rows(page).count()).toBe(17)
    await all(page).click()
    await bar(page).getByRole('button', { name: 'Enviar' }).click()
    await dialog(page, 'Enviar 17 contas').getByRole('button', { name: 'Enviar 17 contas' }).waitFor()
    await page.keyboard.press('Escape')
    await row(page, FAULTY)
      .getByRole('button', { name: /^Detalhes/ })
      .click()
    await dialog(page, FAULTY).getByRole('tab', { name: 'Processamento' }).click()
    await dialog(page, FAULTY).getByText('Lote 12 em análise').waitFor()
    await dialog(page, FAULTY).getByRole('tab', { name: 'E-mail 1' }).click()
    await dialog(page, FAULTY).getByText('fila').waitFor()
  })
})

describe('receipts', () => {
  test('are sent to those that are chosen of issued boletos of one cost centre', async ({ page }) => {
    const month = '2026-08'
    const ids = await issue(month, FULL, 2)
    await signIn(page, at(month, FULL, { documento: 'boletos', situacao: 'emitidas' }), 'financeiro')
    await expect.poll(() => rows(page).count()).toBe(2)
    await all(page).click()
    await bar(page).getByRole('button', { name: 'Enviar recibo' }).click()
    const question = page.getByRole('alertdialog', { name: 'Enviar os recibos de 2 contas?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    // Its name goes before itself.
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await page.keyboard.press('s')
    await question.getByText('Vai por e-mail para todos os endereços de cada tomador.').waitFor()
    expect(await db().select().from(mails).where(eq(mails.kind, 'R'))).toEqual([])
    await question.getByRole('button', { name: 'Enviar' }).click()
    await toast(page, messages.mailSent)
    await expect.poll(() => bar(page).count()).toBe(0)
    const sent = await db().select().from(mails).where(eq(mails.kind, 'R'))
    expect(new Set(sent.map(({ accountId }) => accountId))).toEqual(new Set(ids))
  })
})

describe('the data load', () => {
  test('is asked for a month; how far it is follows by itself, and so does the list behind', async ({ page, expected }) => {
    expected.push(/409/)
    const month = '2026-12'
    const name = (await list(month, 'SySGrão'))[0]?.RAZAO_SOCIAL_TOMADOR ?? ''
    await db()
      .delete(accounts)
      .where(and(eq(accounts.month, '2026-12-01'), eq(accounts.name, name)))
    await still(page)
    await signIn(page, at(month, 'SySGrão'), 'financeiro')
    await expect.poll(() => rows(page).count()).toBe(7)
    await page.getByRole('button', { name: 'Carga de dados' }).click()
    const window = dialog(page, 'Carga de dados')
    expect(search(page).get('acao')).toBe('carga')
    const field = window.getByLabel('Mês de referência')
    expect(await field.inputValue()).toBe('12/2026')
    await window.getByText('11/2026', { exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    await field.fill('13/2026')
    await window.getByRole('button', { name: 'Solicitar' }).click()
    await window.getByText('Mês inválido.').waitFor()
    await field.and(page.locator(':focus')).waitFor()
    await field.fill('12/2026')
    await window.getByRole('button', { name: 'Solicitar' }).click()
    await toast(page, messages.loadRequested)
    await expect.poll(() => rows(page).count()).toBe(8)
    await page.route('**/api/load-data/request', (route) => route.fulfill({ status: 409, json: { message: messages.loadRunning } }))
    await window.getByRole('button', { name: 'Solicitar' }).click()
    await window.getByText(messages.loadRunning).waitFor()
  })

  test('shows each state, what was wrong with its lines, and says once that the list does not come', async ({ page, expected }) => {
    expected.push(/500/)
    const states: { month: string; state: 0 | 1 | 2; noData?: boolean; problems?: string[]; refused?: number }[] = [
      { month: '2025-04-01', state: 0 },
      { month: '2025-03-01', state: 1 },
      { month: '2025-02-01', state: 2, noData: true },
      { month: '2024-12-01', state: 2, noData: true, problems: ['O arquivo está vazio.'], refused: 0 },
      // Not all of them are kept.
      { month: '2025-01-01', state: 2, problems: ['Linha 3: Valor inválido.', 'Linha 7: CEP inválido.', '… e mais 200.'], refused: 202 },
      ...Array.from({ length: 12 }, (_, nth) => ({ month: `2023-${String(12 - nth).padStart(2, '0')}-01`, state: 2 as const })),
    ]
    const answer = states.map(({ month, state, noData = false, problems = [], refused }) => ({
      mesAno: `${month.slice(5, 7)}/${month.slice(0, 4)}`,
      LOADING: state,
      NO_DATA: noData ? 1 : 0,
      ERROS: problems,
      ...(refused !== undefined && { RECUSADAS: refused, CARREGADAS: refused && 1240, quando: '2026-11-20T08:30:00' }),
    }))
    let fails = false
    let asked = 0
    await signIn(page, at('2026-11', 'SySGrão'), 'financeiro')
    await page.route('**/api/load-data/data', (route) => {
      asked += 1
      return fails ? route.fulfill({ status: 500, json: { message: '500 - Falha na comunicação!' } }) : route.fulfill({ json: answer })
    })
    await page.getByRole('button', { name: 'Carga de dados' }).click()
    const window = dialog(page, 'Carga de dados')
    const line = (month: string) => window.getByRole('row').filter({ hasText: month })
    for (const [month, word] of [
      ['04/2025', 'Em execução'],
      ['03/2025', 'Aguardando'],
      ['02/2025', 'Concluída, sem dados'],
      ['12/2024', 'Concluída, nada carregado'],
      ['12/2024', 'O arquivo está vazio.'],
      ['01/2025', 'Concluída'],
    ] as const)
      await line(month).getByText(word, { exact: true }).waitFor()
    const problem = window.getByText('Linha 7: CEP inválido.')
    expect(await problem.isVisible()).toBe(false)
    await line('01/2025').getByText('202 linhas recusadas').click()
    await problem.waitFor()
    await line('01/2025').getByText('1.240 contas · 20/11/2026 08:30').waitFor()
    // Of a file that was taken in part.
    await line('01/2025').locator('[data-tone=warn]').waitFor()
    // What was asked for comes into sight, above the foot.
    await page.route('**/api/load-data/request', (route) => route.fulfill({ json: {} }))
    await window.getByLabel('Mês de referência').fill('01/2023')
    await page.keyboard.press('Enter')
    const shown = async () => {
      const [asked, foot] = [await line('01/2023').boundingBox(), await window.getByRole('button', { name: 'Fechar' }).last().boundingBox()]
      return (asked?.y ?? Infinity) + (asked?.height ?? 0) < (foot?.y ?? 0)
    }
    await expect.poll(shown).toBe(true)
    fails = true
    const before = asked
    await expect.poll(() => page.getByText(messages.loadListFailed).count()).toBe(1)
    await expect.poll(() => page.getByText(messages.loadListFailed).count()).toBe(0)
    // It is asked on, what is known stands there, and nothing more is said.
    await expect.poll(() => asked).toBeGreaterThan(before + 1)
    await drawn(page)
    expect(await page.getByText(messages.loadListFailed).count()).toBe(0)
    await problem.waitFor()
    expect(await db().$count(dataLoads)).toBeGreaterThan(0)
  })
})

describe('elsewhere', () => {
  test('a phone has it all: cards with boxes, all of them by a word, windows over the whole screen', async ({ page }) => {
    await still(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, at('2026-11', FULL), 'financeiro')
    await box(page, 0).click()
    await bar(page).getByRole('button', { name: 'Todas' }).click()
    await bar(page).getByText('17 selecionadas').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Enviar' }).click()
    await dialog(page, 'Enviar 17 contas').getByRole('button', { name: 'Enviar 16 contas' }).waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('paper has every row and what it was asked with, and no boxes', async ({ page }) => {
    await signIn(page, at('2026-11', FULL), 'financeiro')
    await all(page).click()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await rows(page).count()).toBe(17)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await bar(page).isVisible()).toBe(false)
    await page.getByText(/^NFS-e & Boleto · 11\/2026 · Locação de Softwares · Em aberto · Impresso em/).waitFor()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  })

  test('a spreadsheet has CNPJ and CPF as they are read', async ({ page }) => {
    await signIn(page, at('2026-11', FULL), 'financeiro')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    const book = new Workbook()
    await book.xlsx.readFile(await download.path())
    const codes = book.worksheets[0]?.getColumn(2).values ?? []
    expect(codes).toContain('12.ABC.345/01DE-35')
    expect(codes).toContainEqual(expect.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d\d$/))
  })

  test('what is wide at 1440 fits into 1024', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await signIn(page, at('2026-11', FULL), 'financeiro')
    const fits = () => page.getByRole('table').evaluate((table) => table.parentElement!.scrollWidth <= table.parentElement!.clientWidth)
    expect(await fits()).toBe(true)
    expect((await page.getByRole('radiogroup').first().boundingBox())?.height).toBeLessThan(40)
  })
})
