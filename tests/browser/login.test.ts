import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { axe } from '../support/axe.ts'
import { test as alone, testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { scriptedCompany } from '../support/scripted-company.ts'
import type { Page } from 'playwright-core'

const { sent, signIn, url } = scriptedCompany()

const fill = async (page: Page, email: string, password: string) => {
  // Waits for a focused element. The browser focuses the first field when it first draws the page, and logs a warning if something else has the focus
  // by then.
  await page.locator(':focus').waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Conectar' }).click()
}

describe('the sign-in', () => {
  test('empty and invalid fields are reported before a request is sent', async ({ page }) => {
    await page.goto(url('/'))
    expect(await page.title()).toBe('Entrar · csnoteweb')
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.getByText('E-mail precisa ser preenchido.').waitFor()
    await page.getByText('Senha precisa ser preenchida.').waitFor()
    await fill(page, 'isto não é', 'x')
    await page.getByText('E-mail precisa ser válido!').waitFor()
    expect(sent('POST /auth')).toEqual([])
  })

  test('wrong credentials are reported, and the e-mail field still contains the typed e-mail', async ({ page, expected }) => {
    expected.push(/401/)
    await page.goto(url('/'))
    await fill(page, 'ninguem@x.co', 'errada')
    // The message appears only once, without an additional toast.
    await page.getByRole('alert').filter({ hasText: 'E-mail ou senha incorretos.' }).waitFor()
    expect(await page.getByText('E-mail ou senha incorretos.').count()).toBe(1)
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ninguem@x.co')
    // The password field has the focus, so that typing replaces the password.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password')
    expect(await axe(page)).toEqual([])
  })

  test('a sign-in greets the person and opens the requested page', async ({ page }) => {
    await page.goto(url('/clientes?q=chapadao'))
    await fill(page, 'ana@x.co', 'senha')
    await page.waitForURL('**/clientes?q=chapadao')
    await page.getByText('É bom ter você por aqui Ana!').waitFor()
  })

  test('the password can be made visible [6.2.6-7]', async ({ page }) => {
    await page.goto(url('/'))
    const field = page.getByLabel('Senha', { exact: true })
    await page.getByRole('button', { name: 'Mostrar a senha' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Mostrar a senha' }).click()
    expect(await field.getAttribute('type')).toBe('password')
  })

  test('a person can sign in without JavaScript, and the password never appears in the URL [6.2.6-7 6.2.10 6.4.2]', async ({ open, expected }) => {
    expected.push(/401/)
    const page = await open({ javaScriptEnabled: false })
    await page.goto(url('/?volta=/clientes'))
    await fill(page, 'ninguem@x.co', 'errada')
    await page.getByText('E-mail ou senha incorretos.').waitFor()
    expect(page.url()).toBe(url('/'))
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ninguem@x.co')
    // The requested page is still known after the failed attempt.
    await fill(page, 'ana@x.co', 'senha')
    await page.waitForURL('**/clientes?aviso=bem-vindo')
    await page.getByText('Sementes Chapadão').waitFor()
  })
})

alone('the sign-in page loads at most 115 kB of gzipped JavaScript', async ({ page }) => {
  const files: string[] = []
  page.on('response', (response) => void (response.url().endsWith('.js') && files.push(new URL(response.url()).pathname)))
  await goTo(page, url('/'))
  const assets = join(import.meta.dirname, '../../dist/client')
  expect(readdirSync(assets)).toContain('assets')
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0)
  expect(files.length).toBeGreaterThan(1)
  expect(size).toBeLessThanOrEqual(115_000)
})

alone('a sign-out clears the browser’s storage, and Back leads to the sign-in page [7.4.1 14.3.1 7.4.4]', async ({ page, expected }) => {
  // The response header Clear-Site-Data makes Chromium log that it deletes the data.
  expected.push(/Clear-Site-Data/)
  await signIn(page, '/home')
  await page.evaluate(async () => {
    localStorage.setItem('x', 'de Ana')
    sessionStorage.setItem('rascunho', 'de Ana')
    await (await caches.open('x')).put('/x', new Response('de Ana'))
  })
  await page.getByRole('button', { name: 'Conta de Ana Lima' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByText('Você saiu. Até logo!').waitFor()
  const left = await page.evaluate(async () => [
    Object.keys(localStorage),
    Object.keys(sessionStorage),
    await caches.keys(),
    (await navigator.serviceWorker.getRegistrations()).length,
  ])
  expect(left).toEqual([[], [], [], 0])
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
  await page.goBack()
  await page.getByRole('button', { name: 'Conectar' }).waitFor()
})
