// Tests NFS-e Express in a real browser: lost responses, other screen sizes, printing, files and accessibility.
import { and, eq, isNotNull } from 'drizzle-orm'
import { Workbook } from 'exceljs'
import { describe, expect } from 'vitest'
import { accounts, costCentres, dataLoads } from '../../../server/api/db/schema.ts'
import { messages, type WholeAccount } from '../../../shared/features/nfse.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog } from '../../support/form-actions.ts'
import { loseAnswer } from '../../support/page-requests.ts'
import { drawn, drawsLate, goTo } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { FULL, FAULTY, idsOf, rows, row, box, all, bar, picked, search, lines, nfseScreen } from '../../support/nfse-screen.ts'

const { call, db, idle, issue, signIn, url, at, list, severalOf, unpaid } = nfseScreen()

describe('the checkboxes of the list', () => {
  test('the list has checkboxes only if an action for several accounts exists in the displayed state', async ({ page }) => {
    await signIn(page, at('2026-10', 'SySGrão', { situacao: 'emitidas' }), 'financeiro')
    for (const [more, centro, count] of [
      [{ situacao: 'enviado' }, FULL, 0],
      [{ situacao: 'emitidas' }, FULL, 1],
      [{ situacao: 'emitidas', documento: 'boletos' }, 'SySGrão', 1],
      [{ situacao: 'emitidas', documento: 'boletos' }, FULL, 1],
      [{}, 'SySGrão', 1],
    ] as const) {
      await goTo(page, url(at('2026-10', centro, more)))
      expect(await all(page).count(), JSON.stringify(more)).toBe(count)
    }
  })
})

