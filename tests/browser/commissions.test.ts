// Tests the commissions of a service control and the query over all commissions, in a real browser on the real API. Another library reads the
// exported files.
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { dayBr, wallDay } from '../../shared/clock.ts'
import { messages, type CommissionResult } from '../../shared/features/commissions.ts'
import { messages as common } from '../../shared/messages.ts'
import { centsOfBr, reaisOf } from '../../shared/money.ts'
import { NOW } from '../support/api.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog, send } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { card, commissionsScreen, exported, figures, formulasOf, lasting, readSheet } from '../support/commissions-screen.ts'
import { toast } from '../support/demo-company.ts'

const { call, control, db, makeControl, pay, signIn, url } = commissionsScreen()

const money = (text: string | null) => reaisOf(centsOfBr(text ?? ''))

describe('the commissions of a service control', () => {
  test('the summary shows the amount due, received and open, and the hours worked', async ({ page }) => {
    await reduceMotion(page)
    await pay('P', 900, '2026-11-10', 'Parcela 1')
    await pay('R', 300.5, '2026-11-12', 'Pix')
    await signIn(page, `/controle-servicos/comissoes/${control.id}`)
    await card(page, 'Pix').waitFor()
    expect((await figures(page)).slice(1)).toEqual(['900,00', '300,50', '599,50', '02:30'])
    expect(await axe(page)).toEqual([])
    await card(page, 'Parcela 1').getByText('Vencimento 10/11/2026').waitFor()
    await card(page, 'Pix').getByText('Data 12/11/2026').waitFor()
    await card(page, 'Conferência').getByText('Ticket 48233').waitFor()
    expect(await page.getByRole('button', { name: 'Ações de Conferência' }).count()).toBe(0)
  })

  test('an instalment or receipt can be created, changed and made inactive, and its history is shown', async ({ page }) => {
    await signIn(page, `/controle-servicos/comissoes/${control.id}`, 'equipe')
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

  test('the form of a commission opens only under the address of its service control, and only while the commission is active', async ({ page }) => {
    const [own, entry] = [control.id, await pay('P', 900, '2026-11-10', 'Parcela 1')]
    await makeControl()
    const elsewhere = `/controle-servicos/comissoes/${control.id}`
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

  test('a person who neither owns the service control nor has finance rights sees a refusal instead of its commissions', async ({
    page,
    expected,
  }) => {
    expected.push(/403/)
    await signIn(page, `/controle-servicos/comissoes/${control.id}`, 'projetos')
    await page.getByText(messages.denied).first().waitFor()
    expect(await page.locator('dl').count()).toBe(0)
  })
})

describe('Consulta de Comissões', () => {
  test('the page shows released and planned commissions, and the exported file has the same totals', async ({ page }) => {
    await reduceMotion(page)
    await pay('P', 900, '2026-11-10', 'Parcela 1')
    await pay('R', 450, '2026-11-12', 'Pix')
    await signIn(page, '/consulta-comissoes')
    await page.getByRole('row').nth(1).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await dialog(page, 'Filtrar').getByLabel('Ticket').fill('48.233')
    await send(page)
    const { body } = await call('supervisor', 'POST', '/comission-result', { nTicket: '48233' })
    const own = (body as CommissionResult[]).filter(({ idLoteHoras }) => idLoteHoras === control.id)
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
      'Liberado em',
      'Histórico',
    ])
    const percent = own[0]?.comissao ?? NaN
    const line = [control.id, '48233', 'Bruno Cavalcanti', 'Sementes Chapadão', new Date('2026-11-03')]
    const today = new Date(wallDay(NOW))
    const part = money(own[0]?.valorLiberado ?? null)
    expect(lines.filter(([lote]) => lote === control.id)).toEqual([
      [...line, lasting(75), null, 90, 112.5, percent, part, null, 'Liberado', today, null],
      [...line, null, lasting(75), 90, 112.5, percent, null, part, 'Previsto', null, null],
    ])
    const sum = (body as CommissionResult[]).reduce((all, row) => all + money(row.total), 0)
    expect(lines.at(-1)?.[8]).toBeCloseTo(sum, 2)
    const last = 2 + lines.length - 1
    expect(await formulasOf(download)).toEqual(['F', 'G', 'I', 'K', 'L'].map((letter) => `SUM(${letter}3:${letter}${last})`))
  })

  test('an adjustment of a released commission has a release day of its own, a minus sign and a different colour', async ({ page }) => {
    // A separate ticket keeps these negative hours out of the sums of the other tests.
    await makeControl('70001')
    await pay('P', 100, '2026-11-10', 'Parcela 1')
    await pay('R', 100, '2026-11-12', 'Pix')
    await db().execute(sql`update commission_releases set released_on = '2026-10-20'
      where movement_id in (select id from service_movements where control_id = ${control.id})`)
    await pay('P', 100, '2026-11-13', 'Parcela 2')
    await signIn(page, '/consulta-comissoes?q=70001')
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('checkbox', { name: 'Liberado em' }).click()
    await page.keyboard.press('Escape')
    const row = (status: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: status, exact: true }) })
    await row('Liberado').getByRole('cell', { name: '20/10/2026' }).waitFor()
    await row('Previsto').waitFor()
    expect(await row('Liberado').locator('[data-tone=ok]').count()).toBe(1)
    const adjusted = row('Ajuste')
    expect(await adjusted.getByRole('cell', { name: dayBr(wallDay(NOW)) }).count()).toBe(2)
    expect(await adjusted.locator('[data-tone=ok]').count()).toBe(0)
    const cells = await adjusted.getByRole('cell').allInnerTexts()
    expect(cells.filter((text) => /^[-\u2212]/.test(text))).toEqual(['\u221201:15', '\u2212112,50', expect.stringMatching(/^\u2212/)])
    await page.getByPlaceholder('Buscar...').fill('70001 -112,50')
    await adjusted.waitFor()
    await signIn(page, '/consulta-comissoes?q=70001&liberadoDe=2026-10-20')
    await page.getByRole('columnheader', { name: 'Liberado em' }).waitFor()
    await row('Liberado').getByRole('cell', { name: '20/10/2026' }).waitFor()
  })

  test('a person without finance rights sees only their own commissions', async ({ page }) => {
    await signIn(page, '/consulta-comissoes', 'equipe')
    await page.getByRole('row').nth(1).waitFor()
    const people = await page.getByRole('row').evaluateAll((rows) => rows.slice(1, -1).map((row) => row.children[2]?.textContent))
    expect(new Set(people)).toEqual(new Set(['Bruno Cavalcanti']))
  })
})
