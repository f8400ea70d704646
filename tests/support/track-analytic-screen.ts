// Set-up for tests/browser/track-analytic.test.ts and tests/deep/browser/track-analytic.test.ts.
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import * as tables from '../../server/api/db/schema.ts'
import { type AnalyticRow } from '../../shared/features/track-dashboards.ts'
import { demoCompany } from './demo-company.ts'

export const PATH = '/dash-track-analytic'
/** The address whose filter matches exactly the entries created below. */
export const OWN = `${PATH}?option=3&startDate=2020-03-01&endDate=2020-03-31`
export interface Shown {
  group: string
  times: number
  total: string
  lines: string[][]
}
/** Returns the groups of the grid. Each line is an array of its cells. */
export async function shown(page: Page): Promise<Shown[]> {
  const rows = await page
    .locator('tbody')
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim().replaceAll(/\s+/g, ' '))))
  const groups: Shown[] = []
  for (const cells of rows) {
    const [, group = '', times, total = ''] = (cells.length === 1 && /^(.+) (\d+) tempos? (\d+:\d\d)$/.exec(cells[0] ?? '')) || []
    if (group) groups.push({ group, times: Number(times), total, lines: [] })
    else groups.at(-1)?.lines.push(cells)
  }
  return groups
}
export const foot = async (page: Page) => (await page.locator('tfoot').innerText()).replaceAll(/\s+/g, ' ').trim()
export const names = async (page: Page) => (await shown(page)).map(({ lines }) => lines.map(([name]) => name))
export const sum = (list: number[]) => list.reduce((all, one) => all + one, 0)
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export function trackAnalyticScreen() {
  const { call, db, signIn, url } = demoCompany()
  beforeAll(async () => {
    const entry = (userId: number, description: string, startedAt: string, endedAt: string | null) => ({
      userId,
      description,
      startedAt,
      endedAt,
      activityId: 3,
      categoryId: 5,
      moduleId: 5,
    })
    const [running] = await db()
      .insert(tables.users)
      .values({ name: 'Zélia Runo', email: 'zelia@exemplo.com.br', passwordHash: '', departmentId: 3 })
      .returning()
    await db()
      .insert(tables.timeEntries)
      .values([
        entry(5, '=1+1', '2020-03-02T08:00:00', '2020-03-02T09:30:20'),
        entry(5, 'Virada', '2020-03-02T22:40:30', '2020-03-03T00:25:50'),
        entry(4, 'Mutirão', '2020-03-02T08:00:00', '2020-03-06T12:00:40'),
        entry(4, 'Acerto', '2020-03-03T08:00:00', '2020-03-03T08:00:20'),
        entry(running?.id ?? 0, 'Esquecido', '2020-03-04T08:00:00', null),
      ])
  })
  const asked = async (body: object) =>
    (await call('projetos', 'POST', '/dash/analytictoggl', body)).body as { resultAnalytic: AnalyticRow[]; total: { user: string; total: string }[] }
  return { call, db, signIn, url, asked }
}
