// Each wall for days, in a page whose time passes only when told.
import { afterEach, expect } from 'vitest'
import { wallTime } from '../../shared/clock.ts'
import { test } from './browser.ts'
import { DAY, HOUR, MINUTE, PENDING, row, SECOND, sector, startWall, WALL, WHEREABOUTS } from './wall.ts'

/** The walls: the answer for a text that changes, and the expression that reads the text in the page. */
const walls = {
  'the wall': {
    ...WHEREABOUTS,
    query: '',
    answer: (text: string, today: string) => [
      ...Array.from({ length: 12 }, (_, i) => row(`Pessoa ${i}`, `${today}T00:00:00`, `${today}T23:59:00`, text)),
      ...Array.from({ length: 18 }, (_, i) => row(`Livre ${i}`)),
    ],
    shown: `document.querySelector('tbody td')?.textContent`,
  },
  'the board of pending tasks': {
    ...PENDING,
    query: '?setor=3&barra=oculta',
    answer: (text: string) => [
      sector(3, 'Suporte', Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Pessoa ${i}`, 1 + (i % 10)])), text),
      sector(5, 'Desenvolvimento', { Outra: 10 }, 'Outra tarefa'),
    ],
    // The first task of the list begins with the text.
    shown: `document.querySelector('li > span')?.firstChild.textContent.replace(/ 1$/, '')`,
  },
}

/** An init script that makes the page's time pass only when told. Playwright's own clock remembers every step, which would count as the wall's memory. */
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
  // oxlint-disable-next-line no-restricted-properties -- replaced, not read
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
      // The body comes later than the headers on a busy machine, so it is awaited too.
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

/** Bytes of objects, arrays, closures and strings. 'code' is left out, and 'native', where Playwright keeps all answers. */
function heldIn({ snapshot: { meta }, nodes }: Snapshot) {
  const [types] = meta.node_types
  const field = (name: string) => nodes.filter((_, i) => i % meta.node_fields.length === meta.node_fields.indexOf(name))
  const sizes = field('self_size')
  return field('type').reduce((sum, type, node) => (['code', 'native'].includes(types[type] ?? '') ? sum : sum + (sizes[node] ?? 0)), 0)
}

interface Life {
  days: number
  /** Cuts of the server's connection after the first one, the early ones with a deployment. */
  cuts: number
  /** ms of the beginning that pass second by second. */
  lived: number
  /** True when the heap may grow by less than 5 % after the beginning. */
  measured: boolean
  /** Limit of the test, in ms. */
  timeout: number
}

/** Defines the tests. A wall is right within 60 s of its own time after each return of the server. */
export function wallDays({ days, cuts, lived, measured, timeout }: Life) {
  let site: Awaited<ReturnType<typeof startWall>>
  afterEach(() => site.stop())

  test.for(Object.entries(walls))(
    `%s is right after each of ${cuts + 1} cuts and after the deployments of ${days} days`,
    { timeout },
    async ([name, wall], { open, expected }) => {
      site = await startWall(wall)
      expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/)
      // The expected text changes every five minutes.
      const place = () => `Cliente ${Math.floor(site.now / (5 * MINUTE))}`
      site.upstream.answers.set(wall.call, (_req, res) => {
        const rows = wall.answer(place(), wallTime(site.now).slice(0, 10))
        res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
      })
      const page = await open(WALL)
      await page.addInitScript(standStill)
      await site.enter(page, wall.path + wall.query)
      const cdp = await page.context().newCDPSession(page)
      /** Playwright's own evaluate and locators keep scripts of theirs in the page's heap, 0.7 MB of them. */
      const run = async (expression: string): Promise<unknown> => {
        const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
        expect(exceptionDetails).toBeUndefined()
        return result.value
      }
      /** Bytes of the whole heap, and of the page's objects without the code that the engine compiles for days. */
      const heap = async () => {
        await cdp.send('HeapProfiler.collectGarbage')
        const { usedSize: whole } = await cdp.send('Runtime.getHeapUsage')
        const chunks: string[] = []
        cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
        await cdp.send('HeapProfiler.takeHeapSnapshot')
        return { whole, held: heldIn(JSON.parse(chunks.join('')) as Snapshot) }
      }
      const pass = async (ms: number) => {
        site.now += ms
        if (await run(`pass(${ms})`)) await page.waitForEvent('load')
      }
      const shown = () => run(wall.shown)
      const cut = async (ms: number, deploy = false) => {
        await site.down()
        if (deploy) site.build += 1
        await pass(ms)
        await site.up()
        for (let second = 0; second < 60 && (await shown()) !== place(); second += 1) await pass(SECOND)
        expect(await shown()).toBe(place())
        expect(await run(`JSON.parse(document.getElementById('boot').textContent).build`)).toBe(`build-${site.build}`)
      }
      const start = site.now
      const until = async (end: number, step: number) => {
        for (;;) {
          if (site.now - start >= end) return
          await pass(step)
        }
      }

      // The worker's downloads must not fall into a cut.
      await run('navigator.serviceWorker.ready.then(() => undefined)')
      // The beginning as it is lived: second by second, with a cut.
      await until(lived / 2, SECOND)
      await cut(10 * MINUTE)
      await until(lived + 10 * MINUTE, SECOND)
      const first = measured && (await heap())
      for (let event = 1; event <= cuts; event += 1) {
        await until(Math.max((event * days * DAY) / (cuts + 1), HOUR), 10 * MINUTE)
        // The deployments come early: the last page gathers memory for days.
        await cut((event % 7) * 10 * MINUTE + 5 * SECOND, event <= cuts / 2 && event % 2 === 1)
      }
      await until(days * DAY, 10 * MINUTE)
      const last = measured && (await heap())
      if (!first || !last) return
      const growth = (of: 'held' | 'whole') => `${(first[of] / 1e6).toFixed(2)} → ${(last[of] / 1e6).toFixed(2)} MB`
      console.log(`${name}, from the first hour to day ${days}: ${growth('held')}; with compiled code ${growth('whole')}`)
      expect(last.held / first.held).toBeLessThan(1.05)
      expect(last.whole / first.whole).toBeLessThan(1.05)
    },
  )
}
