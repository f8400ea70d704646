// Set-up for tests/browser/track-week.test.ts and tests/deep/browser/track-week.test.ts: Marina's week in Track, seen on a
// Thursday.
import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import * as tables from '../../server/api/db/schema.ts'
import { atWall } from '../../shared/clock.ts'
import type { TimeEntry, TimeRow } from '../../shared/features/track.ts'
import { demoCompany } from './demo-company.ts'

/** Marina's user id. */
export const MARINA = 1
const work = { userId: MARINA, activityId: 1, categoryId: 2, moduleId: 3, tagId: 1 }
/** Descriptions of Marina's entries. */
export const MEETING = 'Reunião diária'
export const BACKUP = 'Rotina de backup'
export const [MONDAY, TUESDAY, TODAY] = ['2026-11-16', '2026-11-17', '2026-11-19']

const line = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
/** Finds the cell of a line for a day. Day 0 is Monday. */
const cell = (page: Page, name: string, day: number) => line(page, name).getByRole('gridcell').nth(day)
const focused = (page: Page, name: string, day: number) =>
  expect.poll(() => cell(page, name, day).evaluate((one) => one === document.activeElement)).toBe(true)

export function week() {
  const { call, db, signIn, time } = demoCompany()
  /** Stores an entry. `from` and `until` are times on the given day. */
  const enter = (description: string, day: string, from: string, until: string | null, of: object = {}) =>
    db()
      .insert(tables.timeEntries)
      .values({ ...work, description, startedAt: `${day}T${from}`, endedAt: until && `${day}T${until}`, ...of })
  const stored = async (day: string) => (await call('supervisor', 'GET', `/track?user=${MARINA}&startdate=${day}&enddate=${day}`)).body as TimeRow[]
  const running = async () => (await call('supervisor', 'GET', '/track/check')).body as TimeEntry | null

  beforeEach(async () => {
    // A booking of time for today ends at this time.
    time().now = atWall(`${TODAY}T14:32:00`)
    await db().delete(tables.timeEntries).where(eq(tables.timeEntries.userId, MARINA))
    await enter(MEETING, MONDAY, '08:00:00', '08:25:30')
    await enter(BACKUP, MONDAY, '08:30:00', '10:06:00')
    await enter(BACKUP, TUESDAY, '09:00:00', '10:00:00')
    await enter(BACKUP, TUESDAY, '13:00:00', '14:30:00')
  })

  const open = async (page: Page, search = '') => {
    await signIn(page, `/track?visao=semana${search}`)
    // Waits for the grid, because its code loads after that of the page.
    await page.getByRole('grid').waitFor()
  }

  return {
    db,
    signIn,
    time,
    cell,
    enter,
    line,
    running,
    stored,
    hoursOf: async (day: string) =>
      (await stored(day)).map(({ DESCRICAO, HORAINICIO, HORAFIM, TOTAL }) => [DESCRICAO, HORAINICIO, HORAFIM, TOTAL].join(' ')),
    /** Returns the meeting entry of a day. */
    entryOf: async (day: string) => {
      const id = (await stored(day)).find(({ DESCRICAO }) => DESCRICAO === MEETING)?.ID
      return (await call('supervisor', 'GET', `/track/${id}`)).body as TimeEntry
    },
    open,
    focused,
    /** Adds the line of an older entry, and moves to the line's cell for Wednesday. */
    addLine: async (page: Page) => {
      await enter('De outro mês', '2026-09-14', '08:00:00', '09:00:00')
      await open(page)
      await page.getByRole('button', { name: 'Adicionar atividade' }).click()
      await page.getByRole('combobox', { name: 'Adicionar atividade' }).fill('outro mês')
      await page.getByRole('option', { name: 'De outro mês' }).click()
      await focused(page, 'De outro mês', 3)
      await page.keyboard.press('ArrowLeft')
    },
  }
}