describe('the sending of accounts', () => {
  test('the dialog warns about a month that has not begun and about taxes that must be declared', async ({ page }) => {
    const [like] = await db()
      .select()
      .from(accounts)
      .where(and(eq(accounts.month, '2026-11-01'), isNotNull(accounts.cityId)))
      .orderBy(accounts.id)
    const { id: _, ...given } = like!
    const [centre] = await db().select().from(costCentres).where(eq(costCentres.name, 'SySBackup'))
    const some = [1, 2].map((nth) => ({ ...given, centreId: centre?.id ?? 0, month: '2027-02-01', reference: 910_000 + nth }))
    // The second customer is a natural person who withholds the ISS.
    const person = { name: 'Helena Prado', document: '52998224725', issWithheld: true }
    await db()
      .insert(accounts)
      .values(some.map((one, nth) => (nth === 1 ? { ...one, ...person } : one)))
    await signIn(page, at('2027-02', 'SySBackup'), 'financeiro')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('s')
    const form = dialog(page, 'Enviar 2 contas')
    await form.getByText('02/2027 ainda não começou: as NFS-e saem com a competência de hoje.').waitFor()
    await form.getByText(/2 contas: Emitente sem IBS e CBS, .*: a nota pode ser recusada\./).waitFor()
    await form.getByText(/Helena Prado \(conta 910002\): O tomador que retém o ISS é pessoa física/).waitFor()
    await form.getByText('Boletos', { exact: true }).click()
    await expect.poll(() => form.getByText(/competência|IBS/).count()).toBe(0)
  })

  test('when Back closes the dialog or the confirmation, the list shows the same month, and the rows stay selected', async ({ page }) => {
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

  test('if another person deletes an account while the dialog is open, the dialog names this account and sends the others', async ({
    page,
    expected,
  }) => {
    expected.push(/404/)
    await unpaid('2026-09')
    const [, gone, ...kept] = await list('2026-09', 'SySBackup')
    await signIn(page, at('2026-09', 'SySBackup'), 'financeiro')
    await all(page).click()
    await page.keyboard.press('s')
    const form = dialog(page, `Enviar ${kept.length + 2} contas`)
    await form.waitFor()
    await call('supervisor', 'DELETE', '/nfse', { ids: [gone!.ID_REF_PARCELA_CONTA] })
    await page.keyboard.press('Control+Enter')
    await form.getByText(`${gone!.RAZAO_SOCIAL_TOMADOR}: já não está na lista, e fica de fora. As outras continuam aqui: tente novamente.`).waitFor()
    await form.getByRole('button', { name: `Enviar ${kept.length + 1} NFS-e` }).click()
    await toast(page, messages.sent)
    await idle()
    expect((await list('2026-09', 'SySBackup', 3)).length).toBe(kept.length + 1)
  })

  test('if the response to one of several requests is lost, a single message reports it, and all accounts are sent', async ({ page, expected }) => {
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

  test('if the responses to the request and to its look-up are lost, the outcome is reported as unknown, and Back closes the dialog', async ({
    page,
    expected,
  }) => {
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

  test('if sending an account is refused with 422, the page does not request the account again', async ({ page, expected }) => {
    expected.push(/422/)
    await signIn(page, at('2026-10', 'SySBackup', { documento: 'nfse' }), 'financeiro')
    await box(page, 0).click()
    const lookedUp: string[] = []
    await page.route(/\/api\/nfse\/\d+$/, (route) => {
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

  test('a typed observation is discarded only after a confirmation', async ({ page }) => {
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
    // With an unchanged form, the dialog closes without a question.
    await page.keyboard.press('s')
    await form.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => form.count()).toBe(0)
    // The address does not contain the selection, so it opens no dialog.
    await goTo(page, url(at('2026-10', 'SySBackup', { documento: 'nfse', acao: 'enviar' })))
    await expect.poll(() => search(page).get('acao')).toBe(null)
  })
})

describe('the deletion of accounts', () => {
  test('after a deletion, the focus moves to the next row, or to the previous row if the last one was deleted', async ({ page }) => {
    await unpaid('2026-08')
    await signIn(page, at('2026-08', 'Integracao Bancaria'), 'financeiro')
    // Slows the drawing down, so that the question closes only after the row is gone.
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
})

describe('the details of an account', () => {
  test('the dialog names the attachments before an e-mail is sent again, and reports if the customer has no address', async ({ page }) => {
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

  test('the list and the details are also shown if the responses of the API lack our additional fields', async ({ page }) => {
    const plain = (account: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(account).filter(
          ([key]) =>
            !/^(RECUSA|IMPEDIMENTO|NUMERO_NFSE$|QUANTIDADE_EMAILS$|versao$|NBS$|AVISOS|.*_(PRESTADOR|TOMADOR)$)/.test(key) ||
            key === 'RAZAO_SOCIAL_TOMADOR',
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

describe('the data load', () => {
  test('the page shows each state of the load and the refused lines, and a single message if the states cannot be requested', async ({
    page,
    expected,
  }) => {
    expected.push(/500/)
    const states: { month: string; state: 0 | 1 | 2; noData?: boolean; problems?: string[]; refused?: number }[] = [
      { month: '2025-04-01', state: 0 },
      { month: '2025-03-01', state: 1 },
      { month: '2025-02-01', state: 2, noData: true },
      { month: '2024-12-01', state: 2, noData: true, problems: ['O arquivo está vazio.'], refused: 0 },
      // The server stores only some of the problems. The last text counts the others.
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
    // A file with refused lines is marked with a warning.
    await line('01/2025').locator('[data-tone=warn]').waitFor()
    // The requested month is scrolled into view above the footer of the dialog.
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
    // Polling continues and the known months stay, but the failure is not reported again.
    await expect.poll(() => asked).toBeGreaterThan(before + 1)
    await drawn(page)
    expect(await page.getByText(messages.loadListFailed).count()).toBe(0)
    await problem.waitFor()
    expect(await db().$count(dataLoads)).toBeGreaterThan(0)
  })
})

describe('the screen NFS-e Express', () => {
  test('on a phone, the page shows cards with checkboxes, a button to select all, and full-screen dialogs', async ({ page }) => {
    await reduceMotion(page)
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

  test('the printed page contains every row and the filters, but no checkboxes', async ({ page }) => {
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

  test('the exported file contains CNPJ and CPF in their usual notation', async ({ page }) => {
    await signIn(page, at('2026-11', FULL), 'financeiro')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    const book = new Workbook()
    await book.xlsx.readFile(await download.path())
    const codes = book.worksheets[0]?.getColumn(2).values ?? []
    expect(codes).toContain('12.ABC.345/01DE-35')
    expect(codes).toContainEqual(expect.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d\d$/))
  })

  test('the screen fits a width of 1024 px', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await signIn(page, at('2026-11', FULL), 'financeiro')
    const fits = () => page.getByRole('table').evaluate((table) => table.parentElement!.scrollWidth <= table.parentElement!.clientWidth)
    expect(await fits()).toBe(true)
    expect((await page.getByRole('radiogroup').first().boundingBox())?.height).toBeLessThan(40)
  })
})

test('axe finds no violation in the list of accounts and its dialogs', async ({ page }) => {
  const month = '2026-09'
  const [id = 0] = await issue(month, 'SySGrão', 1)
  await reduceMotion(page)
  // No other test has stored a choice for this person in this browser.
  await signIn(page, '/nfse', 'supervisor')
  await page.getByText(messages.filters, { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await signIn(page, at('2026-11', FULL), 'financeiro')
  await page.keyboard.press('Control+a')
  await bar(page).getByText('17 selecionadas').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('s')
  await dialog(page, 'Enviar 17 contas').getByText('1 conta fica fora do envio:').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page, 'Enviar 17 contas').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Carga de dados' }).click()
  await dialog(page, 'Carga de dados').getByText('11/2026', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await goTo(page, url(at(month, 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id) })))
  const window = page.getByRole('dialog', { name: /^NFS-e \d/ })
  await window.getByText('Prestador', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await window.getByRole('tab', { name: 'Processamento' }).click()
  await window.getByText(/^NFS-e \d+ emitida$/).waitFor()
  expect(await axe(page)).toEqual([])
})
