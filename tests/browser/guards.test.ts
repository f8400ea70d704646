// A person who may not open a page must stay on an allowed page and see a message, even if the menu is withdrawn while the person works.
import { describe, expect } from 'vitest'
import { testInOne as test } from '../support/browser.ts'
import { toast } from '../support/demo-company.ts'
import { DENIED, follow, guardsScreen } from '../support/guards-screen.ts'

const { signIn, url, grant } = guardsScreen()

describe('a menu that is withdrawn while its person is signed in', () => {
  test('a person who clicks a withdrawn menu stays on the current page, and the menu entry disappears', async ({ page, expected }) => {
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

  test('a person who is on the page of a withdrawn menu is redirected to Home at the next click', async ({ page, expected }) => {
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

describe('a page without permission', () => {
  test('a person who opens a page without permission returns to the previous page and sees a message', async ({ page }) => {
    await grant('/carros')
    await signIn(page, '/clientes', 'projetos')
    await page.evaluate(() => location.assign('/carros'))
    await toast(page, DENIED)
    expect(page.url()).toBe(url('/clientes'))
  })
})
