// Tests NFS-e Express in a real browser on the real API. The API's jobs issue, mail and load while the page is open.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { accountEvents, accounts, mails, registrations } from '../../server/api/db/schema.ts'
import { dayBr } from '../../shared/clock.ts'
import { messages as bankMessages } from '../../shared/features/bank-files.ts'
import { messages, type Account, type WholeAccount } from '../../shared/features/nfse.ts'
import { messages as common } from '../../shared/messages.ts'
import { nextDoorOf } from '../support/banks/all.ts'
import { readRemittance, returnOf } from '../support/banks/next-door.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog } from '../support/form-actions.ts'
import { movableClock } from '../support/page-clock.ts'
import { goTo } from '../support/page-waits.ts'
import type { CashFlow } from '../../shared/features/overview.ts'
import { toast } from '../support/demo-company.ts'
import { FULL, FAULTY, idsOf, rows, row, box, all, bar, picked, search, lines, nfseScreen } from '../support/nfse-screen.ts'

const { call, db, idle, issue, signIn, time, url, at, list, whole, severalOf, unpaid } = nfseScreen()

/** Opens a page whose clock the test can move. */
async function movable(open: () => Promise<Page>, path: string) {
  const page = await open()
  await movableClock(page, time().now)
  await signIn(page, path, 'financeiro')
  return page
}
/** Waits for the background jobs, and then lets the page request their result. */
async function settled(page: Page) {
  await idle()
  await page.clock.fastForward(ASKED_AGAIN)
}

/** Pause in ms after which the page requests an unfinished list or account again. */
const ASKED_AGAIN = 5_000
const reais = (value: number) => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(value)
const heads = async (page: Page) => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)

