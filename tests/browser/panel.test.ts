import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { readBuild } from '../../server/bff/render.ts'
import { wallTime } from '../../shared/clock.ts'
import { axe, test } from '../support/browser.ts'
import { startBff } from '../support/bff.ts'
import { root } from '../support/server.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const WALL: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } }
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>> | undefined
let dataDir = ''
let port = 0
let build = 1
let now = 0
const clock = () => now
const pages: Page[] = []

/** The server on its one port, as it was before: the same data folder and key, perhaps another build. */
async function up() {
  const env = { DATA_DIR: dataDir, SESSION_SECRET: KEY }
  bff = await startBff({ upstream: { url: upstream.url }, clock, env, port, build: { ...(await readBuild(root)), id: `build-${build}` } })
  port = bff.port
  return bff
}
async function down() {
  await bff?.stop()
  bff = undefined
}

const row = (name: string, from?: string, to?: string, place = 'Sementes Chapadão') => ({
  NOMECOMPLETOUSUARIO: name,
  CLIENTE: from === undefined ? null : place,
  DESCTAREFAEXTERNO: from === undefined ? null : 'Visita técnica',
  DATAINI: from ?? null,
  DATAFIM: to ?? null,
})
const shows = (json: unknown) => upstream.answers.set('GET /dash/painelOndeEstou', { json })

