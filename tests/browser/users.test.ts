// Tests Usuários in a real browser on the real API. The form offers only the changes that the person may make, and explains why others are missing.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { MenuNode } from '../../shared/features/users.ts'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { BRUNO, toast } from '../support/demo-company.ts'
import { MENUS } from '../support/menus.ts'
import { PASSWORD } from '../support/api.ts'
import { LETICIA, GOOD, confirm, tab, box, field, select, act, focused, sends, usersScreen } from '../support/users-screen.ts'

const { call, signIn, storedOf, url, edit } = usersScreen()

const MARINA = 1
const ANA = 5
const stored = async (id: number) =>
  ((await call('supervisor', 'GET', `/users/${id}`)).body as { menus: number[]; comissao: number; NOMECOMPLETOUSUARIO: string }[])[0]

describe('a new person', () => {
  test('missing fields on both tabs are reported, and the person is created once', async ({ page }) => {
    await signIn(page, '/usuarios')
    expect(await page.title()).toBe('Usuários · csnoteweb')
    await page.getByRole('button', { name: 'Novo Usuário' }).click()
    expect(await page.getByRole('combobox', { name: 'Departamento' }).inputValue()).toBe('')
    expect(await page.getByRole('group', { name: 'Status' }).getByRole('switch').isChecked()).toBe(true)
    await confirm(page).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    for (const text of ['Nome completo', 'E-mail', 'Departamento']) await page.getByText(`${text} precisa ser preenchido.`).waitFor()
    await page.getByText('Senha precisa ser preenchida.').waitFor()
    expect(await page.locator('input[autocomplete=new-password]').first().getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field(page, 'Nome completo').evaluate((input) => input === document.activeElement)).toBe(true)

    await field(page, 'Nome completo').fill('Teresa Novais')
    await field(page, 'E-mail').fill('Teresa@Exemplo.com.br')
    await select(page, 'Departamento', 'Suporte')
    await field(page, 'Senha').fill(GOOD)
    await field(page, 'Confirmar senha').fill(GOOD)
    await field(page, 'Comissão (%)').fill('12,5')
    await confirm(page).click()
    expect(await tab(page, 'Acessos').getAttribute('aria-selected')).toBe('true')
    await page.getByText('Escolha pelo menos um menu.').waitFor()
    await expect.poll(() => box(page, 'Cadastros').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    const { menus } = (await call('supervisor', 'GET', '/users/data')).body as { menus: MenuNode[] }
    await page.getByText(`${menus[0]?.dados.length} de ${MENUS} marcados.`).waitFor()
    const before = (await call('supervisor', 'GET', '/users')).body as unknown[]
    await confirm(page).dblclick()
    await toast(page, 'Usuário criado com sucesso!')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const row = page.locator('tbody tr').first()
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining(['Teresa Novais', 'teresa@exemplo.com.br', 'Suporte', 'Não', '12,5 %', 'Ativo']),
    )
    expect((await call('supervisor', 'GET', '/users')).body).toHaveLength(before.length + 1)
    // Signs in outside the page, because a sign-in on the page would end the page's session.
    const credentials = JSON.stringify({ email: 'teresa@exemplo.com.br', password: GOOD })
    const headers = { 'X-CSRF': '1', 'content-type': 'application/json' }
    expect((await fetch(url('/api/auth'), { method: 'POST', headers, body: credentials })).status).toBe(200)
  })
})

