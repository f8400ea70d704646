// Tests the frame of every page in a real browser: a palette without responses, toasts and the dark scheme.
import { describe, expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { axe, reduceMotion } from '../../support/axe.ts'
import { test as alone, testInOne as test } from '../../support/browser.ts'
import { clientRow } from '../../support/client-samples.ts'
import { scriptedCompany } from '../../support/scripted-company.ts'
import { toast } from '../../support/demo-company.ts'
import { lost } from '../../support/shell-screen.ts'

const { answer, url, signIn } = scriptedCompany()

describe('navigation', () => {
  test('a pinned menu is also part of the HTML from the server', async ({ page, open }) => {
    await signIn(page, '/home')
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('button', { name: 'Fixar menu' }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Clientes' }).waitFor()
    const plain = await open({ javaScriptEnabled: false, storageState: await page.context().storageState() })
    await plain.goto(url('/home'))
    expect(await plain.getByRole('complementary').getByRole('link', { name: 'Clientes' }).isVisible()).toBe(true)
  })

  test('letters typed right after Ctrl+K appear in the palette', async ({ page }) => {
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

  test('the palette shows five of ten results with the number of all, and links to the list with all results', async ({ page }) => {
    answer('GET /clients', { json: Array.from({ length: 10 }, (_, id) => clientRow(id + 1, `Importado 0432-${id}`)) })
    await reduceMotion(page)
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('importado 0432')
    const group = page.getByRole('group', { name: 'Clientes · 5 de 10' })
    await group.waitFor()
    await page.getByText('10 resultados', { exact: true }).waitFor()
    // The viewport is now so low that the list scrolls.
    await page.setViewportSize({ width: 1024, height: 400 })
    expect(await axe(page)).toEqual([])
    expect(await group.getByRole('option').count()).toBe(6)
    await group.getByRole('option', { name: 'Ver todos em Clientes' }).click()
    await page.waitForURL('**/clientes?q=importado%200432')
    await expect.poll(() => page.getByRole('row', { name: 'Importado' }).count()).toBe(10)
  })

  test('if the records do not load, the palette shows an error and can load them again', async ({ page, expected }) => {
    expected.push(/50\d/)
    answer('GET /clients', { status: 500 })
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('sementes')
    await page.getByText('Os registros não puderam ser carregados. Tentando de novo…').waitFor()
    expect(await page.getByText('Nada encontrado').count()).toBe(0)
    expect(await page.getByText('0 resultados').count()).toBe(0)
    answer('GET /clients', { json: [clientRow(1, 'Sementes Chapadão')] })
    await page.getByRole('option', { name: 'Sementes Chapadão' }).waitFor()
    expect(await page.getByText('não puderam ser carregados').count()).toBe(0)
  })

  test('the palette reports an empty result only after every record is loaded', async ({ page }) => {
    const late = Promise.withResolvers<void>()
    answer('GET /clients', (_req, res) => void late.promise.then(() => res.end(JSON.stringify([clientRow(1, 'Sementes Chapadão')]))))
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
})

describe('the dark scheme', () => {
  test('if the machine uses the dark scheme, the browser keeps the elements that the server has rendered', async ({ open }) => {
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

describe('failures', () => {
  test('toasts cover neither the label of a field nor the buttons of the header, at 1440, 1024 and 390 px', async ({ page }) => {
    await reduceMotion(page)
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
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await signIn(page, '/clientes')
      await page.getByRole('button', { name: 'Novo Cliente' }).click()
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
      await toast(page, 'Formulário inválido! Verifique os dados.')
      expect(await covered(page.getByRole('dialog').locator('label, [id$=label]'))).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.goto(url('/clientes?aviso=bem-vindo'))
      await page.getByText('É bom ter você por aqui Ana!').waitFor()
      expect(await covered(page.locator('main header button'))).toEqual([])
      if (width === 1440) expect(await covered(page.locator('.shell :is(input, button, a, th, label)'))).toEqual([])
    }
  })

  alone('repeated failures show only one toast, which disappears even if it appeared under the pointer', async ({ page }) => {
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
    // Moves the pointer to the place where the toast will appear.
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20)
    await page.keyboard.press('Control+Enter')
    await said.waitFor()
    await page.clock.runFor(4_000)
    await said.waitFor({ state: 'detached' })
  })

  alone('a single failing call is not repeated endlessly', async ({ page, expected }) => {
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
      // Waits for a real request, so that the page's own requests have time to fail.
      await page.evaluate(() => fetch('/healthz'))
    }
    // Only two parts of the page poll, each every five seconds: the palette, and the line that reports the lost connection.
    expect(asked).toBeLessThan(8)
  })

  alone('a toast that appears under a resting pointer disappears', async ({ page }) => {
    await page.clock.install()
    answer('PUT /clients', { json: clientRow(1, 'Sementes Chapadão') })
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

  test('if the palette is opened while a page loads, the focus is still in the palette after the page has loaded', async ({ page }) => {
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

  describe('a lost server', () => {
    test('while offline, opening and closing the palette does not change the text typed in a form', async ({ page, expected }) => {
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
  })

  test('once the server is reachable again, the message about the connection disappears, and failed requests are sent again', async ({
    page,
    expected,
  }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await signIn(page, '/home')
    // The code of the screen still loads, but its list does not.
    await page.route(/\/api\/|healthz/, (route) => route.abort())
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await lost(page).waitFor()
    await page.getByText('Falha na comunicação!').waitFor()
    await page.unroute(/\/api\/|healthz/)
    await page.getByText('Sementes Chapadão', { exact: true }).waitFor()
    await lost(page).waitFor({ state: 'detached' })
  })

  alone('if a deployment removed a page, the message offers a reload', async ({ page, expected }) => {
    expected.push(/404/)
    await signIn(page, '/clientes')
    await page.route('**/assets/Home-*.js', (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByText('Nova versão disponível.').waitFor()
    expect(await page.getByText('Sementes Chapadão', { exact: true }).isVisible()).toBe(true)
  })

  test('a page shows a loading message until its data arrives', async ({ page }) => {
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
})

test('axe finds no violation in the list of shortcuts and in a page that could not be rendered', async ({ page, expected }) => {
  // React logs the error of the screen to the console.
  expected.push(/TypeError|error occurred|Error handled/)
  await reduceMotion(page)
  await signIn(page, '/home')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos' }).getByText('Confirmar e novo').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.route('**/api/clients', (route) => route.fulfill({ json: { rows: 'of another shape' } }))
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('alert').getByRole('heading', { name: 'Algo deu errado nesta tela.' }).waitFor()
  expect(await axe(page)).toEqual([])
})
