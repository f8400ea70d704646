// Tests the month at a glance, the documents of several accounts, second copies and Cobrança, in a real browser on the real API.
import { unzipSync } from 'fflate'
import { and, eq } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { issuers, mails } from '../../server/api/db/schema.ts'
import { messages as aging, type AgingClient } from '../../shared/features/aging.ts'
import { messages as cancellation } from '../../shared/features/cancellation.ts'
import { ALL_CENTRES, messages } from '../../shared/features/nfse.ts'
import { messages as month } from '../../shared/features/nfse-month.ts'
import { messages as second } from '../../shared/features/second-copy.ts'
import { axe } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { toast } from '../support/demo-company.ts'
import { dialog } from '../support/form-actions.ts'
import { movableClock } from '../support/page-clock.ts'
import { all, bar, FULL, idsOf, nfseScreen, row, rows, search } from '../support/nfse-screen.ts'

const { at, call, db, idle, issue, signIn, time, list, whole, severalOf, unpaid } = nfseScreen()
const DAY = 24 * 60 * 60 * 1000

describe('the month at a glance', () => {
  test('all cost centres can be listed at once, with counts of each state and a way to earlier months', async ({ page }) => {
    const open = await list('2026-11', ALL_CENTRES)
    await signIn(page, at('2026-11', ALL_CENTRES), 'financeiro')
    await page.getByRole('radio', { name: `Em aberto ${open.length}` }).waitFor()
    await page.getByRole('columnheader', { name: 'Centro de custo' }).waitFor()
    const line = page.getByRole('group', { name: 'Resumo do mês' })
    const earlier = await list('2026-10', ALL_CENTRES)
    await line.getByRole('button', { name: `${earlier.length} em aberto de outubro` }).click()
    await expect.poll(() => search(page).get('mes')).toBe('2026-10')
    await expect.poll(() => page.getByRole('radio', { name: `Em aberto ${earlier.length}` }).isChecked()).toBe(true)
    expect(await axe(page)).toEqual([])
  })

  test('a number above the list filters it, and is taken back by a second click', async ({ page }) => {
    const open = await list('2026-11', ALL_CENTRES)
    const incomplete = open.filter(({ IMPEDIMENTO_NFSE }) => IMPEDIMENTO_NFSE)
    expect(incomplete.length).toBeGreaterThan(1)
    await signIn(page, at('2026-11', ALL_CENTRES), 'financeiro')
    const toggle = page.getByRole('button', { name: `${incomplete.length} incompletas` })
    await toggle.click()
    await expect.poll(() => rows(page).count()).toBe(incomplete.length)
    expect(search(page).get('pendencia')).toBe('incompletas')
    await toggle.click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(incomplete.length)
  })

  test('the documents of selected accounts are downloaded as a ZIP or as one PDF, and mailed in one go', async ({ page }) => {
    const ids = await issue('2026-09', 'SySBackup', 2)
    await signIn(page, at('2026-09', 'SySBackup', { situacao: 'emitidas' }), 'financeiro')
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('columnheader', { name: 'Nº da NFS-e' }).waitFor()
    await all(page).click()
    const file = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), bar(page).getByRole('button', { name }).click()])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const zip = await file('Baixar ZIP')
    expect(zip.name).toBe('Notas e boletos - 2 contas.zip')
    expect(Object.keys(unzipSync(zip.bytes))).toHaveLength(6)
    const pdf = await file('Imprimir')
    expect(pdf.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    await toast(page, month.printable)
    const sent = async () => (await Promise.all(ids.map(whole))).flatMap(({ emailsEvents }) => emailsEvents).length
    const before = await sent()
    time().now += 11_000
    await bar(page).getByRole('button', { name: 'Enviar e-mail' }).click()
    const question = page.getByRole('alertdialog', { name: 'Enviar os e-mails de 2 contas?' })
    await question.getByRole('button', { name: 'Enviar' }).click()
    await toast(page, messages.mailSent)
    await expect.poll(() => bar(page).count()).toBe(0)
    await idle()
    expect(await sent()).toBe(2 * before)
  })
})

