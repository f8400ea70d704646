// Who may not open a page stays where she may be, told so; also when the menu is taken from her while she works.
import { describe, expect } from 'vitest'
import { testInOne as test } from '../support/browser.ts'
import { toast } from '../support/house.ts'
import { DENIED, follow, guardsScreen } from '../support/guards-screen.ts'

const { signIn, url, grant } = guardsScreen()

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
})

describe('a page that is not hers', () => {
  test('leads back to the one she came from', async ({ page }) => {
    await grant('/carros')
    await signIn(page, '/clientes', 'projetos')
    await page.evaluate(() => location.assign('/carros'))
    await toast(page, DENIED)
    expect(page.url()).toBe(url('/clientes'))
  })
})
