import { describe, expect } from 'vitest'
import { axe, still, test as alone, testInOne as test } from '../support/browser.ts'
import { client, company } from '../support/company.ts'
import { toast } from '../support/house.ts'
import type { Locator, Page } from 'playwright-core'

const { answer, signIn, url } = company()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const scheme = (page: Page) => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])

describe('going about', () => {
  test('the menu shows what one may open and exists, and the new heading takes the focus', async ({ page }) => {
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

  test('Esc closes the menu and gives the focus back', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByRole('button', { name: 'Abrir menu' }).press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Abrir menu')
  })

  test('Esc closes the palette, whatever was typed, and gives the focus back', async ({ page }) => {
    await signIn(page, '/home')
    for (const typed of ['', 'cli']) {
      await page.getByRole('button', { name: 'Buscar ou ir para' }).press('Enter')
      await page.getByPlaceholder('Buscar ou ir para…').fill(typed)
      await page.keyboard.press('Escape')
      await page.getByPlaceholder('Buscar ou ir para…').waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toContain('Buscar ou ir para…')
    }
  })

  test('the menu stays where it was pinned, drawn by the server', async ({ page, open }) => {
    await signIn(page, '/home')
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('button', { name: 'Fixar menu' }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Clientes' }).waitFor()
    const plain = await open({ javaScriptEnabled: false, storageState: await page.context().storageState() })
    await plain.goto(url('/home'))
    expect(await plain.getByRole('complementary').getByRole('link', { name: 'Clientes' }).isVisible()).toBe(true)
  })

  test('G and a letter, and the palette by keyboard alone', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/clientes')
    // A page that comes takes the focus.
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

  test('what is typed while the palette is still coming is not lost', async ({ page }) => {
    await signIn(page, '/home')
    await page.evaluate(() => {
      const press = (key: string, ctrlKey = false) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, code: `Key${key}`, bubbles: true, cancelable: true }))
      press('k', true)
      for (const letter of 'clien') press(letter)
    })
    await expect.poll(() => page.getByPlaceholder('Buscar ou ir para…').inputValue()).toBe('clien')
    await page.keyboard.type('tes')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/clientes')
  })

  test('the palette finds records, each leading to its own', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('sinop chapadao')
    await page.getByRole('option', { name: 'Sementes Chapadão' }).waitFor()
    await page.getByText('1 resultado', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Sementes Chapadão')
    expect(new URL(page.url()).search).toBe('?acao=editar&id=1')
  })

  test('the palette says how many there are of more than it shows, and leads to all of them', async ({ page }) => {
    answer('GET /clients', { json: Array.from({ length: 10 }, (_, id) => client(id + 1, `Importado 0432-${id}`)) })
    await still(page)
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('importado 0432')
    const group = page.getByRole('group', { name: 'Clientes · 5 de 10' })
    await group.waitFor()
    await page.getByText('10 resultados', { exact: true }).waitFor()
    // Low enough for its list to scroll.
    await page.setViewportSize({ width: 1024, height: 400 })
    expect(await axe(page)).toEqual([])
    expect(await group.getByRole('option').count()).toBe(6)
    await group.getByRole('option', { name: 'Ver todos em Clientes' }).click()
    await page.waitForURL('**/clientes?q=importado%200432')
    await expect.poll(() => page.getByRole('row', { name: 'Importado' }).count()).toBe(10)
  })

  test('the palette says that records could not be loaded, and asks for them again', async ({ page, expected }) => {
    expected.push(/50\d/)
    answer('GET /clients', { status: 500 })
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('sementes')
    await page.getByText('Os registros não puderam ser carregados. Tentando de novo…').waitFor()
    expect(await page.getByText('Nada encontrado').count()).toBe(0)
    expect(await page.getByText('0 resultados').count()).toBe(0)
    answer('GET /clients', { json: [client(1, 'Sementes Chapadão')] })
    await page.getByRole('option', { name: 'Sementes Chapadão' }).waitFor()
    expect(await page.getByText('não puderam ser carregados').count()).toBe(0)
  })

  test('the palette finds nothing only once it has looked through everything', async ({ page }) => {
    const late = Promise.withResolvers<void>()
    answer('GET /clients', (_req, res) => void late.promise.then(() => res.end(JSON.stringify([client(1, 'Sementes Chapadão')]))))
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('chapadão')
    await page.getByText('Aguarde carregando...').waitFor()
    expect(await page.getByText(/Nada encontrado|0 resultados/).count()).toBe(0)
    late.resolve()
    await page.getByRole('option', { name: 'Sementes Chapadão' }).waitFor()
    expect(await page.getByText('Aguarde carregando...').count()).toBe(0)
    await page.getByPlaceholder('Buscar ou ir para…').fill('inexistente')
    await page.getByText('Nada encontrado para “inexistente”.').waitFor()
  })

  test('? shows every shortcut', async ({ page }) => {
    await still(page)
    await signIn(page, '/clientes')
    await page.keyboard.press('?')
    const window = page.getByRole('dialog', { name: 'Atalhos' })
    await window.getByText('Confirmar e novo').waitFor()
    expect(await window.getByText('Ctrl').count()).toBe(4)
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Conta de Ana Lima' }).click()
    await page.getByRole('menuitem', { name: 'Atalhos' }).click()
    await window.waitFor()
  })

  test('the skip link goes to the content', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Ir para o conteúdo')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('conteudo')
  })

  test('a page outside the access list is refused where one stands', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.evaluate(() => {
      history.pushState({}, '', '/painel-onde-estou')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByRole('alert').filter({ hasText: 'Acesso não permitido' }).waitFor()
    await page.waitForURL('**/home')
  })

  test('an unknown address says so inside the frame', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, '/nao-existe')
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await page.getByRole('link', { name: 'Voltar para Home' }).click()
    await page.waitForURL('**/home')
  })
})

