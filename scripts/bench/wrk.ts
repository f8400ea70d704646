// Runs each server of a bench in its own process and measures it with wrk. Rounds alternate, so that other load on the machine affects all servers.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { required, wrk } from '../../tests/support/programs.ts'
import { median } from './median.ts'

const run = promisify(execFile)
export const CONNECTIONS = 32

export interface Target {
  url: string
  cookie?: string
  /** Cookies of several people, who take turns to make requests. */
  cookies?: string[]
}

/** Runs the file of a bench as `node file serve ...args`. The process sends its Target when it listens. */
export async function start(file: string, ...args: string[]) {
  const child = fork(file, ['serve', ...args], { env: { ...process.env, NODE_ENV: 'production' } })
  const end = () => void child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const [target] = (await once(child, 'message')) as [Target]
  return { ...target, child }
}

export interface Asked {
  path: string
  method?: string
  body?: unknown
}

/**
 * How many times per second the whole sequence of requests is answered. Each connection sends the requests one after the other. An answer other than
 * 2xx is an error.
 */
export async function perSecond({ url, cookie, cookies = [] }: Target, asked: Asked[], seconds: number, connections = CONNECTIONS): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-wrk-'))
  const script = join(folder, 'ask.lua')
  const lua = (text: string) => `[==[${text}]==]`
  const table = (fields: Record<string, string>) =>
    `{ ${Object.entries(fields)
      .map(([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`)
      .join(', ')} }`
  const headersOf = (cookie?: string) => ({
    'X-CSRF': '1',
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(asked.some(({ body }) => body !== undefined) && { 'Content-Type': 'application/json' }),
  })
  // Each request contains the full path, because wrk uses only the host and the port of its URL.
  const prefix = new URL(url).pathname.replace(/\/$/, '')
  const turns = (cookies.length ? cookies : [cookie]).flatMap((cookie) =>
    asked.map(({ path, method = 'GET', body }) =>
      [lua(method), lua(prefix + path), table(headersOf(cookie)), ...(body === undefined ? [] : [lua(JSON.stringify(body))])].join(', '),
    ),
  )
  writeFileSync(
    script,
    [
      'local turns, turn = {}, 0',
      `init = function() turns = { ${turns.map((turn) => `wrk.format(${turn})`).join(', ')} } end`,
      'request = function() turn = turn % #turns + 1 return turns[turn] end',
    ].join('\n'),
  )
  const { stdout } = await run(required(wrk), ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url])
  rmSync(folder, { recursive: true })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1]) / asked.length
}

/** Measures all targets in each round. The first round only warms them up and does not count. */
export async function alternate<T>(targets: T[], rounds: number, measure: (target: T) => Promise<number>): Promise<number[][]> {
  const seen: number[][] = []
  for (let round = 0; round <= rounds; round += 1) {
    const measures: number[] = []
    for (const target of targets) measures.push(await measure(target))
    if (round > 0) seen.push(measures)
  }
  return seen
}

/**
 * PAIRS: number of pairs of servers, because one process may be a fifth faster than another with the same code. BESIDE: number of rounds per pair.
 */
const PAIRS = 5
const BESIDE = 8
/** Minimum ratio. A lower ratio means that the code is slower, and not only by chance. */
export const WORST = 0.95

/**
 * Compares the code in another folder with the code in this one. `start` starts one server of each per pair. Both are measured in turns, so that a
 * slow minute affects both. Prints for each kind the operations per second of both sides, the median ratio, and the ratio of each pair.
 */
export async function inPairs<T extends AsyncDisposable>(
  start: () => Promise<T[]>,
  kinds: readonly (readonly [kind: string, perSecond: (server: T) => Promise<number>])[],
) {
  const seen = new Map<string, number[][][]>(kinds.map(([kind]) => [kind, []]))
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const servers = await start()
    for (const [kind, perSecond] of kinds) seen.get(kind)?.push(await alternate(servers, BESIDE, perSecond))
    for (const server of servers) await server[Symbol.asyncDispose]()
  }
  const ratioOf = (rounds: number[][]) => median(rounds.map(([before = NaN, here = NaN]) => here / before))
  for (const [kind, pairs] of seen) {
    const of = (side: number) => median(pairs.flat().map((round) => round[side] ?? NaN)).toFixed(0)
    const ratio = median(pairs.map(ratioOf))
    const each = pairs.map((rounds) => ratioOf(rounds).toFixed(2)).join(' ')
    const worse = ratio < WORST ? ` WORSE, at least ${WORST}` : ''
    console.log(`${kind}: ${of(0)} a second before, ${of(1)} here, ratio ${ratio.toFixed(3)} (each pair: ${each})${worse}`)
  }
}

/** Compares the gate of another folder with the gate of this folder, in front of one upstream. The file of the bench serves both gates. */
export async function beside(file: string, there: string, calls: readonly (readonly [kind: string, call: Asked])[]) {
  const upstream = await start(file, 'upstream')
  const gate = async (file: string) => {
    const server = await start(file, 'gate', upstream.url)
    return { ...server, [Symbol.asyncDispose]: async () => void server.child.kill() }
  }
  await inPairs(
    () => Promise.all([join(there, 'scripts/bench', basename(file)), file].map(gate)),
    calls.map(([kind, call]) => [kind, (server) => perSecond(server, [call], 1)]),
  )
  upstream.child.kill()
}
