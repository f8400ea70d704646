// Set-up for tests/browser/users.test.ts and tests/deep/browser/users.test.ts.
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { menus, userMenus } from '../../server/api/db/schema.ts'
import { StoredUser } from '../../shared/features/users.ts'
import { BRUNO, demoCompany } from './demo-company.ts'

export const LETICIA = 2
export const GOOD = 'trem bom de senha'
export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })
export const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
/** Finds a field by its label, which ends with a star if the field is required. */
export const field = (page: Page, name: string) =>
  page.getByRole('dialog').getByLabel(new RegExp(`^${name.replaceAll(/[()]/g, String.raw`\$&`)}( \\*)?$`))
export const select = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}
/** Runs an action of a row. A supervisor's rows have so many actions that a menu contains them. */
export const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
/** Clicks Confirmar and returns the body of the resulting request. */
export const sends = async (page: Page) => {
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'PUT'), confirm(page).click()])
  return request.postDataJSON() as Record<string, unknown>
}

export function usersScreen() {
  const { call, db, signIn, url } = demoCompany()
  beforeAll(async () => {
    const [page] = await db().select().from(menus).where(eq(menus.route, '/usuarios'))
    await db()
      .insert(userMenus)
      .values({ userId: BRUNO, menuId: page?.id ?? 0 })
  })
  const storedOf = async (id: number) => z.tuple([StoredUser]).parse((await call('supervisor', 'GET', `/users/${id}`)).body)[0]
  let bruno: StoredUser | undefined
  // Restores Bruno's original name, department and menus before each test.
  beforeEach(async () => {
    const now = await storedOf(BRUNO)
    const { NOMECOMPLETOUSUARIO: nomeCompleto, EMAILUSER: email, departamento, status, menus: own } = (bruno ??= now)
    const change = { idUser: BRUNO, versao: now.versao, nomeCompleto, email, departamento, status, menus: own }
    expect((await call('supervisor', 'PUT', '/users', change)).status).toBe(200)
  })
  const edit = async (page: Page, id: number, who = 'supervisor', part = '') => {
    await signIn(page, `/usuarios?acao=editar&id=${id}${part}`, who)
    await page.getByRole('dialog', { name: 'Editar Usuário' }).waitFor()
  }
  return { call, db, signIn, storedOf, url, edit }
}