describe('the theme', () => {
  test('follows the machine until it is chosen, and then is in the HTML', async ({ open }) => {
    const page = await open({ colorScheme: 'dark' })
    await signIn(page, '/home')
    expect(await scheme(page)).toBe('dark')
    await page.getByRole('button', { name: 'Trocar tema' }).click()
    expect(await scheme(page)).toBe('light')
    expect(await (await page.request.get(url('/home'))).text()).toMatch(/<html[^>]*data-mantine-color-scheme="light"/)
  })

  test('that is the machine’s dark one draws nothing anew of what the server drew', async ({ open }) => {
    const page = await open({ colorScheme: 'dark' })
    await page.addInitScript(() => {
      const gone: string[] = []
      Object.assign(globalThis, { gone })
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) gone.push(...[...removedNodes].map(({ textContent }) => textContent ?? ''))
      }).observe(document, { childList: true, subtree: true })
    })
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor()
    const gone = await page.evaluate(() => (globalThis as unknown as { gone: string[] }).gone)
    expect(gone.filter((text) => /Conta de|Colunas/.test(text))).toEqual([])
  })
})

describe('what goes wrong', () => {
  alone('toasts stay while pointed at, and leave after three seconds', async ({ page }) => {
    await page.clock.install()
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Formulário inválido!' })
    await toast.waitFor()
    await toast.hover()
    await page.clock.runFor(10_000)
    expect(await toast.isVisible()).toBe(true)
    await page.mouse.move(5, 600)
    await page.clock.runFor(4_000)
    await toast.waitFor({ state: 'detached' })
  })

  test.for([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)('toasts cover neither a field’s label nor the buttons of the page’s header, at %d', async ([width, height], { page }) => {
    await page.setViewportSize({ width, height })
    await still(page)
    await signIn(page, '/clientes')
    const covered = (what: Locator) =>
      what.evaluateAll((all) => {
        const toasts = [...document.querySelectorAll('[data-kind]')].map((toast) => toast.getBoundingClientRect())
        return all
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            return toasts.some((toast) => left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom)
          })
          .map((one) => one.textContent)
      })
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    expect(await covered(page.getByRole('dialog').locator('label, [id$=label]'))).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(url('/clientes?aviso=bem-vindo'))
    await page.getByText('É bom ter você por aqui Ana!').waitFor()
    expect(await covered(page.locator('main header button'))).toEqual([])
  })

  alone('a toast is not stacked, and one that only appeared under the pointer goes', async ({ page }) => {
    await page.clock.install()
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    const said = page.getByRole('alert').filter({ hasText: 'Formulário inválido!' })
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await said.waitFor()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    expect(await said.count()).toBe(1)
    const box = await said.boundingBox()
    await page.clock.runFor(4_000)
    await said.waitFor({ state: 'detached' })
    // Where it is to appear.
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20)
    await page.keyboard.press('Control+Enter')
    await said.waitFor()
    await page.clock.runFor(4_000)
    await said.waitFor({ state: 'detached' })
  })

  alone('what alone fails while the rest answers is not asked for without end', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    await page.clock.install()
    await signIn(page, '/home')
    let asked = 0
    await page.route('**/api/clients', (route) => {
      asked += 1
      return route.abort()
    })
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('sementes')
    await page.getByText('Os registros não puderam ser carregados. Tentando de novo…').waitFor()
    for (let time = 0; time < 50; time += 1) {
      await page.clock.runFor(200)
      // As long as an answer takes.
      await page.evaluate(() => fetch('/healthz'))
    }
    // Every five seconds, by the palette and by the line that says that there is no connection.
    expect(asked).toBeLessThan(8)
  })

  alone('a toast that comes over what the pointer rests on goes too', async ({ page }) => {
    await page.clock.install()
    answer('PUT /clients', { json: { CODIGOCLIENTE: 1, NOMEFANTASIACLIENTE: 'Sementes Chapadão', CODIGO_STATUS: 'A' } })
    await signIn(page, '/clientes?acao=editar&id=1')
    await page.getByLabel('Razão Social').waitFor()
    await page.mouse.move(1250, 130)
    await page.keyboard.press('Control+Enter')
    const said = page.getByRole('status').filter({ hasText: 'alterado com sucesso!' })
    await said.waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.clock.runFor(4_000)
    await said.waitFor({ state: 'detached' })
  })

  test('a slow screen says that it is coming', async ({ page }) => {
    await signIn(page, '/home')
    let release: () => void = () => undefined
    answer('GET /clients', (_req, res) => void (release = () => void res.writeHead(200, { 'content-type': 'application/json' }).end('[]')))
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText('Aguarde carregando...').waitFor()
    release()
    await page.getByText('Nenhum cliente cadastrado.').waitFor()
    await page.getByText('Aguarde carregando...').waitFor({ state: 'detached' })
  })

  test('the palette opened while a page comes keeps the focus', async ({ page }) => {
    await signIn(page, '/home')
    let release: () => void = () => undefined
    answer('GET /clients', (_req, res) => void (release = () => void res.writeHead(200, { 'content-type': 'application/json' }).end('[]')))
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText('Aguarde carregando...').waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByPlaceholder('Buscar ou ir para…')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    release()
    await page.getByText('Nenhum cliente cadastrado.').waitFor()
    await page.keyboard.type('tema')
    await expect.poll(() => field.inputValue()).toBe('tema')
  })

  test('a screen that breaks says so in its place, and one can go on', async ({ page, expected }) => {
    // React tells the console what broke.
    expected.push(/TypeError|error occurred|Error handled/)
    await signIn(page, '/home')
    await page.route('**/api/clients', (route) => route.fulfill({ json: { rows: 'of another shape' } }))
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('alert').getByRole('heading', { name: 'Algo deu errado nesta tela.' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Algo deu errado nesta tela.' }).waitFor()
    await page.unroute('**/api/clients')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Sementes Chapadão', { exact: true }).waitFor()
  })

  test('without an answer what is shown stays, with its hour, and is asked for again on request', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    await signIn(page, '/clientes')
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    const line = page.getByRole('status').filter({ hasText: /Sem conexão\. Dados de \d\d:\d\d\./ })
    await line.waitFor()
    expect(await page.getByText('Sementes Chapadão', { exact: true }).isVisible()).toBe(true)
    await page.unroute('**/api/**')
    answer('GET /clients', { json: [client(4, 'Fazenda Nova')] })
    await line.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Fazenda Nova', { exact: true }).waitFor()
    await line.waitFor({ state: 'detached' })
  })

  describe('without a server', () => {
    const lost = (page: Page) => page.getByRole('status').filter({ hasText: /Sem conexão\. Dados de \d\d:\d\d\./ })

    alone('a page that does not open leaves the one that is shown, and opens when it is tried again', async ({ page, expected }) => {
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

    test('the palette opens over what was typed, and nothing of it is lost', async ({ page, expected }) => {
      expected.push(/ERR_INTERNET_DISCONNECTED/)
      await signIn(page, '/clientes')
      await page.getByRole('button', { name: 'Novo Cliente' }).click()
      await page.getByLabel('Razão Social').fill('Fazenda')
      await page.context().setOffline(true)
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Buscar ou ir para…').fill('carros')
      await page.keyboard.press('Escape')
      expect(await page.getByLabel('Razão Social').inputValue()).toBe('Fazenda')
    })

    test('the line goes by itself when the server is back, and what failed is asked again', async ({ page, expected }) => {
      expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
      await signIn(page, '/home')
      // Its code comes, its list does not.
      await page.route(/\/api\/|healthz/, (route) => route.abort())
      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await lost(page).waitFor()
      await page.getByText('Falha na comunicação!').waitFor()
      await page.unroute(/\/api\/|healthz/)
      await page.getByText('Sementes Chapadão', { exact: true }).waitFor()
      await lost(page).waitFor({ state: 'detached' })
    })
  })

  alone('a deploy that took a page away offers to reload', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, '/clientes')
    await page.route('**/assets/Home-*.js', (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByText('Nova versão disponível.').waitFor()
    expect(await page.getByText('Sementes Chapadão', { exact: true }).isVisible()).toBe(true)
  })

  test('another build is offered, not forced', async ({ page }) => {
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
