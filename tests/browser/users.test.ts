// Usuários in a real browser on the real API: the form offers what one may change, and says why not.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { menus, userMenus, users } from '../../server/api/db/schema.ts'
import { axe, goTo, loseAnswer, still, testInOne as test } from '../support/browser.ts'
import { BRUNO, house, toast } from '../support/house.ts'
import { StoredUser, type MenuNode } from '../../shared/features/users.ts'
import { MENUS } from '../support/menus.ts'
import { company } from '../support/company.ts'
import { menus as menusOf } from '../support/upstream.ts'

const { call, db, signIn, url } = house()

const MARINA = 1
const LETICIA = 2
const EDUARDO = 3
const ANA = 5
const GOOD = 'trem bom de senha'

beforeAll(async () => {
  const [page] = await db().select().from(menus).where(eq(menus.route, '/usuarios'))
  await db()
    .insert(userMenus)
    .values({ userId: BRUNO, menuId: page?.id ?? 0 })
})

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
/** A required field's label ends with a star. */
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${name.replaceAll(/[()]/g, String.raw`\$&`)}( \\*)?$`))
const select = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}
/** What a row offers to a supervisor is a menu. */
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const edit = async (page: Page, id: number, who = 'supervisor', part = '') => {
  await signIn(page, `/usuarios?acao=editar&id=${id}${part}`, who)
  await page.getByRole('dialog', { name: 'Editar Usuário' }).waitFor()
}
const stored = async (id: number) =>
  ((await call('supervisor', 'GET', `/users/${id}`)).body as { menus: number[]; comissao: number; NOMECOMPLETOUSUARIO: string }[])[0]
/** What a click on Confirmar sends. */
const sends = async (page: Page) => {
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'PUT'), confirm(page).click()])
  return request.postDataJSON() as Record<string, unknown>
}

describe('a new person', () => {
  test('is asked for what is missing in both parts, and is created once', async ({ page }) => {
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
    await confirm(page).dblclick()
    await toast(page, 'Usuário criado com sucesso!')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const row = page.locator('tbody tr').first()
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining(['Teresa Novais', 'teresa@exemplo.com.br', 'Suporte', 'Não', '12,5 %', 'Ativo']),
    )
    expect((await call('supervisor', 'GET', '/users')).body).toHaveLength(32)
    // Not from the page, whose session it would end.
    const credentials = JSON.stringify({ email: 'teresa@exemplo.com.br', password: GOOD })
    const headers = { 'X-CSRF': '1', 'content-type': 'application/json' }
    expect((await fetch(url('/api/auth'), { method: 'POST', headers, body: credentials })).status).toBe(200)
  })

  test('says what is wrong with each field, by hand and by the server', async ({ page, expected }) => {
    expected.push(/40[09]/)
    await signIn(page, '/usuarios?acao=novo')
    const wrong = async (label: string, text: string, message: string) => {
      await field(page, label).fill(text)
      await confirm(page).click()
      await page.getByText(message, { exact: true }).waitFor()
    }
    await wrong('E-mail', 'teresa', 'E-mail precisa ser válido!')
    await wrong('Senha', 'curta', 'A senha precisa ter ao menos 12 caracteres.')
    await wrong('Senha', 'x'.repeat(129), 'A senha não pode ter mais que 128 caracteres.')
    await wrong('Confirmar senha', 'outra', 'Senhas não conferem')
    await wrong('Comissão (%)', '', 'Informe um número válido.')
    await wrong('Comissão (%)', '-1', 'Valor negativo não é permitido.')
    await wrong('Comissão (%)', '100,01', 'Valor máximo permitido é 100.')
    await field(page, 'Comissão (%)').fill('0')
    await field(page, 'Nome completo').fill('Outra Marina')
    await field(page, 'E-mail').fill('supervisor@exemplo.com.br')
    await select(page, 'Departamento', 'Suporte')
    for (const label of ['Senha', 'Confirmar senha']) await field(page, label).fill('senhasenhasenha')
    await tab(page, 'Acessos').click()
    await box(page, 'Track').check()
    await confirm(page).click()
    await toast(page, 'Essa senha é fácil de adivinhar; escolha outra.')
    await tab(page, 'Geral').click()
    for (const label of ['Senha', 'Confirmar senha']) await field(page, label).fill(GOOD)
    await confirm(page).click()
    await toast(page, 'Já existe um usuário com esse e-mail.')
    expect(await field(page, 'Nome completo').inputValue()).toBe('Outra Marina')
  })

  test('says what failed when the server does not say it', async ({ page, expected }) => {
    expected.push(/500/)
    await edit(page, BRUNO)
    await page.route('**/api/users', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: {} })))
    await confirm(page).click()
    await toast(page, 'Falha ao comunicar com o banco de dados!')
  })

  test('keeps its buttons in sight however much is above them', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 600 })
    await edit(page, BRUNO)
    await tab(page, 'Acessos').click()
    const bottom = await confirm(page).evaluate(
      (button) => button.getBoundingClientRect().bottom - button.closest('[role=dialog]')!.getBoundingClientRect().bottom,
    )
    expect(bottom).toBeLessThan(0)
  })

  test('says so when what can be chosen does not come', async ({ page, expected }) => {
    expected.push(/500/)
    await page.route('**/api/users/data', (route) => route.fulfill({ status: 500, json: {} }))
    await signIn(page, '/usuarios?acao=novo')
    await page.getByRole('dialog').getByText('Falha ao comunicar com o banco de dados!').waitFor()
    await tab(page, 'Acessos').click()
    await page.getByRole('dialog').getByText('Falha ao comunicar com o banco de dados!').waitFor()
  })
})

test('one whose answer was lost is typed on after the page was loaded anew: no password was kept', async ({ page, expected }) => {
  expected.push(/504/, /409/)
  await signIn(page, '/usuarios?acao=novo')
  await field(page, 'Nome completo').fill('Perdida Fontoura')
  await field(page, 'E-mail').fill('perdida@exemplo.com.br')
  await select(page, 'Departamento', 'Suporte')
  const type = async () => {
    for (const label of ['Senha', 'Confirmar senha']) await field(page, label).fill(GOOD)
  }
  await type()
  await tab(page, 'Acessos').click()
  await box(page, 'Track').check()
  await loseAnswer(page, '**/api/users', 'POST', 504)
  await confirm(page).click()
  await page.getByText('pode já estar gravado: tente novamente antes de mudar', { exact: false }).waitFor()
  await goTo(page)
  await tab(page, 'Geral').click()
  expect(await field(page, 'Nome completo').inputValue()).toBe('Perdida Fontoura')
  await type()
  await confirm(page).click()
  await page.getByText('Já existe um usuário com esse e-mail.').first().waitFor()
  const { body } = await call('supervisor', 'GET', '/users')
  expect((body as { EMAILUSER: string }[]).filter(({ EMAILUSER }) => EMAILUSER === 'perdida@exemplo.com.br')).toHaveLength(1)
})

describe('a change', () => {
  test('sends of what is reserved only what differs', async ({ page }) => {
    await edit(page, ANA)
    await field(page, 'Nome completo').fill('Ana Beatriz N. Prado')
    const sent = await sends(page)
    await toast(page, 'Usuário alterado com sucesso!')
    expect(sent).toEqual({ idUser: ANA, versao: 1, nomeCompleto: 'Ana Beatriz N. Prado', email: 'ana.beatriz.nogueira@exemplo.com.br', status: 'A' })
    await act(page, 'Ana Beatriz N. Prado', 'Editar')
    await select(page, 'Departamento', 'Projetos')
    await page.getByRole('group', { name: 'Supervisor' }).getByRole('switch').check({ force: true })
    expect(await sends(page)).toMatchObject({ versao: 2, departamento: 2, supervisor: 'S' })
    // The toast of before may still be there; once its address is left, the page goes nowhere any more.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('with something wrong in the part that is not shown, shows it', async ({ page }) => {
    await edit(page, BRUNO)
    await field(page, 'Nome completo').fill('')
    await tab(page, 'Acessos').click()
    await confirm(page).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await page.getByText('Nome completo precisa ser preenchido.').waitFor()
    await expect.poll(() => field(page, 'Nome completo').evaluate((input) => input === document.activeElement)).toBe(true)
  })

  test('opens on the part that its address names, and says when there is none of that name', async ({ page }) => {
    await edit(page, BRUNO, 'supervisor', '&aba=acessos')
    expect(await tab(page, 'Acessos').getAttribute('aria-selected')).toBe('true')
    expect(new URL(page.url()).search).toBe(`?acao=editar&id=${BRUNO}&aba=acessos`)
    await page.keyboard.press('Escape')
    await act(page, 'Bruno', 'Editar')
    await expect.poll(() => tab(page, 'Geral').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    await act(page, 'Bruno', 'Acessos')
    await expect.poll(() => tab(page, 'Acessos').getAttribute('aria-selected')).toBe('true')
    expect(new URL(page.url()).search).toBe(`?acao=editar&id=${BRUNO}&aba=acessos`)
    // The address follows, what is typed stays, and Back leaves the form, not the part.
    await tab(page, 'Geral').click()
    await field(page, 'Nome completo').fill('Bruno Outro')
    await tab(page, 'Acessos').click()
    await tab(page, 'Geral').click()
    expect(new URL(page.url()).search).toBe(`?acao=editar&id=${BRUNO}&aba=geral`)
    expect(await field(page, 'Nome completo').inputValue()).toBe('Bruno Outro')
    await field(page, 'Nome completo').fill('Bruno Cavalcanti')
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await goTo(page, url(`/usuarios?acao=editar&id=${BRUNO}&aba=nada`))
    await toast(page, 'Opção de tab inválida!')
    await goTo(page, url('/usuarios?acao=nada'))
    await toast(page, 'Opção de ação inválida!')
  })
})

describe('the tree of menus', () => {
  test('ticks a branch with its leaves, and shows it partial', async ({ page }) => {
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

  test('is found without accents, and Enter in the search sends nothing', async ({ page }) => {
    await edit(page, BRUNO, 'supervisor', '&aba=acessos')
    await page.keyboard.type('CALENDARIO')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(2)
    await page.keyboard.press('Enter')
    await page.getByLabel('Buscar acessos').fill('servicos')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(3)
    await page.getByLabel('Buscar acessos').fill('nada disso')
    await page.getByText('Nada encontrado para “nada disso”.').waitFor()
    await page.getByText(`8 de ${MENUS} marcados.`).waitFor()
  })

  test('is walked with the arrows and ticked with the space bar', async ({ page }) => {
    await edit(page, BRUNO, 'supervisor', '&aba=acessos')
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)
    await box(page, 'Cadastros').focus()
    for (const [key, label] of [
      ['ArrowDown', 'Clientes'],
      ['ArrowDown', 'Carros'],
      ['ArrowUp', 'Clientes'],
      ['End', 'Pendências por Setor'],
      ['ArrowDown', 'Pendências por Setor'],
      ['Home', 'Cadastros'],
      ['ArrowUp', 'Cadastros'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused()).toBe(label)
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    expect(await box(page, 'Clientes').isChecked()).toBe(true)
  })

  test('is there too when what can be chosen came before the form was drawn', async ({ open }) => {
    const page = await open()
    await page.addInitScript(() => {
      const drawn = requestAnimationFrame
      globalThis.requestAnimationFrame = (draw) => drawn(() => void setTimeout(() => draw(performance.now()), 500))
    })
    await edit(page, BRUNO, 'supervisor', '&aba=acessos')
    await box(page, 'Cadastros').waitFor()
  })

  test('keeps taken away what another one took meanwhile, beside what is added here', async ({ page, expected }) => {
    expected.push(/409/)
    await edit(page, BRUNO, 'supervisor', '&aba=acessos')
    const [bruno] = z.tuple([StoredUser]).parse((await call('supervisor', 'GET', `/users/${BRUNO}`)).body)
    const [calendar] = await db().select().from(menus).where(eq(menus.route, '/calendario'))
    const { NOMECOMPLETOUSUARIO: nomeCompleto, EMAILUSER: email, versao, menus: had } = bruno
    const left = had.filter((id) => id !== calendar?.id)
    expect(left).toHaveLength(had.length - 1)
    const taken = await call('supervisor', 'PUT', '/users', { idUser: BRUNO, versao, nomeCompleto, email, status: 'A', menus: left })
    expect(taken.status).toBe(200)
    await box(page, 'Painel Onde Estou').click()
    await confirm(page).click()
    await page.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await page.getByText('Mudou: acessos.').waitFor()
    expect([await box(page, 'Calendário').isChecked(), await box(page, 'Painel Onde Estou').isChecked()]).toEqual([false, true])
  })

  test('takes the menus of somebody else, within what one may give', async ({ page }) => {
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

describe('what one may not change is not offered', () => {
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

  test('to a supervisor all is', async ({ page }) => {
    await edit(page, LETICIA)
    expect(await offered(page)).toEqual(everything)
  })

  test('to finance, of a supervisor, the commission', async ({ page }) => {
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

  test('to finance, of anybody else, departments without powers and the menus that she has', async ({ page }) => {
    await edit(page, BRUNO, 'financeiro')
    await page.getByText('Outros departamentos, somente um supervisor pode escolher.').waitFor()
    expect(await offered(page)).toEqual({ ...everything, password: false, supervisor: false })
    await page.getByRole('combobox', { name: 'Departamento' }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Administrativo', 'Comercial', 'Diretoria', 'Implantação', 'Suporte'])
    await page.keyboard.press('Escape')
    await tab(page, 'Acessos').click()
    await page.getByText('Você pode dar e tirar somente os acessos que também tem.').waitFor()
    expect(await box(page, 'Sprints').isDisabled()).toBe(true)
    // A branch gives the leaves that may be given.
    await box(page, 'Tempo').click()
    expect(await box(page, 'Track').isChecked()).toBe(false)
    expect(await box(page, 'Dashboard Track').isDisabled()).toBe(true)
    await box(page, 'Clientes').check()
    expect(Object.keys(await sends(page))).toContain('menus')
    await toast(page, 'Usuário alterado com sucesso!')
  })

  test('of oneself the own password, but not the own department of powers', async ({ page }) => {
    await edit(page, LETICIA, 'financeiro')
    await page.getByText('Somente um supervisor pode trocar este departamento.').waitFor()
    expect(await offered(page)).toEqual({ ...everything, department: false, supervisor: false })
    for (const label of ['Senha', 'Confirmar senha']) await field(page, label).fill(GOOD)
    expect(await sends(page)).toMatchObject({ password: GOOD, passwordConfirma: GOOD })
    await toast(page, 'Usuário alterado com sucesso!')
    // The session that set it goes on.
    await goTo(page)
    expect(await page.title()).toBe('Usuários · csnoteweb')
  })

  test('to the team, of a supervisor, nothing at all', async ({ page }) => {
    await edit(page, MARINA, 'equipe')
    await page.getByText('Somente um supervisor pode alterar este usuário.').waitFor()
    expect(await offered(page)).toEqual(nothing)
    expect(await confirm(page).isDisabled()).toBe(true)
    await tab(page, 'Acessos').click()
    await page.getByText(`${MENUS} de ${MENUS} marcados.`).waitFor()
    expect(await page.getByRole('checkbox', { disabled: false }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('columnheader', { name: 'Comissão' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Sessões|Atividades|Ações de) / }).count()).toBe(0)
  })

  test('to the team, of herself, name, password and the menus she has', async ({ page }) => {
    await edit(page, BRUNO, 'equipe')
    expect(await offered(page)).toEqual({ ...everything, commission: false, supervisor: false })
    await field(page, 'Nome completo').fill('Bruno C. Cavalcanti')
    expect(Object.keys(await sends(page)).toSorted()).toEqual(['email', 'idUser', 'nomeCompleto', 'status', 'versao'])
    await toast(page, 'Usuário alterado com sucesso!')
  })

  test('the page is not for whoever has no menu for it', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, '/usuarios', 'projetos')
    await page.waitForURL('**/home')
    await toast(page, 'Acesso não permitido')
  })
})

describe('with an API that does not name departments', () => {
  const other = company()

  test('one that is no choice any more stands there by its number', async ({ page }) => {
    const someone = { ID: 5, NOMECOMPLETOUSUARIO: 'Eva', EMAILUSER: 'eva@x.co', departamento: 9, SUPERVISOR: 'N', status: 'A', menus: [1] }
    const acessos = menusOf('/usuarios')
    other.people().set('ana@x.co', { id: 7, name: 'Ana Lima', supervisor: 'S', departamento: 1, status: 'A', acessos })
    other.answer('GET /users', { json: [someone] })
    other.answer('GET /users/5', { json: [someone] })
    other.answer('GET /users/data', { json: { departamentos: [{ ID: 1, DESCRICAO: 'Diretoria' }], users: [], menus: [] } })
    await other.signIn(page, '/usuarios?acao=editar&id=5')
    await expect.poll(() => page.getByRole('combobox', { name: 'Departamento' }).inputValue()).toBe('9')
  })
})

test('what a person may, in pages and calls', async ({ page }) => {
  await signIn(page, '/usuarios', 'financeiro')
  await page.getByRole('button', { name: 'Ações de Eduardo Moraes Leite' }).click()
  await page.getByRole('menuitem', { name: 'O que esta pessoa pode' }).click()
  const dialog = page.getByRole('dialog', { name: 'O que Eduardo Moraes Leite pode' })
  await dialog.getByText('Painel Onde Estou').waitFor()
  expect(await dialog.getByText('Carros').count()).toBe(0)
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

describe('what a row offers to a supervisor', () => {
  const offered = ['Editar', 'Acessos', 'O que esta pessoa pode', 'Calendário', 'Serviços', 'Atividades', 'Sessões']
  const button = (page: Page) => page.getByRole('button', { name: 'Ações de Bruno' })

  test('is more than four, so a menu, by keyboard too; axe finds nothing wrong', async ({ page }) => {
    await still(page)
    await signIn(page, '/usuarios')
    await button(page).press('Enter')
    await page.getByRole('menuitem').nth(4).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(offered)
    // A menu stands at the end of the body, outside the landmarks.
    expect((await axe(page)).filter((complaint) => !complaint.includes(': region ('))).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^Ações de Bruno/)
    await button(page).press('Enter')
    await page.getByRole('menuitem').nth(4).waitFor()
    // Open, it takes the focus a moment later.
    await page.getByRole('menuitem', { name: 'Editar', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^O que Bruno/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toMatch(/^Ações de Bruno/)
  })

  test('leads to the tasks of its person, in the drawer; its button opens one’s own again', async ({ page }) => {
    await signIn(page, '/usuarios?q=bruno')
    await act(page, 'Bruno', 'Atividades')
    const drawer = page.getByRole('dialog', { name: 'Atividades' })
    const whose = () => drawer.getByRole('combobox', { name: 'Colaborador' }).inputValue()
    await expect.poll(whose).toMatch(/^Bruno/)
    const { userTasks } = (await call('supervisor', 'GET', `/user-task?request=grid&id=${BRUNO}&typeOf=open`)).body as { userTasks: unknown[] }
    await expect.poll(() => drawer.getByRole('listitem').count()).toBe(userTasks.length)
    expect(new URL(page.url()).search).toBe('?q=bruno')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Ações de Bruno/)
    await page.getByRole('button', { name: /^Atividades, / }).click()
    await expect.poll(whose).toBe('Marina Lobato')
  })
})

test('a card on a phone shows all of the commission, where its line begins and after a dot', async ({ open }) => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await signIn(page, '/usuarios')
  const said = (who: string) =>
    page
      .getByRole('row')
      .filter({ hasText: who })
      .evaluate((row) => {
        const name = row.querySelector('[data-main]')
        const word = [...row.querySelectorAll('span')].find((one) => one.textContent === 'Comissão ')
        const cell = word?.closest('td')
        const range = document.createRange()
        range.selectNodeContents(name ?? row)
        return {
          from: (word?.getBoundingClientRect().x ?? 0) - range.getBoundingClientRect().x,
          dot: cell && getComputedStyle(cell, '::before').content,
        }
      })
  expect(await said('Úrsula Prates')).toEqual({ from: 0, dot: '"·"' })
  expect((await said('Vinícius Bragança')).dot).toBe('"·"')
})

test('a name of one long word leaves its window in the window', async ({ page }) => {
  const name = 'W'.repeat(150)
  await db().update(users).set({ name }).where(eq(users.id, EDUARDO))
  await signIn(page, '/usuarios')
  await act(page, name, 'O que esta pessoa pode')
  const close = page.getByRole('dialog', { name }).getByRole('button', { name: 'Fechar' })
  const [left, right, sheet] = await close.evaluate((button) => {
    const { x, width } = button.getBoundingClientRect()
    return [x, x + width, button.closest('[role=dialog]')?.getBoundingClientRect().right ?? 0]
  })
  expect([left, right].every((edge) => edge > 0 && edge < sheet)).toBe(true)
  await db().update(users).set({ name: 'Eduardo Moraes Leite' }).where(eq(users.id, EDUARDO))
})

test('the sessions of a person end one by one and all together', async ({ page, open, expected }) => {
  expected.push(/401/)
  const others = [await open(), await open()] as const
  const fresh = async (one: Page) => {
    await goTo(one, url('/'))
    await one.getByLabel('E-mail').fill('daniela.kuhn@exemplo.com.br')
    await one.getByLabel('Senha', { exact: true }).fill('exemplo-2026')
    await one.getByRole('button', { name: 'Conectar' }).click()
    await one.waitForURL('**/home')
  }
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
