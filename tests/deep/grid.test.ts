// Tests grids and a month with more records than a company enters in years. `npm run bench:screens` and `npm run bench:grid` measure their speed.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { withoutAudit } from '../../server/api/audit.ts'
import { appointments } from '../../server/api/db/schema.ts'
import { addDays, wallDay } from '../../shared/clock.ts'
import { testInOne as test } from '../support/browser.ts'
import { clientRow } from '../support/client-samples.ts'
import { NOW } from '../support/clock.ts'
import { scriptedCompany } from '../support/scripted-company.ts'
import { demoCompany } from '../support/demo-company.ts'

const { db, signIn } = demoCompany()
const small = scriptedCompany()
const firstCode = (page: Page) => page.locator('tbody td').first().textContent()
const rowsInDocument = (page: Page) => page.locator('tbody tr').count()

test('10,000 appointments can be sorted, and the document contains only few of them', async ({ page }) => {
  const far = addDays(wallDay(NOW), 3000)
  await db().transaction(async (tx) => {
    await withoutAudit(tx)
    await tx.execute(sql`
      insert into appointments (user_id, activity_id, client_id, starts_at, ends_at)
      select 1 + g % 30, 1 + g % 10, 949 + g % 400, ${far}::date + g * interval '1 minute', ${far}::date + g * interval '2 minutes'
      from generate_series(1, 10000) g`)
  })
  await signIn(page, `/onde-estou?ordem=-codigo&dataInicial=${far}`)
  await page.getByText('10.000', { exact: true }).first().waitFor()
  const newest = await firstCode(page)
  await page.locator('th button').first().click()
  await expect.poll(() => firstCode(page)).not.toBe(newest)
  expect(Number((await firstCode(page))?.replaceAll('.', ''))).toBeLessThan(Number(newest?.replaceAll('.', '')))
  expect(await rowsInDocument(page)).toBeLessThan(80)
})

test('a list of 10,000 clients can be sorted and searched, and fewer than 80 rows are in the DOM', async ({ page }) => {
  small.answer('GET /clients', {
    json: Array.from({ length: 10_000 }, (_, i) => clientRow(i + 1, `Cliente número ${i + 1}`, { CODIGO_STATUS: i % 9 ? 'A' : 'I' })),
  })
  await small.signIn(page, '/clientes')
  await page.getByText('Cliente número 10000').waitFor()
  await page.locator('th button').first().click()
  await expect.poll(() => firstCode(page)).toBe('1')
  await page.getByLabel('Buscar', { exact: true }).fill('numero 2222')
  await expect.poll(() => firstCode(page)).toBe('2222')
  expect(await rowsInDocument(page)).toBe(1)
  await page.getByLabel('Buscar', { exact: true }).fill('')
  await page.getByText('Cliente número 1', { exact: true }).waitFor()
  expect(await rowsInDocument(page)).toBeLessThan(80)
})

test('the calendar draws a month with 2,000 appointments', async ({ page }) => {
  await db()
    .insert(appointments)
    .values(
      Array.from({ length: 2000 }, (_, index) => {
        const day = `2031-10-${String(1 + (index % 31)).padStart(2, '0')}`
        const hour = 7 + (index % 9)
        return {
          userId: 2 + (index % 25),
          activityId: 1,
          startsAt: `${day} ${String(hour).padStart(2, '0')}:00:00`,
          endsAt: `${day} ${hour + 2}:00:00`,
        }
      }),
    )
  await signIn(page, '/calendario?data=2031-11-15')
  await page.getByRole('button', { name: 'Anterior' }).click()
  await page.getByRole('button', { name: /^mais \d+ em .*, 10 de outubro de 2031$/ }).waitFor()
})
