// The set-ups of the office, each with the whole product in processes of its own, and the CPU time and memory of each part.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectOnce } from '../../../server/api/db/server.ts'
import { startPostgres } from '../../../tests/support/postgres.ts'
import { freePort } from '../../../tests/support/process.ts'
import { startRedis } from '../../../tests/support/redis.ts'
import { answers, startServer } from '../../../tests/support/server.ts'
import { startNginx } from '../nginx.ts'

/** Ticks per second, in which Linux counts CPU time. */
const TICKS = 100
/** Time in ms until a killed process is started again. */
const DOWN = 5_000

/** CPU time in seconds and memory in MB of a process with its children. Memory that processes share counts once. Zero if the process has ended. */
function usageOf(pid: number) {
  const usage = { cpu: 0, mb: 0 }
  if (!existsSync(`/proc/${pid}`)) return usage
  const read = (file: string) => readFileSync(file, 'utf8')
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)
  for (const each of [pid, ...children]) {
    try {
      const mb = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1]) / 1000
      // The fields from utime to cstime: the process itself and its children that have ended.
      const ticks = read(`/proc/${each}/stat`).split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? []
      usage.cpu += ticks.reduce((sum, one) => sum + one, 0) / TICKS
      usage.mb += mb
    } catch (error) {
      // A child can end between the reading of the list and of its files. Its CPU time is then part of the parent's.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return usage
}

export type Office = Awaited<ReturnType<typeof startOffice>>

/** Starts the product on the embedded database, or as this many processes on PostgreSQL, Redis and nginx. All of them write to the disk. */
export async function startOffice(kind: 'embedded' | 1 | 2) {
  const stack = new AsyncDisposableStack()
  const parts = new Map<string, () => number>()
  /** CPU time in seconds of processes that were killed. */
  const ended = new Map<string, number>()
  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'csnoteweb-office-'))
    stack.defer(() => rm(made, { recursive: true, force: true, maxRetries: 3 }))
    return made
  }
  // Each person has an address, which only a proxy may tell.
  const common = { DEMO: 'true', TRUST_PROXY: '127.0.0.1' }
  const start = async (name: string, more: Record<string, string>) => {
    const env = { ...common, ...more, PORT: String(await freePort()), DATA_DIR: await folder() }
    let server = await startServer({ env })
    // The password of the demo company is in the lines of welcome, of which this is the last.
    await server.said('Para parar')
    stack.defer(() => server[Symbol.asyncDispose]())
    parts.set(name, () => server.pid)
    return {
      url: server.url,
      pid: () => server.pid,
      password: /senha: (\S+)/.exec(server.output())?.[1] ?? '',
      crash: async () => {
        ended.set(name, usageOf(server.pid).cpu)
        await server.stop('SIGKILL')
        await setTimeout(DOWN)
        server = await startServer({ env })
      },
    }
  }
  const usage = () =>
    new Map(
      [...parts].map(([name, pid]) => {
        const { cpu, mb } = usageOf(pid())
        return [name, { cpu: cpu + (ended.get(name) ?? 0), mb }]
      }),
    )
  const stop = () => stack.disposeAsync()
  const nothing = async () => undefined

  if (kind === 'embedded') {
    const { url, password } = await start('product', {})
    return { url, firstUrl: url, password, usage, stop, size: async () => NaN, crash: nothing, products: () => [] }
  }
  const postgres = await startPostgres(undefined, true)
  stack.defer(() => postgres.stop())
  const redis = await startRedis(true)
  stack.defer(() => redis.stop())
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SESSION_SECRET: randomBytes(48).toString('base64') }
  const first = await start('product', env)
  parts.set('PostgreSQL', postgres.pid).set('Redis', redis.pid)
  const size = async () => {
    const client = connectOnce(postgres.url)
    const [row] = await client<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`
    await client.end()
    return Number(row?.bytes) / 1e6
  }
  if (kind === 1) return { url: first.url, firstUrl: first.url, password: first.password, usage, stop, size, crash: nothing, products: () => [] }

  const second = await start('second product', env)
  const [both, one] = [await freePort(), await freePort()]
  const of = (url: string) => `server ${new URL(url).host};`
  // nginx sends a request to the other process only if it changes nothing. A save may have been stored, so its browser repeats it with its key.
  const pass = (upstream: string) =>
    `proxy_pass http://${upstream}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
     proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_max_temp_file_size 0;`
  const listen = (port: number, upstream: string) => `server { listen 127.0.0.1:${port};
     location / { error_page 418 = @save; if ($request_method !~ ^(GET|HEAD)$) { return 418; } ${pass(upstream)} }
     location @save { proxy_next_upstream off; ${pass(upstream)} } }`
  const nginx = startNginx(`error_log stderr crit;
     upstream both { ${of(first.url)} ${of(second.url)} keepalive 64; }
     upstream one { ${of(first.url)} keepalive 64; } ${listen(both, 'both')} ${listen(one, 'one')}`)
  stack.defer(nginx.end)
  parts.set('nginx', () => nginx.pid)
  const [url, firstUrl] = [`http://127.0.0.1:${both}`, `http://127.0.0.1:${one}`]
  while (!((await answers(`${url}/readyz`)) && (await answers(`${firstUrl}/readyz`))));
  // Each start gives the demo accounts a new password.
  return { url, firstUrl, password: second.password, usage, stop, size, crash: second.crash, products: () => [first.pid(), second.pid()] }
}
