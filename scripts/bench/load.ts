// `npm run bench:load -- --seconds 300 --connections 500`: requests pages and calls for fifty people, both allowed and refused ones, over many
// connections at the same time. The product and its upstream each run in their own process. Every answer is judged. The 99th percentile may be ten
// times the median. From the middle of the run to its end, the heap after a collection may grow by a tenth (and 2 MB).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { enter, interleave, startCrowdUpstream } from '../../tests/support/crowd.ts'
import { freePort } from '../../tests/support/process.ts'
import { startServer } from '../../tests/support/server.ts'
import { heaps, inspected, resident } from './heap.ts'
import { inPairs } from './wrk.ts'

const SLOWEST = 10
const GROWTH = 1.1
const PAGES = 0.02
/** Time in seconds for which each server is measured before the other has its turn, when the product is compared with another commit. */
const TURN = 2

const [, , mode, folder = ''] = process.argv
if (mode === 'serve') process.send?.((await startCrowdUpstream()).url)
else if (mode === 'beside') await beside(folder)
else await bench()

async function startUpstream() {
  const upstream = fork(import.meta.filename, ['serve'])
  process.once('exit', () => upstream.kill())
  const [url] = (await once(upstream, 'message')) as [string]
  return { url, end: () => upstream.kill() }
}

/** Compares the product in another folder with the one in this folder. They take turns in front of one upstream. */
async function beside(there: string) {
  const upstream = await startUpstream()
  const start = async (cwd?: string) => {
    const server = await startServer({
      ...(cwd !== undefined && { cwd }),
      env: { UPSTREAM_URL: upstream.url, CALLS_PER_MINUTE: '0', LOG_LEVEL: 'silent' },
    })
    return { ...server, members: await enter(server.url) }
  }
  const answers = async ({ url, members }: Awaited<ReturnType<typeof start>>) => {
    const begun = performance.now()
    const { wrong, answers } = await interleave(url, members, { atOnce: 500, pages: PAGES, more: () => performance.now() < begun + TURN * 1000 })
    if (wrong.length) throw new Error(`${wrong.length} wrong: ${wrong[0]}`)
    return (answers / (performance.now() - begun)) * 1000
  }
  await inPairs(() => Promise.all([start(there), start()]), [['pages and calls, 500 at once', answers]])
  upstream.end()
}

async function bench() {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '300' }, connections: { type: 'string', default: '500' } } })
  const seconds = Number(values.seconds)
  const upstream = await startUpstream()
  const inspector = await freePort()
  await using server = await startServer({
    command: [process.execPath, inspected(inspector), 'server/main.ts'],
    env: { UPSTREAM_URL: upstream.url, CALLS_PER_MINUTE: '0', LOG_LEVEL: 'silent' },
  })
  const members = await enter(server.url)

  const held = async (when: string) => {
    const [heap = NaN] = await heaps(inspector)
    console.log(`${when}: heap ${heap.toFixed(1)} MB, ${resident(server.pid).toFixed(0)} MB resident`)
    return heap
  }
  /** The time in ms that each request took. */
  const taken: number[] = []
  const load = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    const around = async (visit: () => Promise<void>) => {
      const start = performance.now()
      await visit()
      taken.push(performance.now() - start)
    }
    return interleave(server.url, members, { atOnce: Number(values.connections), pages: PAGES, more: () => performance.now() < end, around })
  }

  await held('before')
  const parts = [await load(seconds / 2)]
  const middle = await held('in the middle')
  parts.push(await load(seconds / 2))
  const end = await held('at the end')

  const wrong = parts.flatMap((part) => part.wrong)
  const times = taken.toSorted((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? NaN
  const [p50, p99] = [at(0.5), at(0.99)]
  for (const line of wrong.slice(0, 20)) console.log(line)
  console.log(
    `${times.length} answers over ${values.connections} connections in ${seconds} s, ${(times.length / seconds).toFixed(0)} a second; ${wrong.length} wrong`,
  )
  console.log(`half within ${p50.toFixed(0)} ms, 99 of 100 within ${p99.toFixed(0)} ms, ratio ${(p99 / p50).toFixed(1)} (under ${SLOWEST})`)
  const flat = end <= middle * GROWTH + 2
  console.log(`heap from the middle to the end: ${(end - middle).toFixed(1)} MB (${flat ? 'flat' : 'NOT flat'})`)
  process.exitCode = wrong.length === 0 && p99 < SLOWEST * p50 && flat ? 0 : 1
  upstream.end()
}
