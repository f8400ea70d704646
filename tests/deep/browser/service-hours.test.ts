// Tests Controle de Serviços in a real browser: lost responses, searches, and the ways to reach the screen.
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { messages } from '../../../shared/features/service-hours.ts'
import { TOLD } from '../../../shared/history.ts'
import { messages as common } from '../../../shared/messages.ts'
import { PASSWORD } from '../../support/api.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog, pick, send } from '../../support/form-actions.ts'
import { loseAnswer } from '../../support/page-requests.ts'
import { goTo } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { card, act, control, serviceHoursScreen } from '../../support/service-hours-screen.ts'

const { call, db, signIn, time, url, clientOf, newControl, work } = serviceHoursScreen()

describe('the service controls', () => {
  test('the page shows the number of controls with an exceeded balance, with the correct singular and plural form', async ({ page }) => {
    const idCliente = await clientOf('Associação Comercial e Empresarial de Querência')
    const overrun = async () => {
      const { body } = await call('supervisor', 'POST', '/service-time-control', { ...control, idCliente })
      await work((body as { id: number }).id, { qtdHoras: '11:00' })
      await signIn(page, `/controle-servicos?cliente=${idCliente}`)
    }
    await overrun()
    await page.getByRole('button', { name: '1 excedido', exact: true }).waitFor()
    await overrun()
    await page.getByRole('button', { name: '2 excedidos', exact: true }).waitFor()
  })

  test('links in a row open the hours and the commissions of the control, and the key F opens the filter', async ({ page }) => {
    const id = await newControl()
    await signIn(page, '/controle-servicos?q=sementes', 'equipe')
    const row = page.locator(`tr[data-id="${id}"]`)
    const [hours, theirs] = await Promise.all(['Serviços', 'Comissões'].map((name) => row.getByRole('link', { name }).getAttribute('href')))
    expect([hours, theirs]).toEqual([`/controle-servicos/${id}`, `/controle-servicos/comissoes/${id}`])
    await page.keyboard.press('f')
    await dialog(page, 'Filtrar').waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name: 'Serviços' }).click()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.waitForURL('**/controle-servicos?q=sementes')
  })
})

