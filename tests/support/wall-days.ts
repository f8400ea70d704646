// Runs each wall through several days, in a page whose time passes only when the test moves it.
import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect } from 'vitest'
import { wallTime } from '../../shared/clock.ts'
import { test } from './browser.ts'
import { DAY, HOUR, MINUTE, PENDING, row, SECOND, sector, startWall, WALL, WHEREABOUTS } from './wall.ts'

/** The walls. Each has a response with a changing text, and an expression that reads this text in the page. */
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
    // The text of the first task in the list.
    shown: `document.querySelector('li > span')?.firstChild.textContent.replace(/ 1$/, '')`,
  },
}

/**
 * Init script that stops the page's time, so that only the test moves it. Playwright's own clock remembers every step, and that memory would be
 * counted as the wall's.
 */
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
    // A timer that was due several times in the meantime runs only once, as after a computer's sleep.
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
      // The wall sets its first timer for the clock, so the page is running from here on.
      started.resolve()
      return last
    },
    clearTimeout: (timer: number) => timers.delete(timer),
    fetch: (...args: Parameters<typeof fetch>) => {
      // The body is awaited too, because on a busy machine the body arrives later than the headers.
      const answer = ask(...args).then(async (response) => new Response(await response.arrayBuffer(), response))
      asked.add(answer)
      return answer.finally(() => asked.delete(answer))
    },
    // Resolves to false when all requests caused by the passing time are answered and drawn, and to true when the page reloads.
    pass: (ms: number) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      navigation.onnavigate = ({ navigationType }) => navigationType === 'reload' && resolve(true)
      void move(ms).then(() => resolve(false))
      return promise
    },
  })
}

/** A heap snapshot in Chromium's format. Each node is a run of numbers, one per field. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/**
 * Returns the bytes in objects, arrays, closures and strings. The type 'code' is left out, and so is 'native', in which Playwright keeps all
 * responses.
 */
function heldIn({ snapshot: { meta }, nodes }: Snapshot) {
  const [types] = meta.node_types
  const field = (name: string) => nodes.filter((_, i) => i % meta.node_fields.length === meta.node_fields.indexOf(name))
  const sizes = field('self_size')
  return field('type').reduce((sum, type, node) => (['code', 'native'].includes(types[type] ?? '') ? sum : sum + (sizes[node] ?? 0)), 0)
}

interface Life {
  days: number
  /** Number of interruptions of the server after the first one. Some of the early interruptions include a deployment. */
  cuts: number
  /** Length in ms of the initial period, in which time passes second by second. */
  lived: number
  /** True to check that the heap grows by less than 5 % after the initial period. */
  measured: boolean
  /** Timeout of the test in ms. */
  timeout: number
}

/** Defines the tests. Each time the server returns, the wall must be right within 60 s of the wall's own time. */
export function wallDays({ days, cuts, lived, measured, timeout }: Life) {
  let site: Awaited<ReturnType<typeof startWall>>
  afterEach(() => site.stop())

  test.for(Object.entries(walls))(
    `%s shows the right data after each of ${cuts + 1} interruptions and after the deployments of ${days} days`,
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
      /** Evaluates an expression in the page. Playwright's own evaluate and locators would leave 0.7 MB of scripts in the page's heap. */
      const run = async (expression: string): Promise<unknown> => {
        const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
        expect(exceptionDetails).toBeUndefined()
        return result.value
      }
      /** Returns the bytes in the complete heap and in the page's objects. The objects exclude code, which the engine goes on compiling for days. */
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
        const seen = async () => [await shown(), await run(`JSON.parse(document.getElementById('boot').textContent).build`)]
        // After a short interruption the text may still be right although the wall has not asked again, so the build counts too.
        const right = () => [place(), `build-${site.build}`]
        for (let second = 0; second < 60 && !isDeepStrictEqual(await seen(), right()); second += 1) await pass(SECOND)
        expect(await seen()).toEqual(right())
      }
      const start = site.now
      const until = async (end: number, step: number) => {
        for (;;) {
          if (site.now - start >= end) return
          await pass(step)
        }
      }

      // Waits for the service worker, because an interruption must not hit its downloads.
      await run('navigator.serviceWorker.ready.then(() => undefined)')
      // The initial period passes second by second, with one interruption in its middle.
      await until(lived / 2, SECOND)
      await cut(10 * MINUTE)
      await until(lived + 10 * MINUTE, SECOND)
      const first = measured && (await heap())
      for (let event = 1; event <= cuts; event += 1) {
        await until(Math.max((event * days * DAY) / (cuts + 1), HOUR), 10 * MINUTE)
        // The deployments come early, so that memory leaks of the last page have days to show.
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
