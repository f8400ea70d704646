// Tests one's own account in a real browser, on the real API: password, second factor, calendar address, notices and theme.
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { authenticatorApps, notices, passkeys, recoveryCodes, users } from '../../server/api/db/schema.ts'
import { axe } from '../support/axe.ts'
import { PASSWORD } from '../support/api.ts'
import { testInOne as test } from '../support/browser.ts'
import { BRUNO, demoCompany, toast } from '../support/demo-company.ts'
import { dialog } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'

const { db, call, signIn, time, url } = demoCompany()
const EMAIL = 'equipe@exemplo.com.br'
const part = (page: Page, name: string) => page.getByRole('region', { name })
const confirm = (page: Page, title: string) => dialog(page, title).getByRole('button', { name: 'Confirmar', exact: true }).click()

beforeEach(async () => {
  for (const table of [authenticatorApps, passkeys, recoveryCodes]) await db().delete(table)
})

/** Types e-mail and password on the sign-in page. */
async function typePassword(page: Page) {
  await page.context().clearCookies()
  await goTo(page, url('/'))
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Conectar' }).click()
  await page.getByRole('heading', { name: 'Segunda etapa' }).waitFor()
}

describe('the second factor [6.3.3 6.5.1 6.6.3]', () => {
  test('an app is set up with the password and a first code, and then asked for at the sign-in', async ({ page, expected }) => {
    expected.push(/40[01]/)
    await signIn(page, '/conta', 'equipe')
    expect(await axe(page)).toEqual([])
    await part(page, 'Segundo fator').getByRole('button', { name: 'Ativar aplicativo' }).click()
    await dialog(page, 'Ativar aplicativo autenticador').getByLabel('Senha atual').fill(PASSWORD)
    await confirm(page, 'Ativar aplicativo autenticador')
    const secret = (await page.getByRole('dialog').locator('code').textContent())?.replaceAll(' ', '') ?? ''
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time().now })
    await page.getByRole('img', { name: 'Código QR da chave' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Código' }).fill('000000')
    await confirm(page, 'Ativar aplicativo autenticador')
    await page.getByText('Código inválido ou já usado.').waitFor()
    await page.getByRole('textbox', { name: 'Código' }).fill(code())
    await confirm(page, 'Ativar aplicativo autenticador')
    const codes = dialog(page, 'Códigos de recuperação')
    await codes.getByRole('listitem').nth(9).waitFor()
    // They are not shown again, so only the button closes them.
    await page.keyboard.press('Escape')
    await codes.getByRole('button', { name: 'Guardei' }).click()
    await toast(page, 'Aplicativo autenticador ativado!')
    await part(page, 'Segundo fator').getByText('Restam 10').waitFor()

    await typePassword(page)
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Código').fill(code())
    await page.keyboard.press('Enter')
    await page.getByText('Código inválido ou já usado.').waitFor()
    time().now += 30_000
    await page.getByLabel('Código').fill(code())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
  })

  test('a passkey is set up and signs in', async ({ page }) => {
    const own = url('/').replace('127.0.0.1', 'localhost')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
    const verifies = (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    await goTo(page, `${own}?volta=/conta`)
    await page.getByLabel('E-mail').fill('financeiro@exemplo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.getByRole('heading', { name: 'Minha conta' }).waitFor()
    await part(page, 'Segundo fator').getByRole('button', { name: 'Adicionar chave de acesso' }).click()
    await dialog(page, 'Adicionar chave de acesso').getByLabel('Senha atual').fill(PASSWORD)
    await dialog(page, 'Adicionar chave de acesso').getByLabel('Nome').fill('Notebook')
    await verifies(false)
    await confirm(page, 'Adicionar chave de acesso')
    await dialog(page, 'Adicionar chave de acesso').getByText('A chave de acesso não foi reconhecida.').waitFor()
    await verifies(true)
    await confirm(page, 'Adicionar chave de acesso')
    await dialog(page, 'Códigos de recuperação').getByRole('button', { name: 'Guardei' }).click()
    await toast(page, 'Chave de acesso adicionada!')
    await part(page, 'Segundo fator').getByText('Notebook').waitFor()

    await page.context().clearCookies()
    await goTo(page, own)
    await page.getByLabel('E-mail').fill('financeiro@exemplo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
    await page.waitForURL('**/home')

    await goTo(page, `${own}conta`)
    await part(page, 'Segundo fator').getByRole('button', { name: 'Remover Notebook' }).click()
    await dialog(page, 'Remover chave de acesso').getByLabel('Senha atual').fill(PASSWORD)
    await confirm(page, 'Remover chave de acesso')
    await toast(page, 'Chave de acesso removida!')
    expect(await db().$count(passkeys)).toBe(0)
  })
})

test('a new password shows its rules, and keeps this session', async ({ page }) => {
  const [before] = await db().select().from(users).where(eq(users.email, 'projetos@exemplo.com.br'))
  await signIn(page, '/conta', 'projetos')
  await part(page, 'Senha').getByRole('button', { name: 'Trocar senha' }).click()
  const form = dialog(page, 'Trocar senha')
  await form.getByLabel('Senha atual').fill(PASSWORD)
  await form.getByLabel(/^Nova senha/).fill('curta')
  await form.getByLabel('Confirmar nova senha').fill('outra')
  await confirm(page, 'Trocar senha')
  await form.getByText('Senhas não conferem').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByLabel(/^Nova senha/).fill('cavalo-bateria-grampo')
  await form.getByLabel('Confirmar nova senha').fill('cavalo-bateria-grampo')
  await confirm(page, 'Trocar senha')
  await toast(page, 'Senha alterada! As outras sessões foram encerradas.')
  await goTo(page, url('/conta'))
  await page.getByRole('heading', { name: 'Minha conta' }).waitFor()
  await db().update(users).set({ passwordHash: before?.passwordHash }).where(eq(users.email, 'projetos@exemplo.com.br'))
})

test('the calendar address is shown once, and can be ended', async ({ page }) => {
  await signIn(page, '/conta', 'equipe')
  const section = part(page, 'Assinar calendário')
  await section.getByRole('button', { name: 'Criar endereço' }).click()
  const address = await section.getByLabel('Endereço').inputValue()
  expect((await fetch(address)).status).toBe(200)
  await page.reload()
  await section.getByRole('button', { name: 'Renovar' }).waitFor()
  expect(await section.getByLabel('Endereço').count()).toBe(0)
  await section.getByRole('button', { name: 'Encerrar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click()
  await toast(page, 'Endereço encerrado!')
  expect((await fetch(address)).status).toBe(404)
})

test('the bell counts what others did with the own agenda, until it was looked at', async ({ page }) => {
  await db().delete(notices)
  const when = { dataIni: '2031-04-07', horaIni: '08:00', dataFim: '2031-04-07', horaFim: '11:30' }
  expect((await call('supervisor', 'POST', '/compromises', { colaborador: BRUNO, atividade: 1, ...when, status: 'A' })).status).toBe(200)
  time().now += 60_000
  await signIn(page, '/home', 'equipe')
  await page.getByRole('button', { name: 'Avisos, 1 não lido' }).click()
  await page.getByText('seg, 07/04/2031, 08:00 – 11:30').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Avisos', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Avisos', exact: true }).click()
  await page.getByRole('link', { name: 'Receber por e-mail' }).click()
  await part(page, 'Avisos').getByRole('switch').press(' ')
  await toast(page, 'Avisos por e-mail ligados!')
})

test('the form of an ended session has the e-mail', async ({ page }) => {
  await page.context().clearCookies()
  await goTo(page, url('/'))
  await page.getByText('Esqueceu a senha? Peça a um supervisor.').waitFor()
  await page.getByLabel('E-mail').fill('financeiro@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Conectar' }).click()
  await page.waitForURL('**/home')
  expect((await call('supervisor', 'DELETE', '/sessions/2', {})).status).toBe(200)
  await page.reload()
  await page.getByText('Sua sessão terminou.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('financeiro@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).and(page.locator(':focus')).waitFor()
})
