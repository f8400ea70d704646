// Servers of a bench, each a process of its own, asked by wrk in rounds that alternate, so that what else the machine does falls on all of them.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const CONNECTIONS = 32

export interface Target {
  url: string
  cookie?: string
}

/** Runs a bench's own file as `node file serve ...args`: it sends its Target when it listens. */
export async function start(file: string, ...args: string[]) {
  const child = fork(file, ['serve', ...args], { env: { ...process.env, NODE_ENV: 'production' } })
  process.once('exit', () => child.kill())
  const [target] = (await once(child, 'message')) as [Target]
  return { ...target, child }
}

export interface Asked {
  path: string
  method?: string
  body?: unknown
}

/** Answers a second, over so many connections; one that is not 2xx is an error. */
export async function perSecond(
  { url, cookie }: Target,
  { path, method = 'GET', body }: Asked,
  seconds: number,
  connections = CONNECTIONS,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-wrk-'))
  const script = join(folder, 'ask.lua')
  const headers = {
    'X-CSRF': '1',
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const lua = (text: string) => `[==[${text}]==]`
  writeFileSync(
    script,
    [
      `wrk.method = ${lua(method)}`,
      ...(body === undefined ? [] : [`wrk.body = ${lua(JSON.stringify(body))}`]),
      ...Object.entries(headers).map(([name, value]) => `wrk.headers[ ${lua(name)} ] = ${lua(value)}`),
    ].join('\n'),
  )
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url + path])
  rmSync(folder, { recursive: true })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}

/** Each round's measures, one a target; before the first a round that does not count. */
export async function alternate<T>(targets: T[], rounds: number, measure: (target: T) => Promise<number>): Promise<number[][]> {
  const seen: number[][] = []
  for (let round = 0; round <= rounds; round += 1) {
    const measures: number[] = []
    for (const target of targets) measures.push(await measure(target))
    if (round > 0) seen.push(measures)
  }
  return seen
}
