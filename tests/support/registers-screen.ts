// Set-up for tests/browser/registers.test.ts and tests/deep/browser/registers.test.ts.
import { eq, inArray } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { menus, userMenus, users } from '../../server/api/db/schema.ts'
import { demoCompany } from './demo-company.ts'
import { registers, type Register } from './registers.ts'

export const confirm = { name: 'Confirmar', exact: true }
/** Returns the name that the test types for the new record. */
export const nameOf = ({ typed, name }: Register) => typed.find(([label]) => label === name.label)?.[1] ?? ''
/**
 * Finds a field of the open form. The search is restricted to the dialog, because a button of the grid behind it may have a label with the same word.
 */
export const field = (page: Page, label: string) => page.getByRole('dialog').getByRole('textbox', { name: label })
export const fill = async (page: Page, { typed }: Register) => {
  for (const [label, text] of typed) await field(page, label).fill(text)
}

export function registersScreen() {
  const { call, db, signIn, url } = demoCompany()
  // equipe@ gets the menus of the registers, because ordinary staff of the demo company have none of them.
  beforeAll(async () => {
    const offered = inArray(
      menus.route,
      registers.map(({ path }) => path),
    )
    const equipe = db().select({ userId: users.id }).from(users).where(eq(users.email, 'equipe@exemplo.com.br')).as('equipe')
    await db()
      .insert(userMenus)
      .select(db().select({ userId: equipe.userId, menuId: menus.id }).from(menus).crossJoin(equipe).where(offered))
  })
  return { call, signIn, url }
}
