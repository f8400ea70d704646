// Set-up for tests/browser/guards.test.ts and tests/deep/browser/guards.test.ts.
import { beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { menus } from '../../server/api/db/schema.ts'
import type { StoredUser } from '../../shared/features/users.ts'
import { demoCompany } from './demo-company.ts'

export const EDUARDO = 3
export const DENIED = 'Acesso não permitido'
export const follow = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
}

export function guardsScreen() {
  const { call, db, signIn, url } = demoCompany()
  /** Gives Eduardo all menus except the named ones. */
  async function grant(...without: string[]) {
    const granted = await db().select().from(menus)
    const taken = granted.filter(({ route }) => route !== null && without.includes(route)).map(({ id }) => id)
    const [stored] = (await call('supervisor', 'GET', `/users/${EDUARDO}`)).body as StoredUser[]
    const leaves = granted.flatMap(({ id, route }) => (route !== null && !taken.includes(id) ? [id] : []))
    const body = { idUser: EDUARDO, nomeCompleto: stored?.NOMECOMPLETOUSUARIO, email: stored?.EMAILUSER, status: 'A', menus: leaves }
    expect((await call('supervisor', 'PUT', '/users', body)).status).toBe(200)
  }
  beforeEach(() => grant())
  return { signIn, url, grant }
}
