// Tests rare cases of forms in a real browser, with one form.
import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { testInOne as test } from '../../support/browser.ts'
import { clientRow } from '../../support/client-samples.ts'
import { drawn, drawsLate, goTo, hydrated } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { form, name, focused, formScreen, search } from '../../support/form-screen.ts'

const { answer, sent, signIn, url, typed, filled, creates } = formScreen()

const failures: [string, RegExp, string, (route: Route) => unknown][] = [
  ['is refused', /409/, 'Confirmar', (route) => route.fulfill({ status: 409, json: { message: 'Cliente já existe!' } })],
  ['has no answer', /ERR_FAILED/, 'Tentar novamente', (route) => route.abort()],
]

test('on a phone, a message of the form does not cover the title of the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/clientes?acao=novo')
  await form(page).getByRole('button', { name: 'Confirmar', exact: true }).click()
  await toast(page, 'Formulário inválido! Verifique os dados.')
  const [title, said] = await Promise.all([form(page).getByRole('heading').first().boundingBox(), page.getByRole('alert').first().boundingBox()])
  expect(said?.y).toBeGreaterThan((title?.y ?? 999) + (title?.height ?? 0))
})

describe('the draft of a form', () => {
  test('the draft is restored even if the page was reloaded once before the form was drawn', async ({ page }) => {
    await typed(page)
    await page.route('**/assets/ClientForm-*.js', () => undefined)
    await page.reload({ waitUntil: 'commit' })
    await hydrated(page)
    await drawn(page)
    await page.unroute('**/assets/ClientForm-*.js')
    await page.reload()
    await name(page).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Fazenda Nova')
  })

  test('the draft is restored after the browser has killed the page', async ({ open }) => {
    const page = await open()
    // The page must not notice that it is left, as if it had been killed.
    await page.addInitScript(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation()))
    await typed(page)
    await page.reload()
    await name(page).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Fazenda Nova')
  })

  test('the draft is restored if the next page cannot load because of a deployment and the person reloads', async ({ page, expected }) => {
    expected.push(/404/)
    await typed(page)
    await page.route('**/assets/Home-*.js', (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('home')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Recarregar' }).click()])
    await name(page).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Fazenda Nova')
  })

  test('the button “Começar em branco” discards a recovered draft', async ({ page }) => {
    await filled(page)
    await goTo(page, url('/clientes?acao=novo'))
    await page.getByText('Recuperamos o que você digitou.').waitFor()
    expect(await name(page).inputValue()).toBe('Fazenda Nova')
    // The keyboard reaches the button, which disappears once it is pressed or the record is saved.
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Começar em branco')
    await page.keyboard.press('Enter')
    await page.getByText('Recuperamos o que você digitou.').waitFor({ state: 'detached' })
    await expect.poll(() => name(page).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'detached' })
  })

  test('if Esc is pressed during a save that fails, the form stays open with the typed values', async ({ page, expected }) => {
    expected.push(/502/)
    await filled(page)
    const late = Promise.withResolvers<void>()
    answer('POST /clients', (_req, res) => void late.promise.then(() => res.writeHead(500).end('{}')))
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.evaluate(() => history.back())
    late.resolve()
    await toast(page, 'Falha ao criar cliente!')
    expect(await name(page).inputValue()).toBe('Fazenda Nova')
    // The save has failed, so the form must stay open and editable.
    expect(await name(page).isEnabled()).toBe(true)
    expect(search(page)).toBe('?acao=novo')
  })
})

test.for(failures)(
  'if Ctrl+Enter in a list field sends a record and the request %s, Enter sends the record again',
  async ([, said, again, fail], { open, expected }) => {
    expected.push(said)
    const page = await open()
    await page.addInitScript(drawsLate)
    // The route is installed before the page loads, because requests of an already loaded page may bypass it.
    await page.route('**/api/clients', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await form(page).getByRole('button', { name: 'Confirmar', exact: true, disabled: true }).waitFor()
      await fail(route)
    })
    await filled(page)
    await page.keyboard.press('Control+Enter')
    await form(page).getByRole('alert').waitFor()
    await form(page).getByRole('button', { name: again, exact: true, disabled: false }).and(page.locator(':focus')).waitFor()
    await page.unroute('**/api/clients')
    creates()
    await page.keyboard.press('Enter')
    await toast(page, 'Novo Cliente criado com sucesso!')
  },
)

