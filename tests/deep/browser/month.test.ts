// Lives through a month of NFS-e Express in a real browser on the real API, with the banks of the tests at the other end. After each step, NFS-e
// Express, the cash flow, its drill-downs, Cobrança and the income statement must agree to the centavo.
import { and, eq, inArray, ne } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { NO_TERMS } from '../../../server/api/banks/bank.ts'
import { bankOf } from '../../../server/api/banks/banks.ts'
import { issuers, mails } from '../../../server/api/db/schema.ts'
import type { AgingClient } from '../../../shared/features/aging.ts'
import { messages as bank } from '../../../shared/features/bank-files.ts'
import { messages as cancellation } from '../../../shared/features/cancellation.ts'
import { messages as commissions } from '../../../shared/features/commission-closings.ts'
import { ALL_CENTRES, messages, type Account } from '../../../shared/features/nfse.ts'
import type { CashFlow, DreRow, DrillDown } from '../../../shared/features/overview.ts'
import { messages as second } from '../../../shared/features/second-copy.ts'
import { centsOf } from '../../../shared/money.ts'
import { nextDoorOf } from '../../support/banks/all.ts'
import { readRemittance, returnOf, type Told } from '../../support/banks/next-door.ts'
import { test } from '../../support/browser.ts'
import { toast } from '../../support/demo-company.ts'
import { dialog } from '../../support/form-actions.ts'
import { movableClock } from '../../support/page-clock.ts'
import { all, bar, idsOf, nfseScreen, row, rows } from '../../support/nfse-screen.ts'

const { at, call, db, idle, signIn, time, list, whole } = nfseScreen()
const MONTH = '2027-01'
const PERIOD = '202701'
/** The demo's companies that invoice, by their banks. */
const issuersOf: Record<string, number> = { '001': 1, '748': 2, '341': 3 }
/** Pause in ms after which the page requests an unfinished list or account again. */
const ASKED_AGAIN = 5_000

const sumOf = <T>(list: T[], of: (one: T) => number | null | undefined) => list.reduce((sum, one) => sum + centsOf(of(one) ?? 0), 0)
const ask = async <T>(method: string, path: string, body?: object) => {
  const answer = await call('financeiro', method, path, body)
  expect(answer.status, path).toBe(200)
  return answer.body as T
}

async function cnpjOf(code: string) {
  const [issuer] = await db()
    .select({ cnpj: issuers.cnpj })
    .from(issuers)
    .where(eq(issuers.id, issuersOf[code] ?? 0))
  return issuer?.cnpj ?? ''
}

/** All accounts of the month, whatever their state. */
const ofMonth = async () => (await Promise.all([1, 2, 3].map((status) => list(MONTH, ALL_CENTRES, status)))).flat()