beforeEach(async () => {
  now = Date.parse('2026-11-19T18:32:08Z')
  build = 1
  port = 0
  dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-wall-'))
  upstream = await startUpstream()
  upstream.people.set('tv@x.co', { id: 8, name: 'TV', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/painel-onde-estou') })
  await up()
})
afterEach(async () => {
  // Before the server goes: what a page still asks for would be refused.
  for (const page of pages.splice(0)) await page.context().close()
  await down()
  await upstream.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The wall in a browser whose clock stands still until the test moves it. */
async function wall(open: (options?: BrowserContextOptions) => Promise<Page>, options: BrowserContextOptions = {}, forDays = false) {
  const page = await open({ ...WALL, ...options })
  pages.push(page)
  const [name = '', value = ''] = ((await bff?.signIn('tv@x.co')) ?? '').split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${port}` }])
  if (forDays) await page.addInitScript(standStill)
  else await page.clock.install({ time: now })
  await page.goto(`http://127.0.0.1:${port}/painel-onde-estou`)
  // What the worker fetches must not fall into a cut.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const pass = async (ms: number) => {
    now += ms
    if (forDays)
      await page
        .evaluate((step) => (globalThis as unknown as { pass: (ms: number) => void }).pass(step), ms)
        .catch(() => page.waitForLoadState('networkidle')) // A deploy reloads the page under it.
    else await page.clock.fastForward(ms)
  }
  return { page, pass }
}

const names = (page: Page) => page.locator('tbody th').allTextContents()

describe('the wall', () => {
  test('shows who is where: now first, then later; hours of today, days of others; the free as cards', async ({ open }) => {
    shows([
      row('Ana Nogueira', '2026-11-19T08:00:00', '2026-11-19T17:30:00'),
      row('Bruno Cavalcanti', '2026-11-16T08:00:00', '2026-11-19T18:00:00', 'Cooperativa Agroindustrial'),
      row('Camila Teixeira'),
      row('Matheus Camargo', '2026-11-19T15:30:00', '2026-11-19T17:00:00'),
      { ...row('Letícia Arantes', '2026-11-09T00:00:00', '2026-11-27T23:59:00'), CLIENTE: null, DESCTAREFAEXTERNO: 'Férias' },
    ])
    const { page } = await wall(open)
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Responsável', 'Onde Estou', 'Atividade', 'Início', 'Fim'])
    expect(await names(page)).toEqual(['Ana Nogueira', 'Bruno Cavalcanti', 'Letícia Arantes', 'Matheus Camargo, mais tarde'])
    expect((await page.locator('tbody td').allInnerTexts()).slice(0, 8)).toEqual([
      'Sementes Chapadão',
      'Visita técnica',
      '08:00',
      '17:30',
      'Cooperativa Agroindustrial',
      'Visita técnica',
      '16/11',
      '18:00',
    ])
    expect((await page.locator('tbody tr').nth(2).locator('td').allInnerTexts()).slice(0, 3)).toEqual(['—', 'Férias', '09/11'])
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(['Camila Teixeira'])
    expect(await page.locator('time').innerText()).toBe('14:32:08')
    expect(await page.getByText('quinta-feira, 19 de novembro').count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toBe('Atualizado às 14:32')
    expect(await axe(page)).toEqual([])
  })

  test('turns its pages by itself, and nothing runs off the screen', async ({ open }) => {
    const many = (n: number, from?: string) =>
      Array.from({ length: n }, (_, i) =>
        row(
          `Pessoa de Nome Muito Comprido Número ${i + (from ? 0 : 50)}`,
          from,
          from && '2026-11-19T17:30:00',
          'Cooperativa Agroindustrial dos Produtores de Grãos do Norte',
        ),
      )
    shows([...many(20, '2026-11-19T08:00:00'), ...many(23)])
    const { page, pass } = await wall(open)
    const seen = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      const shown = await names(page)
      expect(shown.length).toBeLessThanOrEqual(8)
      expect(await page.getByRole('listitem').count()).toBeLessThanOrEqual(10)
      for (const name of [...shown, ...(await page.getByRole('listitem').allInnerTexts())]) seen.add(name)
      await pass(12 * SECOND)
    }
    expect(seen.size).toBe(43)
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([1920, 1080])
    const bottom = await page.locator('section ul').boundingBox()
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(1020)
  })

  test('asks every 30 s', async ({ open }) => {
    shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00', 'Sinop')])
    const { page, pass } = await wall(open)
    shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00', 'Sorriso')])
    await pass(33 * SECOND)
    await page.getByText('Sorriso').waitFor()
  })

  test('says since when it has no connection, hides the names after an hour, and comes back', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/)
    shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open)
    await down()
    await pass(33 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await names(page)).toEqual(['Ana'])
    await pass(HOUR)
    await page.getByText('Os dados foram ocultados').waitFor()
    expect(await names(page)).toEqual([])
    expect(await page.getByText('Ana').count()).toBe(0)
    await up()
    await pass(33 * SECOND)
    await page.getByText('Atualizado às 15:33').waitFor()
    expect(await names(page)).toEqual(['Ana'])
  })

  test('takes up a deploy by itself', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/)
    shows([])
    const { page, pass } = await wall(open)
    await down()
    build = 2
    await up()
    await pass(33 * SECOND)
    await expect.poll(() => page.locator('#boot').textContent()).toContain('"build":"build-2"')
    expect(await page.locator('h1').innerText()).toBe('Onde Estou')
  })

  test('shows the end of its sign-in during the last 14 days', async ({ open }) => {
    shows([])
    const { page, pass } = await wall(open)
    expect(await page.getByText('O acesso desta TV termina').count()).toBe(0)
    await pass(351 * DAY + MINUTE)
    await page.getByText('O acesso desta TV termina em 19/11/2027').waitFor()
  })

  test('signed in again elsewhere or signed out: the sign-in page says so and comes back to the wall', async ({ open, expected }) => {
    expected.push(/401/)
    shows([])
    const { page, pass } = await wall(open)
    upstream.people.clear()
    await pass(33 * SECOND)
    await page.waitForURL('**/?aviso=sessao-encerrada&volta=%2Fpainel-onde-estou')
  })

  test('a reload while the server is down shows a page without data, which returns by itself', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /503/)
    shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const page = await open(WALL)
    pages.push(page)
    const [name = '', value = ''] = ((await bff?.signIn('tv@x.co')) ?? '').split(/=(.*)/s)
    await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${port}` }])
    await page.goto(`http://127.0.0.1:${port}/painel-onde-estou`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    expect(
      await page.evaluate(async () =>
        (
          await Promise.all((await caches.keys()).map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => new URL(url).pathname)))
        ).flat(),
      ),
    ).toEqual(['/painel-offline.html', '/painel-offline.js', '/painel-offline.css'])
    await down()
    await page.reload()
    await page.getByText('Sem conexão com o servidor. Esta tela volta sozinha.').waitFor()
    expect(await page.content()).not.toContain('Ana')
    expect(await axe(page)).toEqual([])
    await up()
    await page.getByRole('rowheader', { name: 'Ana' }).waitFor({ timeout: 20_000 })
  })

  test('in a hand: one column, nothing cut', async ({ open }) => {
    shows([row('Ana Beatriz Nogueira', '2026-11-19T08:00:00', '2026-11-19T17:30:00'), row('Camila Teixeira')])
    const { page } = await wall(open, { viewport: { width: 390, height: 844 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByText('Ana Beatriz Nogueira').waitFor()
    expect(await axe(page)).toEqual([])
  })
})

/** In the page, before any script of it: time that passes only when told. Playwright's own clock remembers every step, which would count as the wall's memory. */
function standStill() {
  let now = 0
  let last = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const flying = new Set<object>()
  const ask = globalThis.fetch
  const turn = () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(0)
    return promise.finally(() => port1.close())
  }
  performance.now = () => now
  const set = (run: () => void, ms = 0) => {
    timers.set(++last, { at: now + ms, run })
    return last
  }
  Object.assign(globalThis, {
    setTimeout: set,
    clearTimeout: (timer: number) => timers.delete(timer),
    fetch: (...args: Parameters<typeof fetch>) => {
      const answer = ask(...args).finally(() => flying.delete(args))
      flying.add(args)
      return answer
    },
    // Resolves when what it set off was answered and drawn.
    pass: async (ms: number) => {
      now += ms
      // Whatever fell due in between runs once, as after a sleep of the machine.
      const due = [...timers].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.at - b.at)
      for (const [timer, { run }] of due) if (timers.delete(timer)) run()
      await turn()
      while (flying.size > 0) await turn()
      for (let i = 0; i < 5; i += 1) await turn()
    },
  })
}