describe('the filters of the accounts', () => {
  test('no account is listed before a cost centre is chosen, and the filters select the listed accounts', async ({ open }) => {
    // Each browser remembers the chosen filters, so this test opens a new one.
    const page = await open()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/nfse?') && asked.push(request.url()))
    await signIn(page, '/nfse', 'financeiro')
    await page.getByText(messages.filters, { exact: true }).waitFor()
    expect(asked).toEqual([])
    expect(await page.getByRole('table').count()).toBe(0)
    for (const name of ['NFS-e & Boleto', 'Em aberto']) expect(await page.getByRole('radio', { name }).isChecked()).toBe(true)
    await page.getByText('11/2026', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Centro de custo' }).click()
    // Five centres, and all of them at once.
    expect((await page.getByRole('option').allInnerTexts()).length).toBe(6)
    await page.getByRole('option', { name: FULL }).click()
    await expect.poll(() => rows(page).count()).toBe(17)
    // Shortcuts act on the list at once, without a click into the list.
    await page.keyboard.press('Control+a')
    await bar(page).getByText('17 selecionadas').waitFor()
    // Ctrl+Enter works from any focus. Tab leads from a row to the selection bar.
    await rows(page).first().getByRole('button').last().focus()
    await page.keyboard.press('Control+Enter')
    await dialog(page, 'Enviar 17 contas').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Enviar 17 contas').waitFor({ state: 'detached' })
    // The closed dialog returns the focus to the row in the next frame; a Tab before that would be undone.
    await rows(page).first().getByRole('button').last().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await bar(page).getByRole('button').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+a')
    await expect.poll(() => bar(page).count()).toBe(0)
    // A key that is held down repeats, which must not clear the selection.
    await page.keyboard.down('Control')
    for (const _nth of [0, 1]) await page.keyboard.down('a')
    for (const key of ['a', 'Control']) await page.keyboard.up(key)
    await bar(page).getByRole('button', { name: 'Limpar' }).click()
    expect(search(page).get('centro')).toBe(FULL)
    await page.getByText('17', { exact: true }).first().waitFor()
    const [first] = (await list('2026-11', FULL)).toSorted((a, b) => (a.RAZAO_SOCIAL_TOMADOR ?? '').localeCompare(b.RAZAO_SOCIAL_TOMADOR ?? ''))
    const shown = (await rows(page).first().innerText()).replaceAll('\u00A0', ' ')
    for (const text of [first?.RAZAO_SOCIAL_TOMADOR ?? '?', '04.218.377/0001-', reais(first?.VALOR_CONTA ?? 0), reais(first?.VALOR_LIQUIDO ?? 0)])
      expect(shown).toContain(text.replaceAll('\u00A0', ' '))
    // The list includes two unusual documents: a CNPJ with letters, and the CPF of a person.
    await row(page, '12.ABC.345/01DE-35').waitFor()
    await row(page, 'Helena Prado Bortoluzzi')
      .getByText(/^\d{3}\.\d{3}\.\d{3}-\d\d$/)
      .waitFor()
    expect(await heads(page)).toEqual(['Tomador', 'CNPJ', 'Vencimento', 'Valor', 'Valor líquido', 'NFS-e', 'Boleto', 'E-mail', 'Ações'])
    // Without a cost centre in the address, the last chosen one is used.
    await goTo(page, url('/nfse'))
    await expect.poll(() => rows(page).count()).toBe(17)
    // The chosen cost centre is remembered per person, so another person in this browser has none.
    await signIn(page, '/nfse', 'supervisor')
    await page.getByText(messages.filters, { exact: true }).waitFor()
  })

  test('buttons and arrow keys change the month, and the list of boletos cannot be filtered by the state Enviado', async ({ page }) => {
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
    // Hidden columns can be shown, for this list only.
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
    // A month that was never loaded has no cost centres.
    await goTo(page, url('/nfse?mes=2024-01&documento=nfse'))
    await page.getByText(/Nenhuma conta em 01\/2024: peça o mês/).waitFor()
    await goTo(page, url(at('2024-01', FULL)))
    await page.getByText('O mês não tem contas. Se ainda não foi carregado, use Carga de dados.').waitFor()
  })
})

describe('the selection of rows', () => {
  test('rows can be selected singly, as a range or all at once, with the mouse and with keys', async ({ page }) => {
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
    // A range can also be removed from the selection.
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
    // The keyboard alone makes the same selections: one row, a range, and all rows.
    await page.getByRole('heading', { name: 'NFS-e Express' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => box(page, 1).isChecked()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect.poll(() => picked(page)).toBe(3)
    // Ctrl+A works from any focus except a text field.
    await page.getByRole('heading', { name: 'NFS-e Express' }).focus()
    await page.keyboard.press('Control+a')
    await expect.poll(() => picked(page)).toBe(17)
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true)
  })

  test('rows stay selected during a search and after a deletion of another row, but not if the month changes', async ({ page }) => {
    await unpaid('2026-08')
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
    // A customer may have several accounts, so the question identifies the account.
    const which = `${reais(gone?.VALOR_CONTA ?? 0)} · vence ${dayBr(gone?.DATA_VENCTO ?? '')} · conta ${gone?.ID_REF_CONTA}`
    await question.getByText(`${name} · ${which}`, { exact: true }).waitFor()
    await question.getByText('Não volta pela carga de dados.').waitFor()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.removedOne)
    await bar(page).getByText('5 selecionadas').waitFor()
    expect((await list('2026-08', 'SySBackup')).length).toBe(5)
    // With a selection, the arrow key does not change the month, but the button does.
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await expect.poll(() => rows(page).count()).toBe(6)
    expect([search(page).get('mes'), await picked(page), await bar(page).count()]).toEqual(['2026-07', 0, 0])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => rows(page).count()).toBe(5)
    expect(await picked(page)).toBe(0)
  })
})