describe('the movements of a service control', () => {
  test('in the form, Tab chooses the highlighted option and moves to the next field, where typing replaces the text', async ({ page }) => {
    const id = await newControl()
    await signIn(page, `/controle-servicos/${id}`, 'equipe')
    await page.getByText('Nenhum registro.').waitFor()
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo registro')
    const person = page.getByRole('combobox', { name: 'Colaborador' })
    await expect.poll(() => person.inputValue()).toBe('Bruno Cavalcanti')
    await page.locator('[data-autofocus]:focus').waitFor()
    await page.keyboard.type('leti')
    await page.keyboard.press('Tab')
    await expect.poll(() => person.inputValue()).toBe('Letícia Arantes')
    await form.getByLabel('Data início').click()
    await page.getByRole('button', { name: 'Próximo' }).waitFor()
    await form.getByLabel('Data início').fill('24/11/2026')
    await page.keyboard.press('Tab')
    await page.keyboard.type('25/11/2026')
    await expect.poll(() => form.getByLabel('Data fim').inputValue()).toBe('25/11/2026')
  })

  test('if a reactivated movement takes more than the remaining balance, the page shows a warning', async ({ page }) => {
    const id = await newControl()
    const other = await work(id, { descricao: 'Mutirão', qtdHoras: '09:00' })
    await call('supervisor', 'PATCH', `/service-time-control-mov/${other}`)
    await work(id)
    await signIn(page, `/controle-servicos/${id}`)
    await act(page, 'Reativar', 'Mutirão')
    await toast(page, messages.balance('07:30', '\u221201:30', 'excedido'))
  })

  test.for([undefined, 524])(
    'if the response for a movement is lost, “Tentar novamente” does not create a second movement (status: %s)',
    async (status, { page, expected }) => {
      const id = await newControl()
      expected.push(status ? RegExp(String(status)) : /ERR_FAILED/)
      await signIn(page, `/controle-servicos/${id}`, 'equipe')
      await page.getByText('Nenhum registro.').waitFor()
      await page.getByRole('button', { name: 'Novo registro' }).first().click()
      const form = dialog(page, 'Novo registro')
      // A ticket may be typed with a dot, as it is displayed.
      await form.getByLabel('Ticket').fill(' 48.233 ')
      await form.getByLabel('Horas').fill('1:00')
      await form.getByLabel('Descrição').fill('Uma vez')
      await loseAnswer(page, '**/api/service-time-control-mov', 'POST', status)
      await send(page)
      await form.getByText('pode já estar gravado: tente novamente antes de mudar', { exact: false }).waitFor()
      expect(await form.getByLabel('Horas').isDisabled()).toBe(true)
      await form.getByRole('button', { name: 'Tentar novamente' }).click()
      await toast(page, messages.movementCreated)
      await page.getByText('09:00', { exact: true }).waitFor()
      expect(await page.getByRole('listitem').getByRole('heading').count()).toBe(1)
      const { body } = await call('supervisor', 'GET', `/service-time-control-mov?idControleHoras=${id}`)
      expect((body as { serviceTimeControlMovs: object[] }).serviceTimeControlMovs).toMatchObject([{ nTicket: '48233' }])
    },
  )

  test.for([
    ['lost', 'by its button'],
    ['still to come', 'by its address'],
  ] as const)(
    'if the response to a new movement is %s, the movement can be sent again after a reload, from the form opened %s',
    async ([answer, opened], { page, expected }) => {
      const id = await newControl()
      expected.push(/504/)
      await signIn(page, `/controle-servicos/${id}?acao=novo`, 'equipe')
      const form = dialog(page, 'Novo registro')
      await form.getByLabel('Ticket').fill('48233')
      await form.getByLabel('Horas').fill('1:00')
      await form.getByLabel('Descrição').fill('Uma vez')
      const maybe = form.getByText('pode já estar gravado: tente novamente antes de mudar', { exact: false })
      if (answer === 'lost') {
        await loseAnswer(page, '**/api/service-time-control-mov', 'POST', 504)
        await send(page)
        await maybe.waitFor()
      } else {
        let isStored = false
        await page.route('**/api/service-time-control-mov', (route) => route.fetch().then(() => void (isStored = true)), { times: 1 })
        await send(page)
        await expect.poll(() => isStored).toBe(true)
      }
      await goTo(page, opened === 'by its button' ? url(`/controle-servicos/${id}`) : undefined)
      if (opened === 'by its button') await page.getByRole('button', { name: 'Novo registro' }).first().click()
      await maybe.waitFor()
      expect(await form.getByLabel('Horas').isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      const question = page.getByRole('alertdialog', { name: 'Fechar sem saber se foi gravado?' })
      await question.getByRole('button', { name: 'Voltar ao formulário' }).click()
      await form.getByRole('button', { name: 'Tentar novamente' }).click()
      await toast(page, messages.movementCreated)
      await page.getByText('09:00', { exact: true }).waitFor()
      expect(await page.getByRole('listitem').getByRole('heading').count()).toBe(1)
    },
  )

  test('the tickets 900 and 00900 are displayed with their leading zeros', async ({ page }) => {
    const id = await newControl()
    await work(id, { nTicket: '900', descricao: 'Sem zeros' })
    await work(id, { nTicket: '00900', descricao: 'Com zeros' })
    await signIn(page, `/controle-servicos/${id}`)
    await card(page, 'Sem zeros').getByText('Ticket 900', { exact: true }).waitFor()
    await card(page, 'Com zeros').getByText('Ticket 00900', { exact: true }).waitFor()
  })

  test('movements are searched by ticket, hours, dates, person and effect on the balance', async ({ page }) => {
    const id = await newControl()
    await work(id)
    await work(id, {
      descricao: 'Reunião',
      nTicket: '50001',
      qtdHoras: '01:15',
      baixaSaldo: 0,
      dataInicio: '2026-10-20',
      dataFim: '2026-10-20',
      idColaborador: 1,
    })
    await signIn(page, `/controle-servicos/${id}`)
    for (const [typed, found] of [
      ['48.233', 'Conferência'],
      ['50001', 'Reunião'],
      ['01:15', 'Reunião'],
      ['03/11/2026', 'Conferência'],
      ['bruno', 'Conferência'],
      ['nao baixa', 'Reunião'],
    ] as const) {
      await page.getByPlaceholder('Buscar...').fill(typed)
      await expect.poll(() => page.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([expect.stringContaining(found)])
    }
    await page.getByPlaceholder('Buscar...').fill('')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await pick(page, 'Responsável', 'Bruno Cavalcanti')
    await send(page)
    await page.getByText('Responsável: Bruno Cavalcanti').waitFor()
    await expect.poll(() => page.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([expect.stringContaining('Conferência')])
  })

  test('the button “Mostrar as anteriores” shows older changes in the history', async ({ page }) => {
    const id = await newControl()
    const mov = await work(id)
    await db().execute(sql`
      insert into audit_changes (relation, record_id, before, after)
      select 'service_movements', ${mov}::int, '{"status": "A"}', '{"status": "I"}' from generate_series(1, ${TOLD}::int)`)
    await signIn(page, `/controle-servicos/${id}`)
    await act(page, 'Histórico', 'Conferência')
    const told = dialog(page, 'Histórico - Conferência')
    const older = told.getByRole('button', { name: 'Mostrar as anteriores' })
    await older.waitFor()
    expect(await told.getByText('criou').count()).toBe(0)
    await older.click()
    await told.getByRole('listitem').filter({ hasText: 'Marina Lobato criou' }).waitFor()
    expect(await older.count()).toBe(0)
  })

  test('if the URL names an unknown service control, the page shows a message and no balance', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, '/controle-servicos/999999')
    await page.getByText(common.notFound).waitFor()
    expect(await page.getByText('Saldo de horas').count()).toBe(0)
  })

  test('the history of an inactive movement can still be opened', async ({ page }) => {
    const id = await newControl()
    const mov = await work(id)
    await call('financeiro', 'PATCH', `/service-time-control-mov/${mov}`)
    await signIn(page, `/controle-servicos/${id}`)
    await act(page, 'Histórico', 'Conferência')
    const changes = dialog(page, 'Histórico - Conferência').getByRole('listitem')
    await changes.nth(1).waitFor()
    expect((await changes.allInnerTexts())[0]).toMatch(/^Letícia Arantes\s+alterou[\s\S]*Status\s+Ativo\s+agora\s*→ Inativo$/)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.getByRole('button', { name: 'Ações de Conferência' }).evaluate((button) => button === document.activeElement))
      .toBe(true)
  })

  test('a supervisor can set until which day a ticket is monitored; a person without that right does not see the switch “Ticket monitorado”', async ({
    page,
  }) => {
    const id = await newControl()
    await signIn(page, `/controle-servicos/${id}`)
    await page.getByRole('button', { name: 'Novo registro' }).first().click()
    const form = dialog(page, 'Novo registro')
    await form.getByRole('textbox', { name: 'Ticket' }).fill('48241')
    expect(await form.getByLabel('Monitorar até').count()).toBe(0)
    await form.getByRole('switch', { name: 'Ticket monitorado' }).press('Space')
    await form.getByLabel('Monitorar até').fill('30/11/2026')
    await pick(page, 'Colaborador', 'Bruno Cavalcanti')
    await form.getByLabel('Horas').fill('01:00')
    await form.getByLabel('Data início').fill('10/11/2026')
    await form.getByLabel('Data fim').fill('10/11/2026')
    await form.getByLabel('Descrição').fill('Rateio')
    await send(page)
    await toast(page, messages.movementCreated)
    await card(page, 'Rateio').getByText('Monitorado até 30/11/2026').waitFor()
    await signIn(page, `/controle-servicos/${id}`, 'equipe')
    await page.getByRole('button', { name: 'Novo registro' }).click()
    await dialog(page, 'Novo registro').getByLabel('Descrição').waitFor()
    expect(await page.getByText('Ticket monitorado').count()).toBe(0)
  })

  test('the form of a movement opens only under the URL of its service control, and only while the movement is active', async ({ page }) => {
    const id = await newControl()
    const mov = await work(id)
    const idCliente = await clientOf('Construtora Dal Maso')
    const { body } = await call('supervisor', 'POST', '/service-time-control', { ...control, idCliente })
    const elsewhere = `/controle-servicos/${(body as { id: number }).id}`
    await signIn(page, `${elsewhere}?acao=editar&id=${mov}`)
    await toast(page, common.notFound)
    await page.waitForURL(`**${elsewhere}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
    const address = `/controle-servicos/${id}?acao=editar&id=${mov}`
    await goTo(page, url(address))
    await dialog(page, `${mov} - Editar registro`).waitFor()
    await call('supervisor', 'PATCH', `/service-time-control-mov/${mov}`)
    await goTo(page, url(address))
    await toast(page, common.inactive)
    await page.waitForURL(`**/controle-servicos/${id}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test.for(['/controle-servicos/abc', '/controle-servicos/comissoes/0'])(
  'the URL %s shows the message “Página não encontrada”',
  async (path, { page, expected }) => {
    expected.push(/404/)
    await signIn(page, path)
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
  },
)

describe('the links to a service control', () => {
  test('a person who opens the URL of a service control without a session gets this page after the sign-in', async ({ page }) => {
    const id = await newControl()
    await goTo(page, url(`/controle-servicos/${id}?q=bruno`))
    await page.waitForURL(`**/?volta=*${id}*`)
    await page.getByLabel('E-mail').fill('supervisor@exemplo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.waitForURL(`**/controle-servicos/${id}?q=bruno`)
    await page.getByRole('heading', { name: `Registro de Serviço - ${id}` }).waitFor()
  })

  test('the palette, the client, the person, and the monitored ticket in Home link to the service control', async ({ page }) => {
    const id = await newControl()
    const until = new Date(time().now + 3 * 86_400_000).toISOString().slice(0, 10)
    await work(id, { descricao: 'Rateio', nTicket: '48777', ticketMonitorado: 1, dataMonitoramento: until })
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`chapadao ${id}`)
    await page.getByRole('option', { name: new RegExp(`Sementes Chapadão.*${id}`) }).click()
    await page.getByRole('heading', { name: `Registro de Serviço - ${id}` }).waitFor()
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Serviços Sementes Chapadão' }).click()
    await page.locator(`tr[data-id="${id}"]`).waitFor()
    const clients = await page.getByRole('row').locator('td[data-main]').allInnerTexts()
    expect(new Set(clients)).toEqual(new Set(['Sementes Chapadão']))
    await signIn(page, '/usuarios')
    await page.getByRole('button', { name: 'Ações de Bruno Cavalcanti' }).click()
    await page.getByRole('menuitem', { name: 'Serviços' }).click()
    await page.getByText('Responsável: Bruno Cavalcanti').waitFor()
    await signIn(page, '/home', 'equipe')
    await page.getByRole('region', { name: 'Tickets monitorados' }).getByRole('link', { name: /48777/ }).click()
    await page.getByRole('heading', { name: `Registro de Serviço - ${id}` }).waitFor()
    await expect.poll(() => page.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([expect.stringContaining('Rateio')])
  })
})

test('axe finds no violation in the form of a service control, in its movements and in their history', async ({ page }) => {
  const id = await newControl()
  await call('financeiro', 'PATCH', `/service-time-control-mov/${await work(id)}`)
  await reduceMotion(page)
  await signIn(page, '/controle-servicos?acao=novo', 'financeiro')
  await dialog(page, 'Novo Serviço').getByLabel('Horas').waitFor()
  expect(await axe(page)).toEqual([])
  await goTo(page, url(`/controle-servicos/${id}`))
  await page.getByText('10:00', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await act(page, 'Histórico', 'Conferência')
  await dialog(page, 'Histórico - Conferência').getByRole('listitem').nth(1).waitFor()
  expect(await axe(page)).toEqual([])
})