describe('a change to a person', () => {
  test('department, menus and other restricted fields of a person are sent only if their values changed', async ({ page }) => {
    const { versao = 0 } = await storedOf(ANA)
    await edit(page, ANA)
    await field(page, 'Nome completo').fill('Ana Beatriz N. Prado')
    const sent = await sends(page)
    await toast(page, 'Usuário alterado com sucesso!')
    expect(sent).toEqual({ idUser: ANA, versao, nomeCompleto: 'Ana Beatriz N. Prado', email: 'ana.beatriz.nogueira@exemplo.com.br', status: 'A' })
    await act(page, 'Ana Beatriz N. Prado', 'Editar')
    await select(page, 'Departamento', 'Projetos')
    await page.getByRole('group', { name: 'Supervisor' }).getByRole('switch').check({ force: true })
    expect(await sends(page)).toMatchObject({ versao: versao + 1, departamento: 2, supervisor: 'S' })
    // The earlier toast may still be visible, so the test waits until the form and its part of the address are gone.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })
})

describe('the tree of menus', () => {
  test('checking a branch checks its leaves, and a branch with only some checked leaves is shown as partial', async ({ page }) => {
    await edit(page, BRUNO, 'supervisor', '&aba=acessos')
    const agenda = box(page, 'Agenda')
    const partial = () => agenda.evaluate((input: HTMLInputElement) => input.indeterminate)
    const leaves = ['Onde Estou', 'Calendário', 'Painel Onde Estou']
    const ticked = () => Promise.all(leaves.map((leaf) => box(page, leaf).isChecked()))
    expect([await partial(), await agenda.isChecked(), await ticked()]).toEqual([true, false, [true, true, false]])
    await agenda.click()
    expect([await partial(), await agenda.isChecked(), await ticked()]).toEqual([false, true, [true, true, true]])
    await agenda.click()
    expect([await partial(), await agenda.isChecked(), await ticked()]).toEqual([false, false, [false, false, false]])
    await box(page, 'Calendário').click()
    expect([await partial(), await ticked()]).toEqual([true, [false, true, false]])
  })

  test('copying the menus of another person selects only menus that the signed-in person may grant', async ({ page }) => {
    const whole = await stored(MARINA)
    const letícia = await stored(LETICIA)
    await edit(page, 6, 'financeiro', '&aba=acessos')
    await select(page, 'Copiar acessos de…', 'Marina Lobato')
    await toast(page, 'Acessos copiados de Marina Lobato. Confirme para salvar.')
    await page.getByText(`${letícia?.menus.length} de ${MENUS} marcados.`).waitFor()
    expect(await box(page, 'Dashboard Track').isDisabled()).toBe(true)
    const sent = await sends(page)
    await toast(page, 'Usuário alterado com sucesso!')
    expect(whole?.menus).toHaveLength(MENUS)
    expect((sent['menus'] as number[]).toSorted((a, b) => a - b)).toEqual(letícia?.menus)
    expect((await stored(6))?.menus).toEqual(letícia?.menus)
  })
})

describe('changes that a person may not make', () => {
  const offered = async (page: Page) => ({
    name: await field(page, 'Nome completo').isEnabled(),
    department: await page.getByRole('combobox', { name: 'Departamento' }).isEnabled(),
    status: await page.getByRole('group', { name: 'Status' }).getByRole('switch').isEnabled(),
    password: (await field(page, 'Senha').count()) > 0,
    commission: (await field(page, 'Comissão (%)').count()) > 0,
    supervisor: (await page.getByRole('group', { name: 'Supervisor' }).count()) > 0,
  })
  const nothing = { name: false, department: false, status: false, password: false, commission: false, supervisor: false }
  const everything = { name: true, department: true, status: true, password: true, commission: true, supervisor: true }

  test('the only field of a supervisor that Finance may change is the commission', async ({ page }) => {
    await edit(page, MARINA, 'financeiro')
    await page.getByText('Deste usuário você pode alterar somente a comissão; o resto, somente um supervisor.').waitFor()
    expect(await offered(page)).toEqual({ ...nothing, commission: true })
    await tab(page, 'Acessos').click()
    expect(await page.getByRole('checkbox', { disabled: false }).count()).toBe(0)
    expect(await page.getByLabel('Copiar acessos de…').count()).toBe(0)
    await tab(page, 'Geral').click()
    await field(page, 'Comissão (%)').fill('3,25')
    expect(await sends(page)).toMatchObject({ idUser: MARINA, comissao: 3.25 })
    await toast(page, 'Usuário alterado com sucesso!')
    expect((await stored(MARINA))?.comissao).toBe(3.25)
  })

  test('Finance may give other people only departments without special rights and only menus that Finance has', async ({ page }) => {
    await edit(page, BRUNO, 'financeiro')
    await page.getByText('Outros departamentos, somente um supervisor pode escolher.').waitFor()
    expect(await offered(page)).toEqual({ ...everything, password: false, supervisor: false })
    await page.getByRole('combobox', { name: 'Departamento' }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Administrativo', 'Comercial', 'Diretoria', 'Implantação', 'Suporte'])
    await page.keyboard.press('Escape')
    await tab(page, 'Acessos').click()
    await page.getByText('Você pode dar e tirar somente os acessos que também tem.').waitFor()
    expect(await box(page, 'Sprints').isDisabled()).toBe(true)
    // Checking a branch grants only the leaves that the person may grant.
    await box(page, 'Tempo').click()
    expect(await box(page, 'Track').isChecked()).toBe(false)
    expect(await box(page, 'Dashboard Track').isDisabled()).toBe(true)
    await box(page, 'Clientes').check()
    expect(Object.keys(await sends(page))).toContain('menus')
    await toast(page, 'Usuário alterado com sucesso!')
  })

  test('a person in Finance may change their own password, but not their own department', async ({ page }) => {
    await edit(page, LETICIA, 'financeiro')
    await page.getByText('Somente um supervisor pode trocar este departamento.').waitFor()
    expect(await offered(page)).toEqual({ ...everything, department: false, supervisor: false })
    for (const label of ['Senha', 'Confirmar senha']) await field(page, label).fill(GOOD)
    expect(await sends(page)).toMatchObject({ password: GOOD, passwordConfirma: GOOD })
    await toast(page, 'Usuário alterado com sucesso!')
    // The session that set the new password stays signed in.
    await goTo(page)
    expect(await page.title()).toBe('Usuários · csnoteweb')
  })

  test('a team member may not change any field of a supervisor', async ({ page }) => {
    await edit(page, MARINA, 'equipe')
    await page.getByText('Somente um supervisor pode alterar este usuário.').waitFor()
    expect(await offered(page)).toEqual(nothing)
    expect(await confirm(page).isDisabled()).toBe(true)
    await tab(page, 'Acessos').click()
    await page.getByText(`${MENUS} de ${MENUS} marcados.`).waitFor()
    expect(await page.getByRole('checkbox', { disabled: false }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('columnheader', { name: 'Comissão' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Ações de Marina Lobato' }).click()
    await page.getByRole('menuitem', { name: 'Acessos' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /^(Sessões|Atividades)$/ }).count()).toBe(0)
  })

  test('a team member may change their own name, password and menus', async ({ page }) => {
    await edit(page, BRUNO, 'equipe')
    expect(await offered(page)).toEqual({ ...everything, commission: false, supervisor: false })
    await field(page, 'Nome completo').fill('Bruno C. Cavalcanti')
    expect(Object.keys(await sends(page)).toSorted()).toEqual(['email', 'idUser', 'nomeCompleto', 'status', 'versao'])
    await toast(page, 'Usuário alterado com sucesso!')
  })
})

test('the dialog “O que esta pessoa pode” lists the pages and the calls that a person may use, with the rules of the calls', async ({ page }) => {
  await signIn(page, '/usuarios', 'financeiro')
  await page.getByRole('button', { name: 'Ações de Eduardo Moraes Leite' }).click()
  await page.getByRole('menuitem', { name: 'O que esta pessoa pode' }).click()
  const dialog = page.getByRole('dialog', { name: 'O que Eduardo Moraes Leite pode' })
  const pages = dialog.getByRole('list', { name: 'Páginas' })
  await pages.getByText('Painel Onde Estou').waitFor()
  expect(await pages.getByText('Carros').count()).toBe(0)
  const track = pages.getByRole('listitem').filter({ has: page.getByText('Track', { exact: true }) })
  await track.getByText('Vê (só as próprias), cria, altera (só as próprias), exclui (só as próprias)').waitFor()
  await dialog.getByText(/^Detalhes: todas as \d+ ações$/).click()
  await dialog.getByRole('tab', { name: /^Pode/ }).click()
  await dialog.getByText('Criar projeto', { exact: true }).waitFor()
  await dialog.getByRole('tab', { name: /^Com limites/ }).click()
  const task = dialog.getByRole('listitem').filter({ hasText: 'Concluir ou reabrir atividade' })
  await task.getByText('Só as próprias', { exact: true }).waitFor()
  expect(await task.getByText('PATCH /user-task/{id}: ').isVisible()).toBe(false)
  await task.getByText('ver regra').click()
  expect(await task.getByText('quem pede.id').isVisible()).toBe(true)
  await dialog.getByRole('tab', { name: /^Não pode/ }).click()
  await dialog.getByText('Só quem tem o menu da tela').first().waitFor()
  expect(await dialog.getByText('sem o menu /carros').first().isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^Ações de Eduardo Moraes Leite/)
})

describe('the actions of a row for a supervisor', () => {
  const offered = ['Editar', 'Acessos', 'O que esta pessoa pode', 'Calendário', 'Serviços', 'Atividades', 'Redefinir segundo fator', 'Sessões']
  const button = (page: Page) => page.getByRole('button', { name: 'Ações de Bruno' })

  test('a grid row with more than four actions shows the actions in a menu, which also works with the keyboard', async ({ page }) => {
    await signIn(page, '/usuarios')
    await button(page).press('Enter')
    await page.getByRole('menuitem').nth(4).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(offered)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^Ações de Bruno/)
    // The button has the focus before the menu is closed. Until then, Enter would close the menu.
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    await button(page).press('Enter')
    await page.getByRole('menuitem').nth(4).waitFor()
    // Waits for the focus, because the open menu takes the focus a moment later.
    await page.getByRole('menuitem', { name: 'Editar', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^O que Bruno/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^Ações de Bruno/)
  })
})

test('a supervisor can end the sessions of a person one by one or all together', async ({ page, open, expected }) => {
  expected.push(/401/)
  const others = [await open(), await open()] as const
  const fresh = (one: Page) =>
    one.request.post(url('/api/auth'), { headers: { 'X-CSRF': '1' }, data: { email: 'daniela.kuhn@exemplo.com.br', password: PASSWORD } })
  for (const other of others) await fresh(other)
  await signIn(page, '/usuarios')
  await act(page, 'Daniela Kuhn', 'Sessões')
  const dialog = page.getByRole('dialog', { name: 'Sessões de Daniela Kuhn' })
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2)
  const first = dialog.getByRole('listitem').first()
  await first.getByText('Chrome · Linux').waitFor()
  await first.getByText(/^Desde \d\d\/\d\d\/\d{4} \d\d:\d\d · último uso em \d\d\/\d\d\/\d{4}, às \d\dh$/).waitFor()
  const ask = () =>
    dialog
      .getByRole('button', { name: /^Encerrar a de/ })
      .first()
      .click()
  await ask()
  const question = page.getByRole('alertdialog', { name: 'Encerrar esta sessão?' })
  await question.getByText(/^Chrome · Linux, desde .* será preciso entrar de novo\.$/).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await dialog.getByRole('listitem').count()).toBe(2)
  await ask()
  await question.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await toast(page, 'Sessão encerrada!')
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Encerrar todas' }).click()
  await page.getByRole('alertdialog', { name: 'Encerrar todas as sessões?' }).getByRole('button', { name: 'Encerrar', exact: true }).click()
  await toast(page, 'Sessões encerradas!')
  await dialog.getByText('Nenhuma sessão aberta.').waitFor()
  for (const other of others) {
    await other.goto(url('/home'))
    await other.getByText('Sua sessão terminou.', { exact: false }).waitFor()
  }
})
