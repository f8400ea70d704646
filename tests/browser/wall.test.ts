import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { readBuild } from '../../server/bff/build.ts'
import { wallTime } from '../../shared/clock.ts'
import { axe, inFlight, test } from '../support/browser.ts'
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

/** Signs the page in and opens the wall in it. */
async function enter(page: Page) {
  pages.push(page)
  const [name = '', value = ''] = ((await bff?.signIn('tv@x.co')) ?? '').split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${port}` }])
  await page.goto(`http://127.0.0.1:${port}/painel-onde-estou`)
}

/** The wall in a browser whose clock stands still until the test moves it. */
async function wall(open: (options?: BrowserContextOptions) => Promise<Page>, options: BrowserContextOptions = {}) {
  const page = await open({ ...WALL, ...options })
  await page.clock.install({ time: now })
  await enter(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const asked = inFlight(page)
  const pass = async (ms: number) => {
    // Time that passes under a question aborts it, and the next one is asked 30 s later.
    await expect.poll(() => asked.size).toBe(0)
    now += ms
    await page.clock.fastForward(ms)
  }
  return { page, pass }
}

const names = (page: Page) => page.locator('tbody th').allTextContents()

describe('the wall', () => {
  test('shows who is where: now first, then later; hours of today, days of others; the free as cards [LGPD 6]', async ({ open }) => {
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

  test('says since when it has no connection, hides the names after an hour, and comes back [LGPD 6]', async ({ open, expected }) => {
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

  test('stays signed in and shows what it has while the API behind is silent, and goes on by itself', async ({ open, expected }) => {
    expected.push(/503/)
    shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open)
    upstream.answers.set('GET /auth', { status: 500 })
    await pass(33 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await names(page)).toEqual(['Ana'])
    upstream.answers.delete('GET /auth')
    await pass(33 * SECOND)
    await page.getByText('Atualizado às 14:33').waitFor()
  })

  test('a reload while the server is down shows a page without data, which returns by itself [LGPD 6 14.3.3]', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /503/)
    shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const page = await open(WALL)
    await enter(page)
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
  const asked = new Set<Promise<Response>>()
  const started = Promise.withResolvers<void>()
  const ask = globalThis.fetch
  const turn = () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(0)
    return promise.finally(() => port1.close())
  }
  const move = async (ms: number) => {
    await started.promise
    now += ms
    // Whatever fell due in between runs once, as after a sleep of the machine.
    const due = [...timers].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.at - b.at)
    for (const [timer, { run }] of due) if (timers.delete(timer)) run()
    await turn()
    await Promise.allSettled(asked)
    for (let i = 0; i < 5; i += 1) await turn()
  }
  performance.now = () => now
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => {
      timers.set(++last, { at: now + ms, run })
      // The wall's clock: from here on the page is alive.
      started.resolve()
      return last
    },
    clearTimeout: (timer: number) => timers.delete(timer),
    fetch: (...args: Parameters<typeof fetch>) => {
      // With its body: on a busy machine that comes later than the headers.
      const answer = ask(...args).then(async (response) => new Response(await response.arrayBuffer(), response))
      asked.add(answer)
      return answer.finally(() => asked.delete(answer))
    },
    // Resolves when what it set off was answered and drawn (false), or reloads the page (true).
    pass: (ms: number) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      navigation.onnavigate = ({ navigationType }) => navigationType === 'reload' && resolve(true)
      void move(ms).then(() => resolve(false))
      return promise
    },
  })
}

/** A heap snapshot, of Chromium's format: every node is as many numbers as it has fields, one after the other. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/** What objects, arrays, closures and strings take. Not: 'code', and 'native', where Playwright's record of all answers is. */
function heldIn({ snapshot: { meta }, nodes }: Snapshot) {
  const [types] = meta.node_types
  const field = (name: string) => nodes.filter((_, i) => i % meta.node_fields.length === meta.node_fields.indexOf(name))
  const sizes = field('self_size')
  return field('type').reduce((sum, type, node) => (['code', 'native'].includes(types[type] ?? '') ? sum : sum + (sizes[node] ?? 0)), 0)
}

test(
  'seven days, 20 cuts and 5 deploys: right within 60 s of each return, and the heap grows by less than 5 % after the first hour',
  { timeout: 240_000 },
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
    const page = await open(WALL)
    await page.addInitScript(standStill)
    await enter(page)
    const cdp = await page.context().newCDPSession(page)
    /** Playwright's own evaluate and locators keep scripts of theirs in the page's heap, 0.7 MB of them. */
    const run = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
      expect(exceptionDetails).toBeUndefined()
      return result.value
    }
    /** In bytes: the whole heap, and of it what the page holds, without the code that the engine goes on compiling for days. */
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize: whole } = await cdp.send('Runtime.getHeapUsage')
      const chunks: string[] = []
      cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
      await cdp.send('HeapProfiler.takeHeapSnapshot')
      return { whole, held: heldIn(JSON.parse(chunks.join('')) as Snapshot) }
    }
    const pass = async (ms: number) => {
      now += ms
      if (await run(`pass(${ms})`)) await page.waitForEvent('load')
    }
    const shown = () => run(`document.querySelector('tbody td')?.textContent`)
    const cut = async (ms: number, deploy = false) => {
      await down()
      if (deploy) build += 1
      await pass(ms)
      await up()
      for (let second = 0; second < 60 && (await shown()) !== place(); second += 1) await pass(SECOND)
      expect(await shown()).toBe(place())
      expect(await run(`JSON.parse(document.getElementById('boot').textContent).build`)).toBe(`build-${build}`)
    }
    const start = now
    const until = async (end: number, step: number) => {
      for (;;) {
        if (now - start >= end) return
        await pass(step)
      }
    }

    // What the worker fetches must not fall into a cut.
    await run('navigator.serviceWorker.ready.then(() => undefined)')
    // The first hour as it is lived: second by second, with a cut.
    await until(HOUR / 2, SECOND)
    await cut(10 * MINUTE)
    await until(HOUR, SECOND)
    const first = await heap()
    for (let event = 2; event <= 25; event += 1) {
      await until((event * 7 * DAY) / 26, 10 * MINUTE)
      // The deploys come early: what the last page gathers, it gathers for days.
      await cut((event % 7) * 10 * MINUTE + 5 * SECOND, event <= 10 && event % 2 === 0)
    }
    await until(7 * DAY, 10 * MINUTE)
    const last = await heap()
    const growth = (of: 'held' | 'whole') => `${(first[of] / 1e6).toFixed(2)} → ${(last[of] / 1e6).toFixed(2)} MB`
    console.log(`wall, from the first hour to the seventh day: ${growth('held')}; with compiled code ${growth('whole')}`)
    expect(last.held / first.held).toBeLessThan(1.05)
    expect(last.whole / first.whole).toBeLessThan(1.05)
  },
)
