// `npm run bench:screens`: measures screens of the demo company in a real Chromium, with more records than a company enters in years: sorting 10,000
// appointments, drawing a month with 2,000, and opening the task drawer. Each figure is the median of five, except for the month, which is loaded
// only once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { chromium } from 'playwright-core'
import { withoutAudit } from '../../server/api/audit.ts'
import { openDatabase } from '../../server/api/db/connection.ts'
import { addDays, wallDay } from '../../shared/clock.ts'
import { programs, required } from '../../tests/support/programs.ts'
import { startServer } from '../../tests/support/server.ts'
import { median } from './median.ts'

const RUNS = 5
const [SORT, MONTH, DRAWER] = [100, 1_500, 100]

const executablePath = required(programs.browser)
const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-bench-'))
const far = addDays(wallDay(Date.now()), 3000)
const database = await openDatabase({ dataDir }, { demo: true, demoPassword: 'exemplo-2026', now: Date.now() })
await database.db.transaction(async (tx) => {
  await withoutAudit(tx)
  await tx.execute(sql`
    insert into appointments (user_id, activity_id, client_id, starts_at, ends_at)
    select 1 + g % 30, 1 + g % 10, 949 + g % 400, ${far}::date + g * interval '1 minute', ${far}::date + g * interval '2 minutes'
    from generate_series(1, 10000) g`)
  // The last week of October has no appointment, because the month that is opened first shows that week too.
  await tx.execute(sql`
    insert into appointments (user_id, activity_id, starts_at, ends_at)
    select 2 + g % 25, 1, '2031-10-01'::date + g % 24 * interval '1 day' + (7 + g % 9) * interval '1 hour', '2031-10-01'::date + g % 24 * interval '1 day' + (9 + g % 9) * interval '1 hour'
    from generate_series(1, 2000) g`)
})
await database.close()

await using server = await startServer({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' } })
const signedIn = await fetch(`${server.url}/api/auth`, {
  method: 'POST',
  headers: { 'x-csrf': '1', 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'supervisor@exemplo.com.br', password: 'exemplo-2026' }),
})
const [name = '', value = ''] = (signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '').split(/=(.*)/s)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.context().addCookies([{ name, value, url: server.url }])

/**
 * Time in ms from a click to the frame in which the first cell changes. With `words` or `element`, the time ends when the document shows that text or
 * contains that element.
 */
const click = (selector: string, { words, element }: { words?: string; element?: string } = {}) =>
  page.evaluate(
    async ([selector, words, element]) => {
      const first = () => document.querySelector('tbody td')?.textContent
      const before = first()
      const isThere = () =>
        words !== undefined ? document.body.innerText.includes(words) : element !== undefined ? document.querySelector(element) : first() !== before
      const start = performance.now()
      document.querySelector<HTMLElement>(selector)?.click()
      while (!isThere()) await new Promise(requestAnimationFrame)
      return performance.now() - start
    },
    [selector, words, element] as const,
  )
function tell(what: string, ms: number, limit: number) {
  console.log(`${what}: ${ms.toFixed(0)} ms (at most ${limit})`)
  if (!(ms <= limit)) process.exitCode = 1
}
async function five(measure: () => Promise<number>) {
  const seen: number[] = []
  for (let run = 0; run < RUNS; run += 1) seen.push(await measure())
  return median(seen)
}

await page.goto(`${server.url}/onde-estou?ordem=-codigo&dataInicial=${far}`)
await page.getByText('10.000', { exact: true }).first().waitFor()
tell('10,000 appointments sorted', await five(() => click('th button')), SORT)

await page.goto(`${server.url}/calendario?data=2031-11-15`)
await page.getByRole('button', { name: 'Anterior' }).waitFor()
tell('a month of 2,000 appointments drawn, its call included', await click('[aria-label=Anterior]', { words: 'mais ' }), MONTH)

await page.goto(`${server.url}/home`)
await page.locator('button[title=Atividades]').waitFor()
const drawer = page.getByRole('dialog', { name: 'Atividades' })
tell(
  "the drawer 'Atividades' opened",
  await five(async () => {
    const ms = await click('button[title=Atividades]', { element: '[role=dialog][aria-label=Atividades]' })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    return ms
  }),
  DRAWER,
)

await browser.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
