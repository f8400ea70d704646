import { describe, expect } from 'vitest'
import { axe } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { scriptedCompany } from '../../support/scripted-company.ts'
import type { Page } from 'playwright-core'

const { url } = scriptedCompany()

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
    'a failed sign-in is reported with its status code if the response body is not from our server: %j',
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
  ])('a sign-in never redirects to another site: %s [CVE-2026-22029 3.7.1-2]', async (volta, { page }) => {
    await page.goto(url(`/?volta=${volta}`))
    await fill(page, 'ana@x.co', 'senha')
    await page.waitForURL(url('/home**'))
  })

  test('if the server does not respond, the sign-in page shows an error and keeps the typed password', async ({ page, expected }) => {
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

test('axe finds no violation in the sign-in page', async ({ page }) => {
  await page.goto(url('/?aviso=sessao-encerrada'))
  expect(await axe(page)).toEqual([])
})
