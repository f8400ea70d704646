// Set-up for tests/browser/calendar.test.ts and tests/deep/browser/calendar.test.ts.
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { appointments, users } from '../../server/api/db/schema.ts'
import { demoCompany } from './demo-company.ts'

export const names = new Map<number, string>()
export const nameOf = (user: number, activity = 'Visita técnica') => `${names.get(user)} - ${activity}`
/** Finds the cell of a day by the day's long name. */
export const dayCell = (page: Page, day: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: day, exact: true }) })
export const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
export const view = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
export const period = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
export const search = (page: Page) => new URL(page.url()).search

export function calendarScreen() {
  const { call, db, signIn, url } = demoCompany()
  /** Deletes the appointments of these years before each test. The demo company has no appointments in these years. */

  beforeEach(async () => {
    await db()
      .delete(appointments)
      .where(sql`${appointments.startsAt} >= '2031-01-01'`)
  })
  beforeAll(async () => {
    for (const { id, name } of await db().select({ id: users.id, name: users.name }).from(users)) names.set(id, name)
  })
  /** Stores appointments. `from` and `to` are 'YYYY-MM-DD HH:MM'; `user` is the id of the person. */
  const add = (...rows: { from: string; to: string; user?: number; activity?: number }[]) =>
    db()
      .insert(appointments)
      .values(
        rows.map(({ from, to, user = 2, activity = 1 }) => ({ userId: user, activityId: activity, startsAt: `${from}:00`, endsAt: `${to}:00` })),
      )
      .returning({ id: appointments.id })
  return { call, db, signIn, url, add }
}
