// Tests a form with a draft after another tab of the same browser has ended its session or signed in another person.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from '../support/browser.ts'
import { clientRow } from '../support/client-samples.ts'
import { goTo } from '../support/page-waits.ts'
import { scriptedCompany } from '../support/scripted-company.ts'
import { toast } from '../support/demo-company.ts'

const { answer, sent, signIn, url } = scriptedCompany()

const typed = async (page: Page) => {
  await page.getByRole('button', { name: 'Novo Cliente' }).click()
  await page.locator('[data-autofocus]:focus').waitFor()
  await page.getByLabel('Razão Social').fill('De Ana')
  await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
  await page.getByRole('option', { name: 'Sinop - MT' }).click()
}
const submit = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true }).click()
const leave = async (page: Page) => {
  await page.getByRole('button', { name: 'Conta de Ana Lima' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByText('Você saiu. Até logo!').waitFor()
}
const enter = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('senha')
  await page.getByRole('button', { name: 'Conectar' }).click()
  await page.getByText('É bom ter você por aqui').waitFor()
}
const kept = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('rascunho')))

/** Opens two tabs for Ana. In the first tab she has done nothing yet; in the second tab she has filled in a form. */
async function tabs(open: () => Promise<Page>, expected: RegExp[]) {
  expected.push(/401/, /Clear-Site-Data/)
  const one = await open()
  await signIn(one, '/home')
  const two = await one.context().newPage()
  await goTo(two, url('/clientes'))
  await typed(two)
  return { one, two }
}