/** Fails unless all screens state the same amounts. Returns the cash flow of the month. */
async function agree() {
  const flow = await ask<CashFlow>('POST', '/dash/boletos', { period: PERIOD, idOptionCentroCusto: 1 })
  const drill = async (company: string, drillDownOption: string) =>
    (await ask<DrillDown>('POST', '/dash/boletos/drill-down', { period: PERIOD, company, drillDownOption })).dataset
  const documents = []
  for (const { company, valorGerado, valorRecebido, valorAReceber } of flow.totalizerByCompay) {
    const [made, received, open] = [
      await drill(company ?? '', 'gerado'),
      await drill(company ?? '', 'recebido'),
      await drill(company ?? '', 'aReceber'),
    ]
    const sums = [made, received, open].map((rows) => sumOf(rows, ({ valor }) => Number(valor)))
    expect(sums, company ?? '').toEqual([valorGerado, valorRecebido, valorAReceber].map((value) => centsOf(value ?? 0)))
    documents.push(...made)
  }
  // A cancelled account counts with what was received of it.
  const owed = (one: Account) => (one.NFSE_CANCELADA ? one.VALOR_RECEBIDO : one.VALOR_LIQUIDO)
  expect(sumOf(await ofMonth(), owed)).toBe(
    sumOf(
      documents.filter(({ idConta }) => typeof idConta === 'number'),
      ({ valor }) => Number(valor),
    ),
  )
  const [made, received, open] = [flow.valorGeradoCC, flow.valorRecebidoCC, flow.valorReceberCC].map((value) => centsOf(value ?? 0))
  expect(made).toBe((received ?? 0) + (open ?? 0))
  const { total, clientes } = await ask<{ total: AgingClient; clientes: AgingClient[] }>('GET', '/dash/aging')
  expect(centsOf(total.total)).toBe(centsOf(flow.valorReceberGeral ?? 0))
  expect(sumOf(clientes, (one) => one.total)).toBe(centsOf(total.total))
  const dre = { idDre: 1, idEmpresas: [1, 2, 3, 4], firstLoad: false, typeofView: 'Mensal', period: PERIOD }
  const { dataset } = await ask<{ dataset: DreRow[] }>('POST', '/dash/dre', dre)
  expect(
    sumOf(
      dataset.filter(({ descricaoConta }) => descricaoConta === 'Receita bruta'),
      ({ valor }) => valor,
    ),
  ).toBe(made)
  return { made: made ?? 0, received: received ?? 0 }
}

