import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { axe, goTo, test as alone, testInOne as test } from '../../support/browser.ts'
import { company } from '../../support/company.ts'
import type { Page } from 'playwright-core'

const { signIn, url } = company()

const fill = async (page: Page, email: string, password: string) => {
  // Waits for a focused element. The browser focuses the first field when it first draws the page, and logs a warning if something else has the focus
  // by then.
  await page.locator(':focus').waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Conectar' }).click()
}

describe('signing in', () => {
  test.for(['<html><h1>Bad Gateway</h1></html>', '', 'null', '"Bad Gateway"', '{"message":502}', '{"error":'])(
    'a failure whose body is not ours is reported with its status: %j',
    async (body, { page, expected }) => {
      expected.push(/502/)
      await page.goto(url('/'))
      await page.route('**/api/auth', (route) => route.fulfill({ status: 502, contentType: 'text/html', body }))
      await fill(page, 'ana@x.co', 'senha')
      await page.getByRole('alert').filter({ hasText: '502 - Falha na comunicação!' }).first().waitFor()
    },
  )

  // Between the two slashes, each address contains characters that a browser drops or reads as `/`.
  test.for([
    '//evil.example/x',
    '/%09/evil.example',
    '/%0A/evil.example',
    '/%0D%09/evil.example',
    '%5C%5Cevil.example',
    '/%5Cevil.example',
    '/..//evil.example',
  ])('the sign-in never leads to another site: %s [CVE-2026-22029 3.7.1-2]', async (volta, { page }) => {
    await page.goto(url(`/?volta=${volta}`))
    await fill(page, 'ana@x.co', 'senha')
    await page.waitForURL(url('/home**'))
  })

  test('if the server does not respond, this is reported and the typed text is kept', async ({ page, expected }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/)
    await goTo(page, url('/'))
    await page.context().setOffline(true)
    await fill(page, 'ana@x.co', 'senha')
    await page.getByRole('alert').filter({ hasText: 'Falha na comunicação!' }).waitFor()
    expect(await page.getByLabel('Senha', { exact: true }).inputValue()).toBe('senha')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.getByText('É bom ter você por aqui Ana!').waitFor()
  })
})

alone('the sign-in page loads at most 125 kB of gzipped JavaScript', async ({ page }) => {
  const files: string[] = []
  page.on('response', (response) => void (response.url().endsWith('.js') && files.push(new URL(response.url()).pathname)))
  await goTo(page, url('/'))
  const assets = join(import.meta.dirname, '../../../dist/client')
  expect(readdirSync(assets)).toContain('assets')
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0)
  expect(files.length).toBeGreaterThan(1)
  expect(size).toBeLessThanOrEqual(125_000)
})

test('axe finds no violation in the sign-in page', async ({ page }) => {
  await page.goto(url('/?aviso=sessao-encerrada'))
  expect(await axe(page)).toEqual([])
})

alone('a sign-out leads to the sign-in page, and Back does not reopen the earlier page [7.4.1 14.3.1 7.4.4]', async ({ page, expected }) => {
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
