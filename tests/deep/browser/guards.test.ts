// Tests a menu that is withdrawn while the person works, in a real browser: drafts, and several processes.
import { describe, expect } from 'vitest'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { DENIED, follow, guardsScreen } from '../../support/guards-screen.ts'
import { touch } from '../../support/wall-screen.ts'

const { signIn, url, grant } = guardsScreen()

describe('a menu that is withdrawn while its person is signed in', () => {
  test('the form restores the draft of a refused save once the menu is granted again', async ({ page, expected }) => {
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

  test('a person who follows a link to Calendário after its menu was withdrawn is redirected to Home', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, '/clientes', 'projetos')
    await grant('/calendario')
    await Promise.all([page.waitForURL('**/home'), follow(page, 'Calendário')])
    await toast(page, DENIED)
  })

  test('if a page keeps refusing its data although its menu is shown, following the link twice redirects to Home without a loop', async ({
    page,
    expected,
  }) => {
    expected.push(/403/)
    await page.route('**/api/cars', (route) => route.fulfill({ status: 403, headers: { 'X-Refused': 'menu' }, json: { message: DENIED } }))
    await signIn(page, '/clientes', 'projetos')
    await Promise.all([page.waitForEvent('load'), follow(page, 'Carros')])
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
    await Promise.all([page.waitForURL('**/home'), follow(page, 'Carros')])
    await toast(page, DENIED)
  })
})

describe('the start page of a browser', () => {
  test('“Começar sempre aqui” makes the wall the start page of the browser until the person unsets it on the wall', async ({ page }) => {
    const enter = async () => {
      await page.context().clearCookies({ name: 'csnoteweb' })
      await goTo(page, url('/'))
      await page.getByLabel('E-mail').fill('painel@exemplo.com.br')
      await page.getByLabel('Senha', { exact: true }).fill('exemplo-2026')
      await page.getByRole('button', { name: 'Conectar' }).click()
    }
    const first = async () => {
      await touch(page)
      await page.getByRole('button', { name: 'Começar sempre aqui' }).click()
    }
    await enter()
    await page.waitForURL('**/home**')
    await goTo(page, url('/painel-onde-estou'))
    await first()
    await enter()
    await page.waitForURL('**/painel-onde-estou')
    await page.getByRole('columnheader', { name: 'Responsável' }).waitFor()
    await first()
    await goTo(page, url('/home'))
    await page.getByRole('heading', { name: /^Olá/ }).waitFor()
  })
})