test(
  'seven days, 20 cuts and 5 deploys: right within 60 s of each return, and the heap of a settled page does not grow',
  { timeout: 240_000, retry: 1 },
  async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/)
    // What the wall must show changes every five minutes.
    const place = () => `Cliente ${Math.floor(now / (5 * MINUTE))}`
    upstream.answers.set('GET /dash/painelOndeEstou', (_req, res) => {
      const today = wallTime(now).slice(0, 10)
      const rows = [
        ...Array.from({ length: 12 }, (_, i) => row(`Pessoa ${i}`, `${today}T00:00:00`, `${today}T23:59:00`, place())),
        ...Array.from({ length: 18 }, (_, i) => row(`Livre ${i}`)),
      ]
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
    })
    const { page, pass } = await wall(open, {}, true)
    const cdp = await page.context().newCDPSession(page)
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      return (await cdp.send('Runtime.getHeapUsage')).usedSize
    }
    /** Within so much time the wall shows what is true. A page that is just being loaded gets the real time it needs for that. */
    const right = async (within: number) => {
      for (let ms = 0; ms < within; ms += 11 * SECOND) {
        await pass(11 * SECOND)
        if ((await page.locator('tbody td', { hasText: place() }).count()) > 0) return
        await page.waitForLoadState('networkidle')
      }
      expect(await page.locator('tbody td').first().innerText()).toBe(place())
    }
    const start = now
    const until = async (ms: number) => {
      for (;;) {
        if (now - start >= ms) return
        await pass(5 * MINUTE)
      }
    }

    // The first hour second by second, as it is lived: the engine compiles what the wall does before its memory is a measure.
    for (let poll = 0; poll < 106; poll += 1) {
      for (let i = 0; i < 30; i += 1) await pass(SECOND)
      await pass(4 * SECOND)
    }
    await right(60 * SECOND)
    const first = await heap()
    let settled = 0
    for (let event = 1; event <= 25; event += 1) {
      await until((event * 7 * DAY) / 26)
      await down()
      // The deploys come early: what the last page gathers, it gathers for days.
      const deploy = event <= 10 && event % 2 === 0
      if (deploy) build += 1
      await pass((event % 7) * 10 * MINUTE + 5 * SECOND)
      await up()
      await right(60 * SECOND)
      if (deploy) expect(await page.locator('#boot').textContent()).toContain(`"build":"build-${build}"`)
      // A day after its last load the engine has compiled and cached what it ever will: from there on whatever grows is ours.
      if (event === 14) settled = await heap()
    }
    await until(7 * DAY)
    await right(60 * SECOND)
    const last = await heap()
    const mb = (bytes: number) => (bytes / 1e6).toFixed(2)
    console.log(`wall: ${mb(first)} MB after the first hour, ${mb(settled)} MB a day after the last load, ${mb(last)} MB after seven days`)
    expect(last / settled).toBeLessThan(1.05)
  },
)