describe('an overdue boleto', () => {
  test('a second copy shows its parts before it is asked for, and Cobrança asks for the payment once a day', async ({ open, expected }) => {
    expected.push(/409/)
    const terms = {
      interest: { kind: 'monthly', rate: 100 },
      fine: { kind: 'share', rate: 200 },
      discount: { kind: 'none' },
      protest: { kind: 'none' },
      writeOffDays: null,
    } as const
    await db().update(issuers).set({ terms })
    await severalOf('2033-05', 2)
    await unpaid('2033-05')
    const ids = idsOf(await list('2033-05', FULL))
    for (const [method, path, body] of [
      ['PUT', '/nfse', { contas: ids, idStatus: 1, observacao: '', tipoEmissao: 2 }],
      ['POST', '/nfse', { contasForSend: ids }],
    ] as const)
      expect((await call('financeiro', method, path, body)).status).toBe(200)
    await idle()
    const [id = 0] = ids
    const due = (await whole(id)).DATA_VENCTO ?? ''
    time().now = Math.max(time().now, Date.parse(`${due}T15:00:00Z`) + 10 * DAY)
    try {
      const page = await open()
      await movableClock(page, time().now)
      await signIn(
        page,
        at('2033-05', FULL, { documento: 'boletos', situacao: 'emitidas', acao: 'detalhes', id: String(id), aba: 'recebimento' }),
        'financeiro',
      )
      await page.getByRole('button', { name: 'Segunda via' }).click()
      const form = dialog(page, 'Segunda via do boleto')
      // Five days are suggested, so the interest is of fifteen.
      await form.getByRole('rowheader', { name: 'Juros de 15 dias' }).waitFor()
      expect(await axe(page)).toEqual([])
      await form.getByRole('group', { name: 'Sem multa e juros' }).getByRole('switch').check({ force: true })
      await expect.poll(() => form.getByRole('row', { name: /^Multa/ }).innerText()).toContain('0,00')
      await form.getByRole('group', { name: 'Sem multa e juros' }).getByRole('switch').uncheck({ force: true })
      await form.getByRole('button', { name: 'Confirmar' }).click()
      await toast(page, second.asked)
      await idle()
      await page.clock.fastForward(5_000)
      expect((await whole(id)).SEGUNDA_VIA?.multa).toBeGreaterThan(0)

      await signIn(page, '/dash-financeiro?aba=cobranca', 'financeiro')
      const { RAZAO_SOCIAL_TOMADOR: client } = await whole(id)
      const total = ((await call('financeiro', 'GET', '/dash/aging')).body as { total: AgingClient }).total.total
      await page
        .getByText(new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(total), { exact: true })
        .first()
        .waitFor()
      expect(await axe(page)).toEqual([])
      await row(page, client ?? '').click()
      const documents = dialog(page, client ?? '')
      await documents
        .getByRole('rowheader', { name: /^Conta / })
        .first()
        .waitFor()
      await documents.getByRole('button', { name: 'Cobrar' }).click()
      const question = page.getByRole('alertdialog', { name: /^Cobrar .* por e-mail\?$/ })
      await question.getByRole('button', { name: 'Cobrar' }).click()
      await toast(page, second.collected)
      await idle()
      const asked = await db()
        .select()
        .from(mails)
        .where(and(eq(mails.accountId, id), eq(mails.kind, 'C')))
      expect(asked.map(({ state }) => state)).toEqual((await whole(id)).emailsList.map(() => 'sent'))
      await documents.getByText('cobrada em', { exact: false }).first().waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => documents.count()).toBe(0)
      await row(page, client ?? '')
        .getByRole('button', { name: /^Cobrar / })
        .click()
      await toast(page, aging.nothingToCollect)
    } finally {
      await db().update(issuers).set({ terms: null })
    }
  })
})

describe('an issued NFS-e', () => {
  test('it is replaced by one with corrected data, and then cancelled with a reason', async ({ open }) => {
    const [id = 0] = await issue('2026-08', 'SySGrão', 1)
    const before = await whole(id)
    const page = await open()
    await movableClock(page, time().now)
    await signIn(page, at('2026-08', 'SySGrão', { situacao: 'emitidas', acao: 'detalhes', id: String(id) }), 'financeiro')
    await page.getByRole('button', { name: 'Substituir', exact: true }).click()
    const replacing = dialog(page, 'Substituir NFS-e')
    await replacing.getByRole('combobox', { name: 'Motivo' }).click()
    await page.getByRole('option', { name: 'Outros' }).click()
    await replacing.getByLabel('Descrição do motivo').fill('Curta')
    await replacing.getByLabel('Logradouro').fill('Rua Corrigida')
    await replacing.getByRole('button', { name: 'Confirmar' }).click()
    await replacing.getByText('Descrição deve ter de 15 a 255 caracteres.').waitFor()
    expect(await axe(page)).toEqual([])
    await replacing.getByLabel('Descrição do motivo').fill('O endereço do tomador estava errado.')
    await replacing.getByRole('button', { name: 'Confirmar' }).click()
    await toast(page, cancellation.replacing)
    await idle()
    await page.clock.fastForward(5_000)
    const after = await whole(id)
    expect(Number(after.NUMERO_NFSE)).toBeGreaterThan(Number(before.NUMERO_NFSE))
    expect(after.LOGRADOURO_TOMADOR).toBe('Rua Corrigida')
    const details = dialog(page, `NFS-e ${after.NUMERO_NFSE} · ${after.RAZAO_SOCIAL_TOMADOR}`)
    await details.getByRole('button', { name: 'Cancelar NFS-e' }).click()
    const form = dialog(page, 'Cancelar NFS-e')
    await form.getByRole('combobox', { name: 'Motivo' }).click()
    await page.getByRole('option', { name: 'Serviço não Prestado' }).click()
    await form.getByLabel('Descrição').fill('O serviço não foi prestado neste mês.')
    expect(await axe(page)).toEqual([])
    // The demo company has received this account, so the note is not cancelled without a second answer.
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await form.getByText(cancellation.paid).waitFor()
    await form.getByRole('switch').check({ force: true })
    await form.getByRole('button', { name: 'Confirmar' }).click()
    await toast(page, cancellation.cancelling)
    await idle()
    await page.clock.fastForward(5_000)
    await details.getByRole('tab', { name: 'Processamento' }).click()
    await details.getByText(/^NFS-e \d+ cancelada em /).waitFor()
    await details.getByRole('tab', { name: 'Dados Gerais' }).click()
    await details.getByText(/NFS-e cancelada em/).waitFor()
    await expect.poll(() => details.getByRole('button', { name: 'Cancelar NFS-e' }).count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await row(page, after.RAZAO_SOCIAL_TOMADOR ?? '')
      .getByText('Cancelada')
      .waitFor()
  })
})
