import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../shared/clock.ts'
import { test as alone, testInOne as test } from '../support/browser.ts'
import { clientRow } from '../support/client-samples.ts'
import { NOW } from '../support/clock.ts'
import { scriptedCompany } from '../support/scripted-company.ts'
import { toast } from '../support/demo-company.ts'
import { scheme, lost } from '../support/shell-screen.ts'

const { answer, url, signIn } = scriptedCompany()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('navigation', () => {
  test('the menu lists the existing pages that the person may open, and the heading of an opened page gets the focus', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Clientes' }).waitFor()
    expect(await menu.getByRole('link').allTextContents()).toEqual([' Home', 'Clientes'])
    await menu.getByRole('link', { name: 'Clientes' }).press('Enter')
    await page.waitForURL('**/clientes')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Clientes')
  })

  test('Esc closes the menu and the palette, even if text was typed, and the focus returns to the button that opened them', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByRole('button', { name: 'Abrir menu' }).press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Abrir menu')
    for (const typed of ['', 'cli']) {
      await page.getByRole('button', { name: 'Buscar ou ir para' }).press('Enter')
      await page.getByPlaceholder('Buscar ou ir para…').fill(typed)
      await page.keyboard.press('Escape')
      await page.getByPlaceholder('Buscar ou ir para…').waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toContain('Buscar ou ir para…')
    }
  })

  test('the key G and a letter open a page, and the palette can be used with the keyboard alone', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/clientes')
    // Waits for the heading, because the new page moves the focus to it.
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByText('5 resultados').waitFor()
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .getByLabel('Buscar ou ir para')
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.type('nov')
    await page.getByText('1 resultado', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('dialog').getByText('Novo Cliente').isVisible()).toBe(true)
    await page.waitForURL('**/clientes?acao=novo')
  })

  test('letters typed right after a palette command go into the form that the command opens', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('novo cliente')
    await page.getByText('1 resultado', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Fim e Nogueira')
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Fim e Nogueira')
  })

  test('letters typed right after the keys for a new record (G, a letter, N) go into the form that opens', async ({ page }) => {
    await signIn(page, '/home')
    let release: () => void = () => undefined
    answer('GET /clients', (_req, res) => void (release = () => void res.writeHead(200, { 'content-type': 'application/json' }).end('[]')))
    // G and H are also a shortcut for Home, but not while they are part of a typed name.
    await page.keyboard.type('gcnFim e Ghia')
    await page.getByText('Aguarde carregando...').waitFor()
    release()
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Fim e Ghia')
  })

  test('the key G and a letter open no page while a text field has the focus', async ({ page }) => {
    // Loads the code of Home first, so that Home would open at once if the shortcut worked.
    await signIn(page, '/home')
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText('Sementes Chapadão', { exact: true }).waitFor()
    const field = page.getByLabel('Buscar', { exact: true })
    // Sends only key events. Typed text would change the address, which would cancel the navigation of the shortcut.
    for (const key of ['g', 'h']) await field.dispatchEvent('keydown', { key, bubbles: true })
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Clientes' }).waitFor()
    expect(await page.getByRole('heading', { level: 1, includeHidden: true }).textContent()).toBe('Clientes')
    expect(new URL(page.url()).pathname).toBe('/clientes')
  })

  test('the palette lists names that begin with the typed word as a whole word before names that only begin with its letters', async ({ page }) => {
    const names = ['Terraplenagem Boa', 'Terra Boa', 'Boa Terra', 'Nova Terra Boa', 'Interterra']
    answer('GET /clients', { json: names.map((name, nth) => clientRow(nth + 1, name)) })
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('terra')
    await page.getByText('5 resultados', { exact: true }).waitFor()
    const found = await page.getByRole('option').allTextContents()
    expect(found.map((text) => names.find((name) => text.startsWith(name)))).toEqual([
      'Terra Boa',
      'Terraplenagem Boa',
      'Boa Terra',
      'Nova Terra Boa',
      'Interterra',
    ])
  })

  test('the palette finds records and opens the selected record', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('sinop chapadao')
    await page.getByRole('option', { name: 'Sementes Chapadão' }).waitFor()
    await page.getByText('1 resultado', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Sementes Chapadão')
    expect(new URL(page.url()).pathname).toBe('/clientes/1')
  })

  test('the key ? shows the list of all shortcuts', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.keyboard.press('?')
    const window = page.getByRole('dialog', { name: 'Atalhos' })
    await window.getByText('Confirmar e novo').waitFor()
    expect(await window.getByText('Ctrl').count()).toBe(4)
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Conta de Ana Lima' }).click()
    await page.getByRole('menuitem', { name: 'Atalhos' }).click()
    await window.waitFor()
  })

  test('the skip link moves the focus to the content', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Ir para o conteúdo')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('conteudo')
  })

  test('a person who opens a page outside their menus is redirected to Home and sees a message', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.evaluate(() => {
      history.pushState({}, '', '/painel-onde-estou')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByRole('alert').filter({ hasText: 'Acesso não permitido' }).waitFor()
    await page.waitForURL('**/home')
  })

  test('an unknown URL shows the message “Página não encontrada” with a link to Home', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, '/nao-existe')
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await page.getByRole('link', { name: 'Voltar para Home' }).click()
    await page.waitForURL('**/home')
  })
})