test('a month is lived through, from the load to the income statement, and all screens agree after each step', async ({ open, expected }) => {
  expected.push(/409/)
  const terms = { ...NO_TERMS, interest: { kind: 'monthly', rate: 100 }, fine: { kind: 'share', rate: 200 } } as const
  await db()
    .update(issuers)
    .set({ terms })
    .where(eq(issuers.id, issuersOf['001'] ?? 0))
  /** Opens a page at a moment. */
  const pageAt = async (day: string) => {
    time().now = Date.parse(`${day}T14:00:00Z`)
    const page = await open()
    await movableClock(page, time().now)
    return page
  }
  /** Waits for the background jobs, and then lets the page request their result. */
  const settled = async (page: Page) => {
    await idle()
    await page.clock.fastForward(ASKED_AGAIN)
  }
  const closed = async (page: Page) => {
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
  /** Downloads the newest remessas, as many as `count`, and has the banks read them. */
  const remittances = async (page: Page, count: number) => {
    await page.getByRole('button', { name: 'Remessas' }).click()
    const buttons = dialog(page, 'Remessas').getByRole('button', { name: /^Baixar a remessa/ })
    await buttons.first().waitFor()
    const read = []
    for (let nth = 0; nth < count; nth += 1) {
      const [file] = await Promise.all([page.waitForEvent('download'), buttons.nth(nth).click()])
      const text = await readFile(await file.path(), 'latin1')
      const code = text.slice(0, 3)
      read.push({ code, orders: readRemittance(nextDoorOf(code), text).orders })
    }
    await closed(page)
    return read
  }
  let sequence = 0
  /** A bank answers, and the company reads its file. */
  const tell = async (page: Page, code: string, told: Told[]) => {
    const text = returnOf(nextDoorOf(code), { cnpj: await cnpjOf(code), sequence: (sequence += 1) }, told)
    await page.getByRole('button', { name: 'Ler retorno' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog(page, 'Ler retorno').getByRole('button', { name: 'Escolher arquivo' }).click(),
    ])
    await chooser.setFiles({ name: `${code}.RET`, mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') })
    await dialog(page, `Retorno ${sequence} · ${bankOf(code).name}`).waitFor()
    await settled(page)
    await closed(page)
  }

  let page = await pageAt('2027-01-11')
  await signIn(page, at(MONTH, ALL_CENTRES), 'financeiro')
  await page.getByRole('button', { name: 'Carga de dados' }).first().click()
  await dialog(page, 'Carga de dados').getByRole('button', { name: 'Solicitar' }).click()
  await toast(page, messages.loadRequested)
  await settled(page)
  await closed(page)
  const loaded = await ofMonth()
  await page.getByRole('radio', { name: `Em aberto ${loaded.length}` }).waitFor()
  const { made } = await agree()

  const incomplete = loaded.filter(({ IMPEDIMENTO_NFSE }) => IMPEDIMENTO_NFSE !== null)
  expect(incomplete.length).toBeGreaterThan(0)
  for (const { RAZAO_SOCIAL_TOMADOR: name, ID_REF_PARCELA_CONTA: id } of incomplete) {
    await signIn(page, at(MONTH, ALL_CENTRES, { acao: 'detalhes', id: String(id) }), 'financeiro')
    await dialog(page, name ?? '')
      .getByRole('button', { name: 'Corrigir' })
      .click()
    const form = dialog(page, 'Corrigir conta')
    await form.getByLabel('Município').fill('Nova Mutum - MT')
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await toast(page, messages.corrected)
    await closed(page)
  }

  await all(page).click()
  await bar(page).getByText(`${loaded.length} selecionadas`).waitFor()
  await page.keyboard.press('s')
  const sending = dialog(page, `Enviar ${loaded.length} contas`)
  await sending.getByRole('button', { name: `Enviar ${loaded.length} contas` }).click()
  await toast(page, messages.sent)
  await settled(page)
  expect((await ofMonth()).filter((one) => one.ID_STATUS_NFSE !== 3 || one.ID_STATUS_BOLETO !== 2)).toEqual([])
  // Issuing changes no amount.
  expect((await agree()).made).toBe(made)

  const slips = at(MONTH, ALL_CENTRES, { documento: 'boletos', situacao: 'emitidas' })
  await signIn(page, slips, 'financeiro')
  await all(page).click()
  await bar(page).getByRole('button', { name: 'Registrar no banco' }).click()
  const question = page.getByRole('alertdialog', { name: /^Registrar \d+ boletos no banco\?$/ })
  await question.getByRole('button', { name: 'Registrar', exact: true }).click()
  await toast(page, bank.registered)
  const files = await remittances(page, 3)
  expect(files.map(({ code }) => code).toSorted((a, b) => a.localeCompare(b))).toEqual(['001', '341', '748'])
  const numbers = new Map(files.flatMap(({ orders }) => orders.map(({ p }) => [p.document.trim(), p.ourNumber.trim()])))
  const numberOf = ({ ID_REF_CONTA }: Account) => numbers.get(`${ID_REF_CONTA}/1`) ?? ''
  const ofBank = async (code: string) => {
    const cnpj = await cnpjOf(code)
    return (await ofMonth()).filter((one) => one.CNPJ_PRESTADOR === cnpj && numberOf(one) !== '')
  }
  // A boleto of a CNPJ with letters has no place in the files.
  const left = (await ofMonth()).filter((one) => numberOf(one) === '')
  expect(left.map(({ CNPJ_TOMADOR }) => /[A-Z]/.test(CNPJ_TOMADOR ?? ''))).toEqual(left.map(() => true))

  const [refused, ...others] = await ofBank('001')
  for (const code of ['001', '748', '341'])
    await tell(
      page,
      code,
      (await ofBank(code)).map((one) => ({
        movement: one.ID_REF_PARCELA_CONTA === refused?.ID_REF_PARCELA_CONTA ? '03' : '02',
        t: { ourNumber: numberOf(one), ...(one.ID_REF_PARCELA_CONTA === refused?.ID_REF_PARCELA_CONTA && { reasons: '48' }) },
      })),
    )
  expect((await whole(refused?.ID_REF_PARCELA_CONTA ?? 0)).RECUSA_REGISTRO).toBe('CEP inválido')

  page = await pageAt('2027-01-21')
  await signIn(page, slips, 'financeiro')
  const before = await agree()
  const paid = others.filter((_, nth) => nth % 2 === 0)
  await tell(
    page,
    '001',
    paid.map((one) => {
      const cents = centsOf(one.VALOR_LIQUIDO ?? 0)
      return {
        movement: '06',
        t: { ourNumber: numberOf(one), cents },
        u: { paid: cents, credited: cents, on: '2027-01-20', creditedOn: '2027-01-21' },
      }
    }),
  )
  expect((await agree()).received - before.received).toBe(sumOf(paid, ({ VALOR_LIQUIDO }) => VALOR_LIQUIDO))

  // Somebody has not paid: Cobrança asks for it with a second copy, which the bank has to know first.
  page = await pageAt('2027-02-05')
  const asked = (await Promise.all(others.map(({ ID_REF_PARCELA_CONTA }) => whole(ID_REF_PARCELA_CONTA)))).find(
    (one) => (one.VALOR_RECEBIDO ?? 0) === 0 && one.emailsList.length > 0,
  )
  const askedId = asked?.ID_REF_PARCELA_CONTA ?? 0
  const client = asked?.RAZAO_SOCIAL_TOMADOR ?? ''
  await signIn(page, `/dash-financeiro?aba=cobranca&q=${encodeURIComponent(client)}`, 'financeiro')
  await row(page, client)
    .getByRole('button', { name: /^Cobrar / })
    .click()
  await page
    .getByRole('alertdialog', { name: /^Cobrar .* por e-mail\?$/ })
    .getByRole('button', { name: 'Cobrar' })
    .click()
  await toast(page, second.collected)
  await idle()
  expect((await whole(askedId)).SEGUNDA_VIA?.multa).toBeGreaterThan(0)
  await signIn(page, `${slips}&q=${encodeURIComponent(client)}`, 'financeiro')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
  await all(page).click()
  await bar(page).getByRole('button', { name: 'Registrar no banco' }).click()
  await page
    .getByRole('alertdialog', { name: /no banco\?$/ })
    .getByRole('button', { name: 'Registrar', exact: true })
    .click()
  await toast(page, bank.registered)
  const again = (await remittances(page, 1)).find(({ code }) => code === '001')
  const entry = again?.orders.find(({ movement, p }) => movement === '01' && p.document.trim() === `${asked?.ID_REF_CONTA}/1`)
  const copy = entry?.p.ourNumber.trim() ?? ''
  const charged = Number(entry?.p.cents)
  expect(charged).toBeGreaterThan(centsOf(asked?.VALOR_LIQUIDO ?? 0))
  expect(again?.orders.some(({ movement, p }) => movement === '02' && p.ourNumber.trim() === numberOf(asked!))).toBe(true)
  await tell(page, '001', [
    { movement: '02', t: { ourNumber: copy } },
    { movement: '09', t: { ourNumber: numberOf(asked!) } },
  ])
  const sent = await db()
    .select({ state: mails.state })
    .from(mails)
    .where(and(eq(mails.accountId, askedId), eq(mails.kind, 'C'), ne(mails.state, 'sent')))
  expect(sent).toEqual([])
  const beforeCopy = await agree()
  await tell(page, '001', [
    { movement: '06', t: { ourNumber: copy, cents: charged }, u: { paid: charged, credited: charged, on: '2027-02-04', creditedOn: '2027-02-05' } },
  ])
  // Fine and interest are no part of what the account owes.
  expect((await agree()).received - beforeCopy.received).toBe(centsOf(asked?.VALOR_LIQUIDO ?? 0))

  // The note of an account of Sicredi is cancelled, and its boleto is written off by the next remessa.
  const [cancelled] = await ofBank('748')
  const cancelledId = cancelled?.ID_REF_PARCELA_CONTA ?? 0
  await signIn(page, at(MONTH, ALL_CENTRES, { situacao: 'emitidas', acao: 'detalhes', id: String(cancelledId) }), 'financeiro')
  await page.getByRole('button', { name: 'Cancelar NFS-e' }).click()
  const cancelling = dialog(page, 'Cancelar NFS-e')
  await cancelling.getByRole('combobox', { name: 'Motivo' }).click()
  await page.getByRole('option', { name: 'Serviço não Prestado' }).click()
  await cancelling.getByLabel('Descrição').fill('O serviço não foi prestado neste mês.')
  await cancelling.getByRole('button', { name: 'Confirmar' }).click()
  await toast(page, cancellation.cancelling)
  await settled(page)
  expect((await agree()).made).toBe(made - centsOf(cancelled?.VALOR_LIQUIDO ?? 0))
  await signIn(page, slips, 'financeiro')
  await page.getByRole('button', { name: 'Remessas' }).click()
  await dialog(page, 'Remessas').getByRole('button', { name: 'Gerar com as instruções guardadas' }).click()
  await toast(page, bank.sent(1))
  await closed(page)
  const [writeOff] = await remittances(page, 1)
  expect(writeOff).toMatchObject({ code: '748', orders: [{ movement: '02' }] })
  await tell(page, '748', [{ movement: '09', t: { ourNumber: numberOf(cancelled!) } }])

  // The note of an account of Itaú is replaced by one with another address. That changes no amount.
  const [replaced] = await ofBank('341')
  const replacedId = replaced?.ID_REF_PARCELA_CONTA ?? 0
  const last = await agree()
  await signIn(page, at(MONTH, ALL_CENTRES, { situacao: 'emitidas', acao: 'detalhes', id: String(replacedId) }), 'financeiro')
  await page.getByRole('button', { name: 'Substituir', exact: true }).click()
  const replacing = dialog(page, 'Substituir NFS-e')
  await replacing.getByRole('combobox', { name: 'Motivo' }).click()
  await page.getByRole('option', { name: 'Outros' }).click()
  await replacing.getByLabel('Descrição do motivo').fill('O endereço do tomador estava errado.')
  await replacing.getByLabel('Logradouro').fill('Rua Corrigida')
  await replacing.getByRole('button', { name: 'Confirmar' }).click()
  await toast(page, cancellation.replacing)
  await settled(page)
  expect((await whole(replacedId)).LOGRADOURO_TOMADOR).toBe('Rua Corrigida')
  expect(Number((await whole(replacedId)).NUMERO_NFSE)).toBeGreaterThan(Number(replaced?.NUMERO_NFSE))
  expect(await agree()).toEqual(last)

  await signIn(page, '/consulta-comissoes', 'financeiro')
  await page.getByRole('button', { name: 'Fechar comissões' }).click()
  const closing = dialog(page, 'Fechar comissões')
  await closing.getByLabel('Mês').fill('01/2027')
  await closing.getByLabel('Mês').press('Tab')
  await closing.getByRole('row').nth(1).waitFor()
  await closing.getByRole('button', { name: 'Confirmar' }).click()
  await closing.getByRole('button', { name: 'Fechar comissões' }).click()
  await toast(page, commissions.closed)
  await page.getByRole('heading', { level: 1, name: 'Fechamento de janeiro de 2027' }).waitFor()

  // The screens show what the API has answered.
  const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  const final = await agree()
  const shown = async () => (await page.locator('dl dd').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  await signIn(page, '/dash-financeiro?mes=2027-01', 'financeiro')
  await expect
    .poll(async () => (await shown()).filter((text) => text.includes('%')).map((text) => text.replace(/ [\d,]+ %$/, '')))
    .toEqual([final.made, final.received, final.made - final.received].map((cents) => brl.format(cents / 100).replaceAll('\u00A0', ' ')))
  await signIn(page, '/dash-financeiro?aba=dre&dre=1&empresas=1&empresas=2&empresas=3&empresas=4&visao=mensal&periodo=2027-01', 'financeiro')
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Receita bruta', exact: true }) })
    .getByText(brl.format(final.made / 100).replace(/^R\$\s/, ''))
    .first()
    .waitFor()
  expect(idsOf(await ofMonth()).length).toBe(loaded.length)
  // A refused boleto is registered once its customer was corrected at the source, so it still waits here.
  const waiting = await db()
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.state, ['pending', 'sending']))
  expect(waiting).toEqual([])
})
