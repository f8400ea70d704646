// Tests that only a browser can run: whether hostile text is executed, and which data a page leaves behind.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { wallDay } from '../../shared/clock.ts'
import { test } from '../support/browser.ts'
import { clientRow } from '../support/client-samples.ts'
import { goTo, hydrated } from '../support/page-waits.ts'
import { NOW } from '../support/clock.ts'
import { scriptedCompany } from '../support/scripted-company.ts'
import { menus } from '../support/upstream.ts'

const { answer, people, signIn, url } = scriptedCompany()
const EVIL = [
  `</script><script>globalThis.ran = 'script'</script>`,
  `<img src=x onerror="globalThis.ran = 'img'">`,
  `"><svg onload="globalThis.ran = 'svg'">`,
  `javascript:globalThis.ran='url'`,
  `\u2028globalThis.ran = 'line'\u2029<!--<script>`,
  `{{constructor.constructor('globalThis.ran=1')()}}`,
].join(' ')

/** Checks that the hostile text is displayed as text and was not executed. */
async function inert(page: Page, words = EVIL.slice(0, 30)) {
  expect(await page.evaluate(() => (globalThis as { ran?: string }).ran)).toBeUndefined()
  expect(await page.locator('body').innerText()).toContain(words)
}

test('the page also opens if another site on this host has set malformed cookies', async ({ page }) => {
  await signIn(page, '/clientes')
  for (const name of ['tema', 'menu', 'colunas']) await page.evaluate((name) => void Object.assign(document, { cookie: `${name}=%; Path=/` }), name)
  await page.evaluate(() => void Object.assign(document, { cookie: 'pessoa=; Path=/clientes' }))
  await goTo(page)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('columnheader', { name: 'Razão Social' }).waitFor()
  await page.context().clearCookies({ name: /^(?!tema)/ })
  await goTo(page, url('/'))
  await page.getByLabel('E-mail').waitFor()
})

describe('hostile text in every field [1.1.2 1.2.1 1.2.3 3.2.2 3.5.7 CVE-2026-44580 CVE-2026-21884]', () => {
  test('hostile text is not executed in a register, its form, its search and its URL', async ({ page }) => {
    answer('GET /clients', { json: [clientRow(1, EVIL, { CIDADE: EVIL })] })
    answer('GET /clients/1', { json: [{ ...clientRow(1, EVIL, { CIDADE: EVIL }), versao: 1 }] })
    answer('GET /cities', { json: [{ CODIGOCIDADE: 1, NOMECIDADE: EVIL, UF: 'MT' }] })
    await signIn(page, `/clientes?ordem=${encodeURIComponent(EVIL)}&colunas=${encodeURIComponent(EVIL)}&aviso=${encodeURIComponent(EVIL)}`)
    await inert(page)
    await page.getByRole('button', { name: /^Editar/ }).click()
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toContain('</script>')
    await page.keyboard.press('Escape')
    await goTo(page, url(`/clientes?q=${encodeURIComponent(EVIL)}`))
    expect(await page.getByLabel('Buscar', { exact: true }).inputValue()).toContain('</script>')
    await inert(page)
  })

  test('hostile text is not executed on Home, in the menu and in the greeting', async ({ page }) => {
    people().set('mal@x.co', {
      id: 66,
      name: EVIL,
      supervisor: 'N',
      departamento: 3,
      status: 'A',
      acessos: [
        {
          title: EVIL,
          action: 'mdi-x" onload="globalThis.ran=1',
          items: [
            { title: EVIL, route: '/clientes' },
            { title: 'fora', route: 'javascript:globalThis.ran=1' },
          ],
        },
      ],
    })
    const day = wallDay(NOW)
    answer('GET /dash/Home', {
      json: {
        tempos: [{ DESCRICAOATIVIDADE: EVIL, total: '01:00:00' }],
        total: { totalizador: '01:00:00' },
        compromissos: [{ DESCTAREFAEXTERNO: EVIL, CLIENTE: EVIL, DATAINI: `${day}T08:00:00`, DATAFIM: `${day}T09:00:00` }],
        pendencias: [{ task: EVIL, priority: EVIL }],
      },
    })
    await signIn(page, '/home?aviso=bem-vindo', 'mal@x.co')
    await inert(page)
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
    await inert(page)
  })

  test('hostile text is not executed on the wall', async ({ page }) => {
    people().set('tv@x.co', { id: 67, name: 'TV', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/painel-onde-estou') })
    const day = wallDay(NOW)
    const row = { NOMECOMPLETOUSUARIO: EVIL, CLIENTE: EVIL, DESCTAREFAEXTERNO: EVIL, DATAINI: `${day}T00:00:00`, DATAFIM: `${day}T23:59:00` }
    answer('GET /dash/painelOndeEstou', {
      json: [row, { ...row, NOMECOMPLETOUSUARIO: `2 ${EVIL}`, CLIENTE: null, DESCTAREFAEXTERNO: null, DATAINI: null, DATAFIM: null }],
    })
    await signIn(page, '/painel-onde-estou', 'tv@x.co')
    await inert(page)
  })

  test('hostile text is not executed in the server’s error message and in the URL of the sign-in page', async ({ page, expected }) => {
    expected.push(/400|409/)
    answer('POST /clients', { status: 409, json: { message: EVIL.slice(0, 290) } })
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByLabel('Razão Social').fill('x')
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('</script>').first().waitFor()
    await inert(page)
    await page.context().clearCookies()
    await goTo(page, url(`/?volta=${encodeURIComponent(EVIL)}&aviso=${encodeURIComponent(EVIL)}`))
    await inert(page, 'Bem vindo')
  })
})

test('the token does not appear in the page, storage, cookies, caches or URLs of the browser [10.1.1 14.2.1 14.3.3]', async ({ page }) => {
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers())))
  page.on('response', (response) => seen.push(JSON.stringify(response.headers())))
  await page.goto(url('/clientes'))
  await page.getByLabel('E-mail').fill('ana@x.co')
  await page.getByLabel('Senha', { exact: true }).fill('senha')
  await page.getByRole('button', { name: 'Conectar' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/clientes')
  await hydrated(page)
  // Presses a key instead of clicking, because the greeting may cover the button.
  await page.getByRole('button', { name: 'Novo Cliente' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  const held = await page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      kept,
      (await indexedDB.databases()).length,
      document.documentElement.outerHTML,
    ])
  })
  expect(held).toContain('Sementes Chapadão')
  expect(held + seen.join('')).not.toMatch(/token-of|Bearer/)
  expect(held).not.toContain('Fe26')
})

test('the password field accepts a pasted password and hides it [6.2.6-7 6.2.10]', async ({ open }) => {
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(url('/'))
  const field = page.getByLabel('Senha', { exact: true })
  await page.evaluate(() => navigator.clipboard.writeText('  trem bom de senha '))
  await field.focus()
  await page.keyboard.press('Control+v')
  expect(await field.inputValue()).toBe('  trem bom de senha ')
  expect(await field.getAttribute('type')).toBe('password')
  expect(await field.getAttribute('autocomplete')).toBe('current-password')
})
