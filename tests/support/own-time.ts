// Bruno's time entries in the demo company, at 15:00 on a Thursday. The tests of Track share this set-up.
import { and, eq, gt, isNull, max, or } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { timeEntries } from '../../server/api/db/schema.ts'
import { atWall, wallTime } from '../../shared/clock.ts'
import type { TimeEntry } from '../../shared/features/track.ts'
import { inFlight } from './page-requests.ts'
import { clockFrom } from './clock.ts'
import { BRUNO, demoCompany } from './demo-company.ts'

/** Bruno's account: the part of his e-mail before the @. */
export const WHO = 'equipe'
/** The ids that every time entry needs. */
export const codes = { activityId: 1, categoryId: 1, moduleId: 1 }

/**
 * Like `demoCompany`, but the clock starts at 15:00 and keeps running. Each test begins with exactly the finished entries that Bruno has in the demo
 * company.
 */
export function ownTime() {
  const company = demoCompany()
  const { call, db, time } = company
  beforeAll(() => {
    Object.defineProperty(time(), 'now', { get: clockFrom(atWall('2026-11-19T15:00:00')) })
  })
  let newest = 0
  beforeAll(async () => {
    const [row] = await db()
      .select({ id: max(timeEntries.id) })
      .from(timeEntries)
    newest = row?.id ?? 0
  })
  beforeEach(async () => {
    await db()
      .delete(timeEntries)
      .where(and(eq(timeEntries.userId, BRUNO), or(isNull(timeEntries.endedAt), gt(timeEntries.id, newest))))
  })
  return {
    ...company,
    today: () => wallTime(time().now).slice(0, 10),
    running: async () => (await call(WHO, 'GET', '/track/check')).body as TimeEntry | null,
    entry: async (id: number) => (await call(WHO, 'GET', `/track/${id}`)).body as TimeEntry,
    /** Stores an entry and returns its id. An entry without an end is running. */
    add: async (description: string, startedAt: string, endedAt: string | null, of: object = {}) => {
      const [one] = await db()
        .insert(timeEntries)
        .values({ ...codes, ...of, userId: BRUNO, description, startedAt, endedAt })
        .returning({ id: timeEntries.id })
      return one?.id ?? 0
    },
  }
}

/**
 * Records the changes of entries that a page sends, from now on. The returned function moves the page's clock by ten seconds, which is longer than
 * any delay of a save, waits for all responses, and returns the bodies of the changes. The page needs a movable clock.
 */
export function savesLater(page: Page) {
  const sent: (string | null)[] = []
  const asked = inFlight(page)
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData()))
  return async () => {
    await page.clock.runFor(10_000)
    // A save reads the entry first, so its change may follow the first responses. The page sends the change before the request for the icon.
    for (let round = 0; round < 2; round += 1) {
      await expect.poll(() => asked.size).toBe(0)
      await page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
    }
    await expect.poll(() => asked.size).toBe(0)
    return sent
  }
}

export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true }).click()
