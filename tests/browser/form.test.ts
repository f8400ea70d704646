// Tests how forms handle drafts. All forms share this behaviour, so one form is enough.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { testInOne as test } from '../support/browser.ts'
import { clientBody, clientRow } from '../support/client-samples.ts'
import { goTo } from '../support/page-waits.ts'
import { toast } from '../support/demo-company.ts'
import { form, question, name, focused, formScreen, search } from '../support/form-screen.ts'

const { answer, sent, signIn, url, typed, filled, creates } = formScreen()

test('if a list field contains text but no chosen option, the form reports the field and sends nothing', async ({ page }) => {
  await typed(page)
  const city = page.getByRole('combobox', { name: 'Cidade' })
  for (const send of [() => page.keyboard.press('Control+Enter'), () => page.getByRole('button', { name: 'Confirmar', exact: true }).click()]) {
    await city.fill('sinopp')
    await send()
    await page.getByText('Nada foi escolhido para “sinopp”.').waitFor()
    await expect.poll(() => city.evaluate((input) => input === document.activeElement)).toBe(true)
  }
  expect(sent('POST /clients')).toEqual([])
  await city.fill('zzzz')
  await page.keyboard.press('Tab')
  await page.getByText('Nada foi escolhido para “zzzz”.').waitFor()
  expect(await city.getAttribute('aria-invalid')).toBe('true')
  await city.fill('sinop')
  await page.getByText('Nada foi escolhido').waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  expect([await city.inputValue(), await city.getAttribute('aria-invalid')]).toEqual(['Sinop - MT', null])
  // After a click, typing replaces the text. Leaving the field without a choice restores the text.
  await name(page).focus()
  await city.click()
  await page.keyboard.type('cui')
  expect(await city.inputValue()).toBe('cui')
  await page.keyboard.press('Escape')
  await name(page).focus()
  await expect.poll(() => city.inputValue()).toBe('Sinop - MT')
})

