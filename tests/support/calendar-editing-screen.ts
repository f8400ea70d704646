// Set-up for tests/browser/calendar-editing.test.ts and tests/deep/browser/calendar-editing.test.ts.
import { eq, sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { appointments, users } from '../../server/api/db/schema.ts'
import { demoCompany } from './demo-company.ts'

export const names = new Map<number, string>()
export const CHANGED = 'Compromisso alterado com sucesso!'
export const nameOf = (user = 2) => `${names.get(user)} - Visita técnica`
export const eventOf = (page: Page, user?: number) => page.getByRole('button', { name: nameOf(user) })
export const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
export const fields = (page: Page) =>
  Promise.all(
    ['Data inicial', 'Hora inicial', 'Data final', 'Hora final'].map((label) =>
      page.getByRole('dialog').getByLabel(label).and(page.locator('input')).inputValue(),
    ),
  )
export type Point = { x: number; y: number }
export const press = async (page: Page, { x, y }: Point) => {
  await page.mouse.move(x, y)
  await page.mouse.down()
}
export const carry = (page: Page, { x, y }: Point) => page.mouse.move(x, y, { steps: 5 })
export async function drag(page: Page, from: Point, to: Point) {
  await press(page, from)
  await carry(page, to)
  await page.mouse.up()
}

export function calendarEditingScreen() {
  const { call, db, signIn, url } = demoCompany()
  /** Deletes the appointments of these years before each test. The demo company has no appointments in these years. */
  beforeEach(async () => {
    await db()
      .delete(appointments)
      .where(sql`${appointments.startsAt} >= '2031-01-01'`)
  })
  beforeAll(async () => {
    for (const { id, name } of await db().select({ id: users.id, name: users.name }).from(users)) names.set(id, name)
    // financeiro@ keeps the calendar but loses Onde Estou.
    await db().execute(sql`delete from user_menus using users, menus
    where user_id = users.id and menu_id = menus.id and users.email = 'financeiro@exemplo.com.br' and menus.route = '/onde-estou'`)
    await db().execute(sql`insert into user_menus select users.id, menus.id from users, menus
    where users.email = 'financeiro@exemplo.com.br' and menus.route = '/calendario' on conflict do nothing`)
  })
  async function add(from: string, to: string, { user = 2, car }: { user?: number; car?: number } = {}) {
    const row = { userId: user, activityId: 1, startsAt: `${from}:00`, endsAt: `${to}:00`, carId: car }
    const [one] = await db().insert(appointments).values(row).returning({ id: appointments.id })
    return one?.id ?? 0
  }
  const spanOf = async (id: number) => {
    const [row] = await db().select().from(appointments).where(eq(appointments.id, id))
    return row && [row.startsAt, row.endsAt].map((wall) => wall.replace('T', ' ').slice(0, 16)).join(' - ')
  }
  /** Returns the point on the screen for an hour of a day, in a week view that shows 07:00 to 19:00. */
  async function pointAt(page: Page, day: string, hour: number) {
    const column = await boxOf(page.locator(`[data-day="${day}"][data-hours]`))
    return { x: column.x + column.width / 2, y: column.y + (column.height * (hour - 7)) / 12 }
  }
  const week = (page: Page, who?: string) => signIn(page, '/calendario?visao=semana&data=2031-03-05', who)
  const month = (page: Page) => signIn(page, '/calendario?data=2031-03-05')
  return { call, db, signIn, url, add, spanOf, pointAt, week, month }
}
