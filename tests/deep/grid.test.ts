// Onde Estou with more than a company enters in years.
import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { withoutAudit } from '../../server/api/audit.ts'
import { addDays, wallDay } from '../../shared/clock.ts'
import { testInOne as test } from '../support/browser.ts'
import { house } from '../support/house.ts'

const { db, signIn, time } = house()
// The page's clock is the server's Date header, which no test sets.
beforeEach(() => {
  time().now = Date.now()
})

test('10,000 appointments are sorted under 100 ms, and few of them are in the document', { timeout: 120_000 }, async ({ page }) => {
  const far = addDays(wallDay(Date.now()), 3000)
  await db().transaction(async (tx) => {
    await withoutAudit(tx)
    await tx.execute(sql`
      insert into appointments (user_id, activity_id, client_id, starts_at, ends_at)
      select 1 + g % 30, 1 + g % 10, 949 + g % 400, ${far}::date + g * interval '1 minute', ${far}::date + g * interval '2 minutes'
      from generate_series(1, 10000) g`)
  })
  await signIn(page, `/onde-estou?dataInicial=${far}`)
  await page.getByText('10000', { exact: true }).first().waitFor()
  const sorts: number[] = []
  for (let turn = 0; turn < 5; turn += 1)
    sorts.push(
      await page.evaluate(async () => {
        const first = () => document.querySelector('tbody td')?.textContent
        const before = first()
        const start = performance.now()
        document.querySelector<HTMLElement>('th button')?.click()
        while (first() === before) await new Promise(requestAnimationFrame)
        return performance.now() - start
      }),
    )
  // What else the machine does only adds.
  expect(Math.min(...sorts)).toBeLessThan(100)
  expect(await page.locator('tbody tr').count()).toBeLessThan(80)
})
