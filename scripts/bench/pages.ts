// Opens each page with an empty cache on a simulated slow machine and network: a processor that is 4 times slower, 10 Mbit/s, 40 ms latency. Each
// figure is the median of RUNS runs, after one run that warms up the server. `blocked` is the total blocking time: from the first paint until the
// page is idle, the time by which tasks exceed 50 ms.
import { statSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { pages } from '../../shared/pages.ts'
import { programs, required } from '../../tests/support/programs.ts'
import { startServer } from '../../tests/support/server.ts'
import { median } from './median.ts'

const RUNS = 5
const SLOWER = 4
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }
/** Time in ms to wait after the page is usable, so that its idle work is done. */
const SETTLED = 2_000
const LIMITS = { kB: 210, blocked: 250, drawn: 1_200, shifted: 0 }

type Measured = Record<keyof typeof LIMITS, number>

const executablePath = required(programs.browser)
await using server = await startServer()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

async function open(path: string, cookie: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: server.url }])
  }
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(() => {
    const seen = Object.assign(globalThis, { seen: { tasks: [] as { start: number; end: number }[], drawn: 0, shifted: 0 } }).seen
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, end: startTime + duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.drawn = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(server.url + path)
  await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber')))
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (new URL(name).pathname.endsWith('.js') ? [new URL(name).pathname] : [])),
  )
  await page.waitForTimeout(SETTLED)
  const { tasks, drawn, shifted } = await page.evaluate(
    () => (globalThis as unknown as { seen: { tasks: { start: number; end: number }[]; drawn: number; shifted: number } }).seen,
  )
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  await context.close()
  const blocked = tasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, painted) - 50), 0)
  return { blocked, drawn, shifted, kB: scripts.reduce((sum, path) => sum + statSync(`dist/client${path}.gz`).size, 0) / 1000 }
}

const entered = await fetch(`${server.url}/api/auth`, {
  method: 'POST',
  headers: { 'x-csrf': '1', 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'supervisor@exemplo.com.br', password: 'exemplo-2026' }),
})
const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const chosen = process.argv.slice(2)
for (const { path, title } of pages) {
  if (chosen.length && !chosen.includes(path)) continue
  const runs: Measured[] = []
  for (let run = 0; run <= RUNS; run += 1) runs.push(await open(path, path === '/' ? '' : cookie))
  runs.shift()
  const of = (what: keyof Measured) => median(runs.map((run) => run[what]))
  const over = (Object.keys(LIMITS) as (keyof Measured)[]).filter((what) => of(what) > LIMITS[what])
  console.log(
    `${title}: ${of('kB').toFixed(0)} kB of JavaScript (at most ${LIMITS.kB}), blocked ${of('blocked').toFixed(0)} ms (${LIMITS.blocked}), ` +
      `drawn after ${of('drawn').toFixed(0)} ms (${LIMITS.drawn}), shifted ${of('shifted').toFixed(4)} (0)${over.length ? ` OVER: ${over.join(', ')}` : ''}`,
  )
  if (over.length) process.exitCode = 1
}
await browser.close()