describe('a form with a draft when the session ends', () => {
  test('after the sign-out in another tab, the form is neither sent nor stored as a draft [7.4.1 14.3.1]', async ({ open, expected }) => {
    const { one, two } = await tabs(open, expected)
    await leave(one)
    await submit(two)
    await two.getByText('Você saiu. Até logo!').waitFor()
    expect(await kept(two)).toEqual([])
    expect(sent('POST /clients')).toEqual([])
  })

  test('when the person returns to the tab of the form after the sign-out, it shows the sign-in page and has no draft [7.4.1 14.3.1]', async ({
    open,
    expected,
  }) => {
    const { one, two } = await tabs(open, expected)
    await leave(one)
    await two.evaluate(() => dispatchEvent(new Event('focus')))
    await two.getByText('Você saiu. Até logo!').waitFor()
    expect(await kept(two)).toEqual([])
  })

  test('a draft of a field that is no longer on the page is also removed if the browser ignores Clear-Site-Data [7.4.1 14.3.1]', async ({
    open,
    expected,
  }) => {
    const { one, two } = await tabs(open, expected)
    await two.evaluate(() => sessionStorage.setItem('rascunho 7 semana 2026-11-19', '{}'))
    await one.context().route('**/api/logout', async (route) => {
      const response = await route.fetch()
      const { 'clear-site-data': dropped, ...headers } = response.headers()
      expect(dropped).toContain('"storage"')
      await route.fulfill({ response, headers })
    })
    await leave(one)
    await two.evaluate(() => dispatchEvent(new Event('focus')))
    await two.getByText('Você saiu. Até logo!').waitFor()
    expect(await kept(two)).toEqual([])
  })

  test('if the tab of the form opens another URL, no draft is left even if the browser ignores Clear-Site-Data [7.4.1 14.3.1]', async ({
    open,
    expected,
  }) => {
    const { one, two } = await tabs(open, expected)
    expect(await kept(two)).toHaveLength(1)
    await one.context().route('**/api/logout', async (route) => {
      const response = await route.fetch()
      const { 'clear-site-data': _dropped, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await leave(one)
    expect(await kept(two)).toHaveLength(1)
    // This address loads no code of ours, so a draft found there was left by the page of the form.
    await two.goto(url('/icon.svg'))
    expect(await kept(two)).toEqual([])
  })

  test('a tab that was frozen during the sign-out in another tab stores no draft of its form', async ({ open, expected }) => {
    const { one, two } = await tabs(open, expected)
    const sleep = await two.context().newCDPSession(two)
    await sleep.send('Page.setWebLifecycleState', { state: 'frozen' })
    await leave(one)
    await sleep.send('Page.setWebLifecycleState', { state: 'active' })
    await submit(two)
    await two.getByText('Você saiu. Até logo!').waitFor()
    expect(await kept(two)).toEqual([])
  })

  test('after the sign-out, the form can be sent once the same person has signed in again', async ({ open, expected }) => {
    const { one, two } = await tabs(open, expected)
    await leave(one)
    await enter(one, 'ana@x.co')
    answer('POST /clients', { json: clientRow(4, 'De Ana') })
    await submit(two)
    await two.getByRole('dialog').waitFor({ state: 'detached' })
    expect(sent('POST /clients')).toMatchObject([{ nome: 'De Ana' }])
  })

  test('if another person has signed in after the sign-out, the form sends nothing and shows a message', async ({ open, expected }) => {
    const { one, two } = await tabs(open, expected)
    await leave(one)
    await enter(one, 'rui@x.co')
    expected.push(/409/)
    await submit(two)
    await toast(two, 'Outra pessoa entrou neste navegador: nada foi enviado. Recarregue a página.')
    expect(sent('POST /clients')).toEqual([])
    await goTo(two)
    await two.getByRole('button', { name: 'Conta de Rui Sá' }).waitFor()
    expect([await two.getByLabel('Razão Social').inputValue(), await kept(two)]).toEqual(['', []])
  })

  test('if another person signs in after the sign-out, the tab of the form shows Home of that person without the form', async ({
    open,
    expected,
  }) => {
    const { one, two } = await tabs(open, expected)
    await leave(one)
    await enter(one, 'rui@x.co')
    await two.evaluate(() => dispatchEvent(new Event('focus')))
    await two.getByRole('button', { name: 'Conta de Rui Sá' }).waitFor()
    expect([await two.getByRole('dialog').count(), new URL(two.url()).pathname, await kept(two)]).toEqual([0, '/home', []])
  })

  test('if the browser has no room for the draft when the session ends, the page still redirects to the sign-in page', async ({ open, expected }) => {
    expected.push(/401/)
    const page = await open()
    await signIn(page, '/clientes')
    await typed(page)
    await page.evaluate(() => {
      // Fills the storage completely, so that the draft does not fit.
      for (let size = 1 << 22; size > 0; size >>= 1)
        for (let full = false; !full;)
          try {
            sessionStorage.setItem('much', (sessionStorage.getItem('much') ?? '') + 'x'.repeat(size))
          } catch {
            full = true
          }
    })
    await page.context().addCookies([{ name: 'csnoteweb', value: 'ended', url: url('/') }])
    await submit(page)
    await page.getByText('Sua sessão terminou.').first().waitFor()
  })

  test('a draft in the drawer can be resumed after the session has ended and the person has signed in again', async ({ open, expected }) => {
    expected.push(/401/)
    const page = await open()
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: /^Atividades/ }).click()
    await page.getByRole('button', { name: 'Nova Atividade' }).click()
    await page.getByLabel('Descrição').fill('De Ana')
    await page.context().addCookies([{ name: 'csnoteweb', value: 'ended', url: url('/') }])
    await page.goto(url('/home'))
    await enter(page, 'ana@x.co')
    await page.getByRole('button', { name: /^Atividades/ }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Recuperamos o que você digitou.').waitFor()
    expect(await page.getByLabel('Descrição').inputValue()).toBe('De Ana')
  })

  test('if the session ended without a sign-out, the drafts are kept in both tabs', async ({ open, expected }) => {
    const { one, two } = await tabs(open, expected)
    await goTo(one, url('/clientes'))
    await typed(one)
    // Replaces the cookie by the cookie of an ended session. The first response then removes that cookie from both tabs.
    await one.context().addCookies([{ name: 'csnoteweb', value: 'ended', url: url('/') }])
    for (const page of [one, two]) {
      await submit(page)
      await page.getByText('Sua sessão terminou.').first().waitFor()
      expect(await kept(page)).toHaveLength(1)
    }
    await enter(one, 'ana@x.co')
    await expect.poll(() => one.getByLabel('Razão Social').inputValue()).toBe('De Ana')
    // After another sign-in and sign-out, the tab that stayed on the sign-in page contains no draft.
    await goTo(one)
    await one.getByRole('dialog').waitFor()
    await one.keyboard.press('Escape')
    await one.getByRole('button', { name: 'Descartar' }).click()
    await leave(one)
    await expect.poll(() => kept(two)).toEqual([])
  })
})