describe('closing a form', () => {
  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ['Esc', (page) => page.keyboard.press('Escape')],
    ['Cancelar', (page) => page.getByRole('button', { name: 'Cancelar' }).click()],
    ['×', (page) => page.getByRole('button', { name: 'Fechar' }).click()],
    ['Back', (page) => page.evaluate(() => history.back())],
    [
      'the palette',
      async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByPlaceholder('Buscar ou ir para…').fill('home')
        await page.keyboard.press('Enter')
      },
    ],
  ]

  test('if the form has unsaved changes, Esc, Cancelar, ×, Back and the palette ask for confirmation before they close the form', async ({
    page,
  }) => {
    await typed(page)
    for (const [way, leave] of ways) {
      await leave(page)
      await question(page).waitFor()
      await expect.poll(() => focused(page)).toBe('Continuar editando')
      await page.keyboard.press('Escape')
      await question(page).waitFor({ state: 'detached' })
      expect(await name(page).inputValue()).toBe('Fazenda Nova')
      expect(search(page)).toBe('?acao=novo')
      await leave(page)
      await expect.poll(() => focused(page)).toBe('Continuar editando')
      // Shortcuts of the page do nothing while the question is open.
      await page.keyboard.type('gh')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await form(page).waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).href).toBe(url(way === 'the palette' ? '/home' : '/clientes'))
      if (way === 'the palette') break
      await page.getByRole('button', { name: 'Novo Cliente' }).click()
      await page.locator('[data-autofocus]:focus').waitFor()
      await name(page).fill('Fazenda Nova')
    }
  })

  test('a form without unsaved changes closes without a confirmation', async ({ page }) => {
    creates()
    await filled(page)
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await form(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await name(page).fill('Outra')
    await name(page).fill('Sementes Chapadão')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

describe('the browser’s history while a form is open', () => {
  test('the browser’s Back button closes the form, and Forward opens the form again', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await expect.poll(() => name(page).inputValue()).toBe('Sementes Chapadão')
    expect(search(page)).toBe('?acao=editar&id=1')
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(search(page)).toBe('')
    await page.goForward()
    await expect.poll(() => name(page).inputValue()).toBe('Sementes Chapadão')
  })
})

describe('a draft', () => {
  test('a reload restores the draft, and the form discards the draft only after a confirmation', async ({ page }) => {
    await typed(page)
    await page.reload()
    await name(page).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Fazenda Nova')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await form(page).waitFor({ state: 'detached' })
    await goTo(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('a form that is submitted three times at once sends one request', async ({ page }) => {
  creates()
  await filled(page)
  await page.locator('form.form').evaluate((element: HTMLFormElement) => {
    for (let time = 0; time < 3; time += 1) element.requestSubmit()
  })
  await toast(page, 'Novo Cliente criado com sucesso!')
  expect(sent('POST /clients')).toHaveLength(1)
})

test('Ctrl+Shift+Enter for “Confirmar e novo” saves the record and starts a new one', async ({ page }) => {
  creates()
  await filled(page)
  await page.keyboard.press('Control+Shift+Enter')
  await toast(page, 'Novo Cliente criado com sucesso!')
  await expect.poll(() => name(page).inputValue()).toBe('')
  await expect.poll(() => name(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await form(page).waitFor({ state: 'detached' })
  expect(sent('POST /clients')).toHaveLength(1)
  await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
  await name(page).waitFor()
  expect(await page.getByRole('button', { name: 'Confirmar e novo' }).count()).toBe(0)
})

describe('a list field', () => {
  const city = (page: Page) => page.getByRole('combobox', { name: 'Cidade' })

  test('Tab chooses the highlighted option only if text was typed', async ({ page }) => {
    await typed(page)
    await city(page).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await city(page).inputValue()).toBe('')
    await city(page).fill('claro jose')
    await page.keyboard.press('Tab')
    await expect.poll(() => city(page).inputValue()).toBe('São José do Rio Claro - MT')
    // Tab chooses nothing if the text was deleted.
    await city(page).press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => city(page).inputValue()).toBe('')
    await city(page).fill('claro jose')
    await page.keyboard.press('Tab')
    // Typing the same text again selects the option, which then stays chosen.
    await city(page).fill('claro jose')
    await page.getByRole('option', { name: 'São José do Rio Claro - MT' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => city(page).inputValue()).toBe('São José do Rio Claro - MT')
  })
})

test('if a client with a similar name exists in the city, the form shows a warning and saves only after “Confirmar assim mesmo”', async ({
  page,
}) => {
  creates()
  await filled(page)
  await name(page).fill('  SEMENTES  chapadao ')
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await page.getByText('Já existe um cliente assim nesta cidade:').waitFor()
  expect(sent('POST /clients')).toEqual([])
  await page.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
  await toast(page, 'Novo Cliente criado com sucesso!')
})

test('Desfazer after a change of the status restores only the status, and keeps later changes by other people', async ({ page }) => {
  answer('PUT /clients', { json: clientRow(1, 'Sementes Chapadão', { CODIGO_STATUS: 'I' }) })
  await signIn(page, '/clientes?acao=editar&id=1')
  await page.getByRole('switch').press('Space')
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await toast(page, 'Cliente Sementes Chapadão alterado com sucesso!')
  answer('GET /clients/1', { json: [{ ...clientRow(1, 'Sementes do Norte', { CODIGO_STATUS: 'I' }), versao: 5 }] })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  const row = page.locator('tr:focus')
  await row.waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await toast(page, 'Desfeito.')
  // The button disappears, but the row keeps the focus.
  expect(await row.count()).toBe(1)
  expect(sent('PUT /clients')).toEqual([
    clientBody({ id: 1, versao: 4, nome: 'Sementes Chapadão', idCidade: 1, status: 'I' }),
    clientBody({ id: 1, versao: 5, nome: 'Sementes do Norte', idCidade: 1 }),
  ])
})

test('if the search hides a new record, a message reports this, and a click on it shows the record', async ({ page }) => {
  creates()
  await signIn(page, '/clientes?q=chapadao&acao=novo')
  await name(page).fill('Fazenda Nova')
  await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
  await page.getByRole('option', { name: 'Sinop - MT' }).click()
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await page.getByText('O registro criado não aparece: a busca ou o filtro o esconde.').waitFor()
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await page.getByText('Fazenda Nova', { exact: true }).waitFor()
  expect(search(page)).toBe('')
})