describe('the sending of accounts', () => {
  test('the dialog lists the accounts that cannot be sent, each with the reason, and sends all others', async ({ page }) => {
    const faulty = `${FAULTY} Ltda.`
    await db()
      .update(accounts)
      // Only its note cannot be issued.
      .set({ name: faulty, cityId: 5_106_224, nbs: '1' })
      .where(and(eq(accounts.month, '2026-07-01'), eq(accounts.name, FAULTY)))
    await signIn(page, at('2026-07', 'SySGrão'), 'financeiro')
    // Without a selection, S only shows a message.
    await page.keyboard.press('s')
    await toast(page, messages.contas)
    await all(page).click()
    await bar(page).getByRole('button', { name: 'Enviar' }).click()
    const form = dialog(page, 'Enviar 8 contas')
    await form.getByText('1 conta fica fora do envio:').waitFor()
    await form.getByText(`${faulty} NBS deve ter 9 dígitos.`).waitFor()
    await form.getByText(/^As 7 que vão somam R\$\s[\d.]+,\d\d \(líquido R\$\s[\d.]+,\d\d\)\.$/).waitFor()
    const due = (one: Account) => `${one.RAZAO_SOCIAL_TOMADOR}, conta ${one.ID_REF_CONTA}: ${dayBr(one.DATA_VENCTO ?? '')}`
    const late = (await list('2026-07', 'SySGrão')).filter((one) => one.IMPEDIMENTO_NFSE === null).map(due)
    await form.getByText('7 boletos já estão vencidos:').waitFor()
    // Without a new due date only the NFS-e are sent. The field for the date is above the list, because the date shortens the list.
    await form.getByRole('button', { name: 'Enviar 7 NFS-e', exact: true }).waitFor()
    const [asked, listed] = [await form.getByLabel('Novo vencimento').boundingBox(), await form.getByText('fora do envio').boundingBox()]
    expect(asked?.y ?? Infinity).toBeLessThan(listed?.y ?? 0)
    expect(await form.getByRole('list', { name: 'Vencidos' }).getByRole('listitem').allInnerTexts()).toEqual(late)
    expect(await form.getByRole('radio', { name: 'NFS-e & Boleto' }).isChecked()).toBe(true)
    const sent = (await list('2026-07', 'SySGrão')).reduce((total, one) => total + (one.VALOR_CONTA ?? 0), 0)
    expect((await form.locator('dl').innerText()).replaceAll('\u00A0', ' ')).toContain(reais(sent).replaceAll('\u00A0', ' '))
    // The account whose NFS-e is blocked has no fault in its boleto, so only the other accounts are left out.
    await form.getByText('Boletos', { exact: true }).click()
    await form.getByRole('button', { name: 'Enviar 0 contas' }).waitFor()
    await form.getByText('8 contas ficam fora do envio:').waitFor()
    await form.getByLabel('Novo vencimento').fill('18/11/2026')
    await form.getByText(messages.dueInPast).waitFor()
    await form.getByLabel('Novo vencimento').fill('26/12/2026')
    await form.getByText('8 boletos vencem em 26/12/2026, sábado: os bancos recebem até 28/12/2026.').waitFor()
    await form.getByRole('button', { name: 'Enviar 8 contas' }).waitFor()
    expect(await form.getByText('fora do envio').count()).toBe(0)
    await form.getByText('NFS-e & Boleto', { exact: true }).click()
    await form.getByRole('button', { name: 'Enviar 7 contas' }).waitFor()
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
    // The dialog still shows the number of sent accounts while it closes.
    expect(await page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown.filter((text) => text.includes('Enviar 0')))).toEqual([])
    expect(await bar(page).count()).toBe(0)
    await idle()
    expect((await list('2026-07', 'SySGrão', 3)).length).toBe(7)
    const [one] = await list('2026-07', 'SySGrão', 3)
    const events = await db()
      .select()
      .from(accountEvents)
      .where(eq(accountEvents.accountId, one?.ID_REF_PARCELA_CONTA ?? 0))
    expect(events.find(({ kind }) => kind === 'queued')?.detail).toBe('Competência julho')
    expect(one?.ID_STATUS_BOLETO).toBe(1)
    // The last account cannot be sent either.
    await all(page).click()
    await page.keyboard.press('s')
    const none = dialog(page, 'Enviar 1 conta')
    await none.getByRole('button', { name: 'Enviar 0 contas' }).waitFor()
    expect(await none.getByRole('button', { name: 'Enviar 0 contas' }).isDisabled()).toBe(true)
    await none.getByText('Boletos', { exact: true }).click()
    await none.getByText('1 boleto já está vencido:').waitFor()
    await none.getByText(`${faulty}, conta `).waitFor()
  })

  test('an incomplete account can be corrected from its details, and the form keeps the typed values if the correction is refused', async ({
    page,
    expected,
  }) => {
    expected.push(/400/)
    const [one] = (await list('2026-05', 'SySGrão')).filter((one) => one.RAZAO_SOCIAL_TOMADOR === FAULTY)
    await signIn(page, at('2026-05', 'SySGrão'), 'financeiro')
    await row(page, FAULTY).getByRole('button', { name: 'Detalhes' }).click()
    await dialog(page, FAULTY).getByRole('button', { name: 'Corrigir' }).click()
    const form = dialog(page, 'Corrigir conta')
    // The missing field is marked and has the focus.
    const city = form.getByLabel('Município')
    await city.and(page.locator(':focus')).waitFor()
    await form.getByText('Tomador sem código de município.').waitFor()
    expect(await form.locator('[aria-invalid=true]').count()).toBe(1)
    // The hint and the error of the city leave its input level with the one beside it. The dialog may still be fading in.
    const topOf = async (label: string) => (await form.getByLabel(label).boundingBox())?.y
    await expect.poll(async () => (await topOf('Município')) === (await topOf('CEP'))).toBe(true)
    await city.fill('Lugar Nenhum - MT')
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await form.getByText('Cidade não existe').waitFor()
    await city.and(page.locator('[aria-invalid=true]:focus')).waitFor()
    await city.fill('Bom Jesus')
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await form.getByText(messages.ambiguousCity('“Bom Jesus”')).waitFor()
    // A refused address marks the field for all addresses.
    const addresses = form.getByLabel('E-mails')
    const stored = await addresses.inputValue()
    await addresses.fill('sem-arroba')
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await addresses.and(page.locator('[aria-invalid=true]:focus')).waitFor()
    await form.getByText('E-mail inválido.').waitFor()
    await addresses.fill(stored)
    await city.fill('Nova Mutum - MT')
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await toast(page, messages.corrected)
    await dialog(page, FAULTY).getByText('Nova Mutum').waitFor()
    expect(await whole(one?.ID_REF_PARCELA_CONTA ?? 0)).toMatchObject({ CIDADE_TOMADOR: 'Nova Mutum', IMPEDIMENTO_NFSE: null })
  })

  test('boletos disappear from the list of open boletos as soon as they are issued, without a reload', async ({ open }) => {
    const page = await movable(open, at('2026-07', 'Integracao Bayer', { documento: 'boletos' }))
    await all(page).click()
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 5 contas')
    await form.getByLabel('Novo vencimento').fill('30/12/2026')
    await form.getByRole('button', { name: 'Enviar 5 contas' }).click()
    await toast(page, messages.sent)
    await settled(page)
    await page.getByText('Nenhuma conta em 07/2026 com estes filtros.').waitFor()
    expect((await list('2026-07', 'Integracao Bayer', 1, 1)).length).toBe(5)
    await page.getByRole('button', { name: 'Ver as emitidas' }).click()
    await expect.poll(() => rows(page).count()).toBe(5)
  })

  test('60 accounts are sent in requests of 25, and if a request fails, the unsent accounts stay selected for a retry', async ({
    page,
    expected,
  }) => {
    expected.push(/500/)
    await severalOf('2027-03', 60)
    await signIn(page, at('2027-03', FULL, { documento: 'boletos' }), 'financeiro')
    await all(page).click()
    await bar(page).getByText('60 selecionadas').waitFor()
    // At the end of the list, the last row is completely above the bar.
    await page.keyboard.press('End')
    await row(page, 'Tomador 1059').waitFor()
    const [last, over] = [await row(page, 'Tomador 1059').boundingBox(), await bar(page).boundingBox()]
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
    // The screen is now so low that the content of the dialog scrolls.
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
    const form = dialog(page, 'Enviar 60 contas')
    await form.getByLabel('Observação').focus()
    await page.keyboard.press('Control+Enter')
    await form.getByText('25 de 60', { exact: true }).waitFor()
    expect(await form.getByRole('progressbar').getAttribute('value')).toBe('25')
    // The progress bar must be visible above the footer, even with many warnings.
    const [how, foot] = [await form.getByRole('progressbar').boundingBox(), await form.locator('footer').boundingBox()]
    expect((how?.y ?? 0) + (how?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    const leaves = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await leaves()).toBe(false)
    held.resolve()
    await form.getByText('25 de 60 contas enviadas. As outras continuam aqui: tente novamente.').waitFor()
    await bar(page).getByText('35 selecionadas').waitFor()
    expect(await leaves()).toBe(true)
    // The keyboard still works after the failure.
    await form.getByRole('button', { name: 'Enviar 35 contas' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.sent)
    expect(sizes).toEqual([25, 25, 25, 10])
    await expect.poll(() => form.count()).toBe(0)
    expect(await bar(page).count()).toBe(0)
  })

  test('the page reports accounts as sent if the server accepted them, even if the response is lost', async ({ page, expected }) => {
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

  test('if every account is refused, a message refers to the list, which shows the reason at each account', async ({ page, expected }) => {
    expected.push(/409/)
    const [one] = await list('2026-06', 'Integracao Bayer')
    await signIn(page, at('2026-06', 'Integracao Bayer', { documento: 'nfse' }), 'financeiro')
    await box(page, 0).click()
    const name = (await rows(page).first().getByRole('cell').nth(1).innerText()).trim()
    // The account becomes incomplete only after the page has loaded the list.
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

describe('accounts being issued', () => {
  test('the button Atualizar status requests the state of sent accounts, and issued accounts leave the list Enviado without a reload', async ({
    open,
    expected,
  }) => {
    expected.push(/500/)
    const month = '2026-06'
    const [id = 0] = idsOf(await list(month, 'SySBackup'))
    // The account is sent but not started, as if the response to the first of the two requests had been lost.
    await call('financeiro', 'PUT', '/nfse', { contas: [id], idStatus: 1, tipoEmissao: 1 })
    const page = await movable(open, at(month, 'SySBackup', { situacao: 'enviado' }))
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
    await settled(page)
    await page.getByText('Nenhuma conta em 06/2026 com estes filtros.').waitFor()
    expect((await whole(id)).ID_STATUS_NFSE).toBe(3)
    await page.getByRole('button', { name: 'Atualizar status' }).click()
    await toast(page, messages.nothingToRefresh)
  })
})

describe('the deletion of accounts', () => {
  test('several selected accounts are deleted after a single confirmation, and issued accounts are not deleted', async ({ page, expected }) => {
    expected.push(/409/)
    const month = '2026-05'
    await unpaid(month)
    const open = await list(month, 'Integracao Bancaria')
    const [kept = 0] = idsOf(open)
    await db()
      .update(accounts)
      .set({ name: sql`${accounts.name} || ' Ltda.'` })
      .where(inArray(accounts.id, idsOf(open)))
    await call('financeiro', 'PUT', '/nfse', { contas: [kept], idStatus: 1, tipoEmissao: 2, novoVencimento: '2026-12-30' })
    await call('financeiro', 'POST', '/nfse', { contasForSend: [kept] })
    await idle()
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
    // The server refuses, as if another person had sent one of the accounts in the meantime.
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

describe('the details of an account', () => {
  const month = '2026-09'
  /** Issues and mails one account. */
  async function mailed() {
    const [id = 0] = await issue(month, 'SySGrão', 1)
    return { id, one: await whole(id) }
  }

  test('the details show the parties, the events and the e-mails, and the files can be downloaded', async ({ page, expected }) => {
    expected.push(/409/)
    const { id, one } = await mailed()
    const name = one.RAZAO_SOCIAL_TOMADOR ?? ''
    await signIn(page, at(month, 'SySGrão', { situacao: 'emitidas' }), 'financeiro')
    await row(page, name)
      .getByText(/^\d enviados?$/)
      .waitFor()
    // The search finds an account by the numbers that a customer on the phone would give.
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
    await window.getByRole('tab', { name: 'Processamento' }).click()
    await window.getByText(/^NFS-e \d+ emitida$/).waitFor()
    await window.getByText(/^Boleto emitido, nosso número/).waitFor()
    // The address contains the tab, so a reload shows the same tab.
    await goTo(page)
    await window.getByText(/^NFS-e \d+ emitida$/).waitFor()
    // The button sends without a question, so it is only on the tab that shows the addresses.
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

  test('the documents can be mailed again, also to another address, and the page shows the state of each e-mail', async ({ open }) => {
    const { id, one } = await mailed()
    const name = one.RAZAO_SOCIAL_TOMADOR ?? ''
    const page = await movable(open, at(month, 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id), aba: 'email' }))
    const window = dialog(page, `NFS-e ${one.NUMERO_NFSE} · ${name}`)
    const before = one.emailsEvents.length
    // Moves the clock past the period in which a second click is ignored.
    time().now += 11_000
    await window.getByRole('button', { name: 'Reenviar e-mail' }).click()
    await toast(page, messages.mailSent)
    await settled(page)
    expect((await whole(id)).emailsEvents.length).toBe(2 * before)
    await expect.poll(() => window.getByText(/^(Enviado|Com erro)$/).count()).toBe(2 * before)
    // Enter sends the e-mail to another address. Meanwhile the page never shows that the record was not found.
    time().now += 11_000
    const other = window.getByLabel('Enviar para outro endereço')
    await page.evaluate((missing) => {
      const seen: boolean[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => document.body.textContent.includes(missing) && seen.push(true)).observe(document, { childList: true, subtree: true })
    }, common.notFound)
    await other.fill('outro@exemplo.com.br')
    await other.press('Enter')
    await expect.poll(() => other.inputValue()).toBe('')
    await settled(page)
    await window.getByRole('rowheader', { name: 'outro@exemplo.com.br' }).waitFor()
    expect(await page.evaluate(() => (globalThis as unknown as { seen: boolean[] }).seen)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => search(page).get('acao')).toBe(null)
    time().now += 11_000
    await row(page, name)
      .getByRole('button', { name: `Reenviar e-mail ${name}` })
      .click()
    // A sent e-mail cannot be recalled, so the person must confirm, and the question names the customer.
    const question = page.getByRole('alertdialog', { name: 'Reenviar o e-mail desta conta?' })
    await question.getByText(name).waitFor()
    expect((await whole(id)).emailsEvents.length).toBe(2 * before + 1)
    await question.getByRole('button', { name: 'Reenviar' }).click()
    await toast(page, messages.mailSent)
    await idle()
    expect((await whole(id)).emailsEvents.length).toBe(3 * before + 1)
    // Simulates a lost response of the mail server.
    await db().update(mails).set({ state: 'unsure' }).where(eq(mails.accountId, id))
    await goTo(page, url(at(month, 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id), aba: 'email' })))
    await window.getByText(messages.mayBeSent).waitFor()
    await row(page, name)
      .getByText(/com erro$/)
      .waitFor()
    // While the e-mail is pending, the page refreshes its state until the e-mail is sent.
    const waits = { state: 'pending' as const, dueAt: new Date('2199-01-01') }
    await db().update(mails).set(waits).where(eq(mails.accountId, id))
    await goTo(page)
    await window.getByText('Pendente').first().waitFor()
    await db().update(mails).set({ state: 'sent' }).where(eq(mails.accountId, id))
    await page.clock.fastForward(ASKED_AGAIN)
    await window.getByText('Enviado', { exact: true }).first().waitFor()
    // A list that shows only NFS-e has no button for e-mails.
    await goTo(page, url(at(month, 'SySGrão', { documento: 'nfse', situacao: 'emitidas', acao: 'detalhes', id: String(id) })))
    await window.getByRole('button', { name: 'NFS-e', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Reenviar e-mail/ }).count()).toBe(0)
  })

  test('the details of an open account offer no files, and name the reason why the account cannot be issued', async ({ page, expected }) => {
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
})

describe('the receipts of boletos', () => {
  test('receipts are mailed for those selected accounts whose boletos are issued', async ({ page }) => {
    const month = '2026-08'
    const ids = await issue(month, FULL, 2)
    await signIn(page, at(month, FULL, { documento: 'boletos', situacao: 'emitidas' }), 'financeiro')
    await expect.poll(() => rows(page).count()).toBe(2)
    await all(page).click()
    await bar(page).getByRole('button', { name: 'Enviar recibo' }).click()
    const question = page.getByRole('alertdialog', { name: 'Enviar os recibos de 2 contas?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    // Waits until the complete dialog is gone, because its name disappears earlier.
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

describe('the payments of an account', () => {
  test('a payment by hand is proposed with what is left, shows in the details and moves the cash flow, and may be undone', async ({
    page,
    expected,
  }) => {
    expected.push(/400/)
    const month = '2026-12'
    const [account] = await list(month, 'Integracao Bayer')
    const id = account?.ID_REF_PARCELA_CONTA ?? 0
    const net = account?.VALOR_LIQUIDO ?? 0
    const open = async () => ((await call('financeiro', 'POST', '/dash/boletos', { period: '202612' })).body as CashFlow).valorReceberCC ?? 0
    const before = await open()
    await signIn(page, at(month, 'Integracao Bayer', { acao: 'detalhes', id: String(id), aba: 'recebimento' }), 'financeiro')
    await page.getByRole('button', { name: 'Registrar pagamento' }).click()
    const form = dialog(page, 'Registrar pagamento')
    expect(await form.getByLabel('Valor').inputValue()).toBe(net.toLocaleString('pt-BR', { minimumFractionDigits: 2 }))
    expect(await form.getByLabel('Pago em').inputValue()).toBe('19/11/2026')
    await form.getByLabel('Pago em').fill('20/11/2026')
    await page.keyboard.press('Control+Enter')
    await form.getByText(messages.paidInFuture).waitFor()
    await form.getByLabel('Pago em').fill('18/11/2026')
    await form.getByLabel('Observação').fill('No balcão')
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.paid)
    const details = page.getByRole('dialog')
    await details.getByText('por Letícia Arantes · No balcão').waitFor()
    // Nothing is left to receive, so the button is gone.
    await expect.poll(() => page.getByRole('button', { name: 'Registrar pagamento' }).count()).toBe(0)
    expect(Math.round(100 * (before - (await open())))).toBe(Math.round(100 * net))
    await page.getByRole('button', { name: /^Desfazer o pagamento/ }).click()
    const undo = dialog(page, `Desfazer pagamento de ${reais(net)}`)
    await undo.getByLabel('Motivo').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Enter')
    await undo.getByText('Motivo precisa ser preenchido.').waitFor()
    await page.keyboard.type('Era de outra conta.')
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.unpaid)
    await details.getByText('Desfeito por Letícia Arantes: Era de outra conta.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Registrar pagamento' }).waitFor()
    expect(await open()).toBe(before)
  })
})

describe('the boletos at the bank', () => {
  test('chosen boletos are registered by a remessa, and a retorno shows which were refused and paid', async ({ page, expected }) => {
    expected.push(/400/)
    const month = '2033-03'
    await severalOf(month, 2)
    await unpaid(month)
    const [paid, refused] = await Promise.all((await issue(month, FULL, 2)).map(whole))
    const slips = at(month, FULL, { documento: 'boletos', situacao: 'emitidas' })
    await signIn(page, slips, 'financeiro')
    const name = ({ RAZAO_SOCIAL_TOMADOR }: Account) => RAZAO_SOCIAL_TOMADOR ?? '?'
    for (const one of [paid, refused]) await row(page, name(one!)).getByRole('checkbox').click()
    await bar(page).getByRole('button', { name: 'Registrar no banco' }).click()
    const question = page.getByRole('alertdialog', { name: 'Registrar 2 boletos no banco?' })
    await question.getByRole('button', { name: 'Registrar', exact: true }).click()
    await toast(page, bankMessages.registered)
    for (const one of [paid, refused]) await row(page, name(one!)).getByText('Na remessa').waitFor()

    await page.getByRole('button', { name: 'Remessas' }).click()
    const files = dialog(page, 'Remessas')
    const download = page.waitForEvent('download')
    await files
      .getByRole('button', { name: /^Baixar a remessa/ })
      .first()
      .click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^001-\d{6}\.rem$/)
    const { orders } = readRemittance(nextDoorOf('001'), await readFile(await file.path(), 'latin1'))
    await page.keyboard.press('Escape')

    const numbers = new Map(orders.map(({ p }) => [p.document.trim(), p.ourNumber.trim()]))
    const tOf = (one: WholeAccount | undefined) => ({ ourNumber: numbers.get(`${one?.ID_REF_CONTA}/1`) ?? '' })
    const cents = Math.round(100 * (paid?.VALOR_LIQUIDO ?? 0))
    const told = returnOf(nextDoorOf('001'), { cnpj: paid?.CNPJ_PRESTADOR ?? '', sequence: 7 }, [
      { movement: '02', t: tOf(paid) },
      { movement: '03', t: { ...tOf(refused), reasons: '48' } },
      { movement: '06', t: { ...tOf(paid), cents }, u: { paid: cents, credited: cents, on: '2026-11-18', creditedOn: '2026-11-19' } },
    ])
    await page.getByRole('button', { name: 'Ler retorno' }).click()
    const reading = dialog(page, 'Ler retorno')
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await reading.getByRole('button', { name: 'Escolher arquivo' }).click()
      await (await chooser).setFiles({ name: 'CB2011.RET', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') })
    }
    await choose(told.slice(0, -100))
    await reading.getByText(/Linha 10: A linha tem \d+ colunas em vez de 240\./).waitFor()
    await choose(told)
    const messagesOf = dialog(page, 'Retorno 7 · BANCO DO BRASIL')
    await messagesOf.getByText('CEP inválido').waitFor()
    expect(
      (await messagesOf.getByRole('row').allInnerTexts()).slice(1).map((text) => /Entrada confirmada|Entrada recusada|Liquidação/.exec(text)?.[0]),
    ).toEqual(['Entrada confirmada', 'Entrada recusada', 'Liquidação'])
    await idle()
    await page.keyboard.press('Escape')
    await goTo(page, url(slips))
    await row(page, name(paid!)).getByText('Pago').waitFor()
    await row(page, name(refused!)).getByText('Recusado').waitFor()
    expect((await whole(paid?.ID_REF_PARCELA_CONTA ?? 0)).VALOR_RECEBIDO).toBe(paid?.VALOR_LIQUIDO)
  })

  test('an instruction to the bank is kept for the next remessa, and can be undone until then', async ({ page }) => {
    const month = '2033-04'
    await severalOf(month, 1)
    await unpaid(month)
    const [id = 0] = await issue(month, FULL, 1)
    await call('financeiro', 'POST', '/nfse/remittances', { contas: [id] })
    await db().update(registrations).set({ state: 'registered' }).where(eq(registrations.accountId, id))
    await signIn(page, at(month, FULL, { acao: 'detalhes', id: String(id), aba: 'recebimento' }), 'financeiro')
    await page.getByRole('button', { name: 'Instrução ao banco' }).click()
    const form = dialog(page, 'Instrução ao banco')
    await form.getByRole('combobox', { name: 'Instrução' }).click()
    await page.getByRole('option', { name: 'Mudar o vencimento' }).click()
    await form.getByLabel('Novo vencimento').fill('15/01/2027')
    await page.keyboard.press('Control+Enter')
    await toast(page, bankMessages.ordered)
    await page.getByText('Mudar o vencimento · 15/01/2027').waitFor()
    await page.getByRole('button', { name: 'Desfazer: Mudar o vencimento' }).click()
    await toast(page, bankMessages.orderDropped)
    await page.getByText('Mudar o vencimento · 15/01/2027').waitFor({ state: 'detached' })
  })
})

describe('the data load', () => {
  test('the data load can be requested for a month, and the list shows the loaded accounts without a reload', async ({ open, expected }) => {
    expected.push(/409/)
    const month = '2026-12'
    const name = (await list(month, 'SySGrão'))[0]?.RAZAO_SOCIAL_TOMADOR ?? ''
    await db()
      .delete(accounts)
      .where(and(eq(accounts.month, '2026-12-01'), eq(accounts.name, name)))
    const page = await movable(open, at(month, 'SySGrão'))
    await expect.poll(() => rows(page).count()).toBe(7)
    await page.getByRole('button', { name: 'Carga de dados' }).click()
    const window = dialog(page, 'Carga de dados')
    expect(search(page).get('acao')).toBe('carga')
    const field = window.getByLabel('Mês de referência')
    expect(await field.inputValue()).toBe('12/2026')
    await window.getByText('11/2026', { exact: true }).waitFor()
    await field.fill('13/2026')
    await window.getByRole('button', { name: 'Solicitar' }).click()
    await window.getByText('Mês inválido.').waitFor()
    await field.and(page.locator(':focus')).waitFor()
    await field.fill('12/2026')
    await window.getByRole('button', { name: 'Solicitar' }).click()
    await toast(page, messages.loadRequested)
    await settled(page)
    await expect.poll(() => rows(page).count()).toBe(8)
    await page.route('**/api/load-data/request', (route) => route.fulfill({ status: 409, json: { message: messages.loadRunning } }))
    await window.getByRole('button', { name: 'Solicitar' }).click()
    await window.getByText(messages.loadRunning).waitFor()
  })
})