test('if the saved row is out of sight after a save, the focus is on the page heading', async ({ page }) => {
  answer('GET /clients', { json: Array.from({ length: 500 }, (_, index) => clientRow(index + 1, `Cliente ${String(index + 1).padStart(3, '0')}`)) })
  answer('PUT /clients', { json: clientRow(1, 'Zebra') })
  await signIn(page, '/clientes?ordem=razao-social')
  await page.getByRole('button', { name: 'Editar Cliente 001' }).click()
  await name(page).fill('Cliente 001b')
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The row is far below the rendered rows, so the heading gets the focus.
  await expect.poll(() => focused(page)).toBe('Clientes')
})

describe('a list field', () => {
  const city = (page: Page) => page.getByRole('combobox', { name: 'Cidade' })

  test('Ctrl+Enter sends no request while the form asks whether to discard the draft', async ({ page }) => {
    creates()
    await filled(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(sent('POST /clients')).toEqual([])
  })

  test('the list of cities begins with the cities in the company’s state', async ({ page }) => {
    const cities = [
      { CODIGOCIDADE: 3, NOMECIDADE: 'Abadia', UF: 'GO' },
      { CODIGOCIDADE: 1, NOMECIDADE: 'Sinop', UF: 'MT' },
    ]
    answer('GET /cities', { json: cities })
    await typed(page)
    await city(page).click()
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Sinop - MT', 'Abadia - GO'])
  })

  test('if the list of cities does not load, it is automatically requested again', async ({ page, expected }) => {
    expected.push(/502/)
    answer('GET /cities', { status: 500, json: {} })
    await typed(page)
    await page.getByText('Falha ao comunicar com o banco de dados!').waitFor()
    answer('GET /cities', { json: [{ CODIGOCIDADE: 1, NOMECIDADE: 'Sinop', UF: 'MT' }] })
    await page.getByText('Falha ao comunicar com o banco de dados!').waitFor({ state: 'detached' })
    await city(page).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).waitFor()
  })

  test('if a list does not load, the field shows an error and can load the list again', async ({ page, expected }) => {
    expected.push(/502/)
    answer('GET /cities', { status: 500, json: {} })
    await typed(page)
    const failed = page.getByRole('alert').filter({ hasText: 'Falha ao comunicar com o banco de dados!' })
    await failed.waitFor()
    await city(page).click()
    await page.getByText('A lista não chegou.').waitFor()
    answer('GET /cities', { json: [{ CODIGOCIDADE: 1, NOMECIDADE: 'Sinop', UF: 'MT' }] })
    await failed.getByRole('button', { name: 'Tentar novamente' }).click()
    await failed.waitFor({ state: 'detached' })
    await city(page).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).waitFor()
  })
})

test('after opening and closing a form twice, Back leads to the page before, because closed forms leave no entry in the history', async ({
  page,
}) => {
  await signIn(page, '/home')
  await goTo(page, url('/clientes'))
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await form(page).waitFor()
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'detached' })
    await expect.poll(() => search(page)).toBe('')
  }
  await page.goBack()
  await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
})

test('letters typed into a list field right after an option was chosen replace the text of the option', async ({ page }) => {
  await filled(page)
  await page.keyboard.type('cui')
  await expect.poll(() => page.getByRole('combobox', { name: 'Cidade' }).inputValue()).toBe('cui')
})

test('after a save, the focus is on the button that opened the form', async ({ page }) => {
  answer('PUT /clients', { json: clientRow(1, 'Sementes do Norte') })
  await signIn(page, '/clientes')
  await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
  await name(page).fill('Sementes do Norte')
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Editar Sementes do Norte')
})
