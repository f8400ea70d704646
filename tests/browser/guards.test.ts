// Who may not open a page stays where she may be, told so; also when the menu is taken from her while she works.
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { menus } from '../../server/api/db/schema.ts'
import type { StoredUser } from '../../shared/features/users.ts'
import { goTo, testInOne as test } from '../support/browser.ts'
import { house, toast } from '../support/house.ts'

const { call, db, signIn, url } = house()

const EDUARDO = 3
const DENIED = 'Acesso não permitido'

/** Gives him all menus, or all but some. */
async function grant(...without: string[]) {
  const granted = await db().select().from(menus)
  const taken = granted.filter(({ route }) => route !== null && without.includes(route)).map(({ id }) => id)
  const [stored] = (await call('supervisor', 'GET', `/users/${EDUARDO}`)).body as StoredUser[]
  const leaves = granted.flatMap(({ id, route }) => (route !== null && !taken.includes(id) ? [id] : []))
  const body = { idUser: EDUARDO, nomeCompleto: stored?.NOMECOMPLETOUSUARIO, email: stored?.EMAILUSER, status: 'A', menus: leaves }
  expect((await call('supervisor', 'PUT', '/users', body)).status).toBe(200)
}
beforeEach(() => grant())

const follow = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
}

describe('a menu that is taken while she works', () => {
  test('leaves her where she is when she asks for its page, without it in the menu', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, '/clientes?busca=sementes', 'projetos')
    await grant('/carros')
    await Promise.all([page.waitForEvent('load'), follow(page, 'Carros')])
    await toast(page, DENIED)
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
    expect(page.url()).toBe(url('/clientes?busca=sementes'))
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Regiões' }).waitFor()
    expect(await page.getByRole('link', { name: 'Carros' }).count()).toBe(0)
  })

  test('sends her Home from its own page at the next click', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, '/carros', 'projetos')
    await grant('/carros')
    await Promise.all([
      page.waitForURL('**/home'),
      page
        .getByRole('button', { name: /^Editar/ })
        .first()
        .click(),
    ])
    await toast(page, DENIED)
    await page.getByRole('heading', { name: 'Olá, Eduardo' }).waitFor()
  })

  test('keeps what she had typed into a form, until it is given back', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, '/carros', 'projetos')
    const edit = () =>
      page
        .getByRole('button', { name: /^Editar/ })
        .first()
        .click()
    await edit()
    await page.getByLabel('Descrição').fill('Picape da obra')
    await grant('/carros')
    await Promise.all([page.waitForURL('**/home'), page.getByRole('button', { name: 'Confirmar', exact: true }).click()])
    await toast(page, DENIED)
    await grant()
    await goTo(page, url('/carros'))
    await edit()
    await page.getByRole('dialog').getByText('Recuperamos o que você digitou.').waitFor()
    expect(await page.getByLabel('Descrição').inputValue()).toBe('Picape da obra')
  })

  test('sends her Home from a page that asks only once it is open', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, '/clientes', 'projetos')
    await grant('/calendario')
    await Promise.all([page.waitForURL('**/home'), follow(page, 'Calendário')])
    await toast(page, DENIED)
  })

  test('is not asked for again and again where another process does not know of it yet', async ({ page, expected }) => {
    expected.push(/403/)
    await page.route('**/api/cars', (route) => route.fulfill({ status: 403, headers: { 'X-Refused': 'menu' }, json: { message: DENIED } }))
    await signIn(page, '/clientes', 'projetos')
    await Promise.all([page.waitForEvent('load'), follow(page, 'Carros')])
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
    await Promise.all([page.waitForURL('**/home'), follow(page, 'Carros')])
    await toast(page, DENIED)
  })
})

describe('a page that is not hers', () => {
  test('leads back to the one she came from', async ({ page }) => {
    await grant('/carros')
    await signIn(page, '/clientes', 'projetos')
    await page.evaluate(() => location.assign('/carros'))
    await toast(page, DENIED)
    expect(page.url()).toBe(url('/clientes'))
  })

  test('the television, which has the wall and nothing else, begins there', async ({ page }) => {
    await goTo(page, url('/'))
    await page.getByLabel('E-mail').fill('painel@exemplo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('exemplo-2026')
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.waitForURL('**/painel-onde-estou')
    await page.getByRole('columnheader', { name: 'Responsável' }).waitFor()
    await page.goto(url('/home'))
    expect(page.url()).toBe(url('/painel-onde-estou'))
  })
})
