// Set-up for tests/browser/calendar-views.test.ts and tests/deep/browser/calendar-views.test.ts.
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { appointments } from '../../server/api/db/schema.ts'
import { CalendarLists } from '../../shared/features/calendar.ts'
import { demoCompany } from './demo-company.ts'

export const VISIT = 'Visita técnica'
export const INSTALLATION = 'Implantação SySGrão'
export const staff: CalendarLists['users'] = []
export const nameOf = (id: number) => staff.find(({ ID }) => ID === id)?.NOMECOMPLETOUSUARIO ?? ''
export const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
export const period = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
export const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
export const cell = (page: Page, person: number, day: string) => page.locator(`[data-person="${person}"][data-day="${day}"]`)
export const names = (page: Page) => page.getByRole('rowheader').allTextContents()
export const MARCH = '/calendario?visao=equipe&data=2031-03-05'

export function calendarViewsScreen() {
  const { call, db, signIn, time, url } = demoCompany()
  /** Deletes the appointments of these years before each test. The demo company has no appointments in these years. */
  beforeEach(async () => {
    await db()
      .delete(appointments)
      .where(sql`${appointments.startsAt} >= '2027-01-01'`)
  })
  beforeAll(async () => {
    staff.splice(0, Infinity, ...CalendarLists.parse((await call('supervisor', 'GET', '/dash/calendarioOndeEstou')).body).users)
  })
  /** Stores appointments. `from` and `to` are 'YYYY-MM-DD HH:MM'; `user` is the id of the person. */
  const add = (...rows: { from: string; to: string; user?: number; activity?: number }[]) =>
    db()
      .insert(appointments)
      .values(
        rows.map(({ from, to, user = 2, activity = 1 }) => ({ userId: user, activityId: activity, startsAt: `${from}:00`, endsAt: `${to}:00` })),
      )
  return { db, signIn, time, url, add }
}