describe('the theme', () => {
  test('the theme follows the system until the person chooses one, and the HTML then contains the chosen theme', async ({ open }) => {
    const page = await open({ colorScheme: 'dark' })
    await signIn(page, '/home')
    expect(await scheme(page)).toBe('dark')
    await page.getByRole('button', { name: 'Trocar tema' }).click()
    expect(await scheme(page)).toBe('light')
    expect(await (await page.request.get(url('/home'))).text()).toMatch(/<html[^>]*data-mantine-color-scheme="light"/)
  })
})

describe('errors on a page', () => {
  alone('a toast stays while the mouse points at it, and otherwise disappears after three seconds', async ({ page }) => {
    await page.clock.install({ time: NOW })
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Formulário inválido!' })
    await toast.waitFor()
    await toast.hover()
    // From here on, only the test moves the page's clock.
    await page.clock.pauseAt(NOW + MINUTE)
    await page.clock.runFor(10_000)
    expect(await toast.isVisible()).toBe(true)
    await page.mouse.move(5, 600)
    await page.clock.runFor(2_500)
    expect(await toast.isVisible()).toBe(true)
    await page.clock.runFor(1_500)
    await toast.waitFor({ state: 'detached' })
  })

  test('if a page cannot be rendered, a message is shown in its place, and other pages still open', async ({ page, expected }) => {
    // React logs the error of the screen to the console.
    expected.push(/TypeError|error occurred|Error handled/)
    await signIn(page, '/home')
    await page.route('**/api/clients', (route) => route.fulfill({ json: { rows: 'of another shape' } }))
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('alert').getByRole('heading', { name: 'Algo deu errado nesta tela.' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Algo deu errado nesta tela.' }).waitFor()
    await page.unroute('**/api/clients')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Sementes Chapadão', { exact: true }).waitFor()
  })

  test('if the server does not respond, the page keeps showing its data with the time of loading, and can request the data again', async ({
    page,
    expected,
  }) => {
    expected.push(/ERR_FAILED/)
    await signIn(page, '/clientes')
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    const line = page.getByRole('status').filter({ hasText: /Sem conexão\. Dados de \d\d:\d\d\./ })
    await line.waitFor()
    expect(await page.getByText('Sementes Chapadão', { exact: true }).isVisible()).toBe(true)
    await page.unroute('**/api/**')
    answer('GET /clients', { json: [clientRow(4, 'Fazenda Nova')] })
    await line.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Fazenda Nova', { exact: true }).waitFor()
    await line.waitFor({ state: 'detached' })
  })

  describe('a lost server', () => {
    alone('if a page cannot be opened, the current page stays, and the next attempt opens the page', async ({ page, expected }) => {
      expected.push(/ERR_INTERNET_DISCONNECTED/)
      await signIn(page, '/home')
      await page.context().setOffline(true)
      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await toast(page, 'A página não abriu. Tente de novo.')
      await lost(page).waitFor()
      expect(await page.getByRole('heading', { name: 'Olá, Ana' }).isVisible()).toBe(true)
      expect(new URL(page.url()).pathname).toBe('/home')
      await page.context().setOffline(false)
      await lost(page).waitFor({ state: 'detached' })
      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await page.getByText('Sementes Chapadão', { exact: true }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    })
  })

  test('if the server runs a new build, the page offers a reload, but does not reload by itself', async ({ page }) => {
    await signIn(page, '/home')
    await page.route('**/api/clients', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } })
    })
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText('Nova versão disponível.').waitFor()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Recarregar' }).click()])
    expect(new URL(page.url()).pathname).toBe('/clientes')
  })
})
