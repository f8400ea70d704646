// A proxied GET through the whole gate, its reply parsed, against a bare http-proxy-middleware in front of the same upstream.
// Each server in its own process; rounds alternate, so that what else the machine does falls on both. Needs wrk.
import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import type { Row } from '../../shared/call.ts'

const ROUNDS = 5
const SECONDS = 4
const LIMITS = { '2 kB': 0.9, '131 kB': 0.6 }
const run = promisify(execFile)

const client = (i: number) => ({
  CODIGOCLIENTE: i + 1,
  NOMEFANTASIACLIENTE: `Cooperativa Agroindustrial ${i}`,
  CODIGO_STATUS: 'A',
  CODIGOCIDADE: 5_103_403,
  CIDADE: 'Cuiabá',
})
const rows = (bytes: number) => Array.from({ length: Math.round(bytes / JSON.stringify(client(1)).length) }, (_, i) => client(i))

async function serve(): Promise<void> {
  const [role = '', upstream = ''] = process.argv.slice(3)
  if (role === 'upstream') {
    const { startUpstream, menus } = await import('../../tests/support/upstream.ts')
    const up = await startUpstream()
    up.people.set('a@b.co', { id: 1, name: 'A', supervisor: 'S', departamento: 1, status: 'A', acessos: menus('/clientes') })
    // What it records would only fill the memory here.
    up.seen.push = () => 0
    const small = JSON.stringify(rows(2_000))
    const large = JSON.stringify(rows(131_000))
    for (const [path, text] of [
      ['/clients', small],
      ['/cities', large],
    ] as const)
      up.answers.set(
        `GET ${path}`,
        (_req, res) => void res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text),
      )
    process.send?.({ url: up.url })
  } else if (role === 'gate') {
    const { startBff } = await import('../../tests/support/bff.ts')
    const { clients } = await import('../../shared/clients.ts')
    const { auth } = await import('../../shared/auth.ts')
    const [list] = clients
    // The same rows at another address, many more of them.
    const large = { ...list, name: 'GET /cities', path: '/cities' } as (typeof clients)[0]
    const bff = await startBff({ upstream: { url: upstream }, table: [...auth, list, large] as Row[] })
    process.send?.({ url: `${bff.url}/api`, cookie: await bff.signIn('a@b.co') })
  } else {
    const { default: express } = await import('express')
    const { createProxyMiddleware } = await import('http-proxy-middleware')
    const app = express()
    app.use('/api', createProxyMiddleware({ target: upstream, changeOrigin: true }))
    const server = app.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}/api` }))
  }
}

interface Ready {
  url: string
  cookie?: string
}

async function start(...args: string[]): Promise<Ready & { child: ChildProcess }> {
  const child = fork(import.meta.filename, ['serve', ...args], { env: { ...process.env, NODE_ENV: 'production' } })
  const [ready] = (await once(child, 'message')) as [Ready]
  return { ...ready, child }
}

async function perSecond({ url, cookie }: Ready, path: string): Promise<number> {
  const header = cookie === undefined ? [] : ['-H', `Cookie: ${cookie}`]
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${SECONDS}s`, ...header, url + path])
  if (stdout.includes('Non-2xx')) throw new Error(stdout)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

if (process.argv[2] === 'serve') await serve()
else {
  const upstream = await start('upstream')
  const [gate, bare] = await Promise.all([start('gate', upstream.url), start('bare', upstream.url)])
  let failed = false
  for (const [size, path] of [
    ['2 kB', '/clients'],
    ['131 kB', '/cities'],
  ] as const) {
    const ratios: number[] = []
    const seen: [number, number][] = []
    await perSecond(gate, path)
    await perSecond(bare, path)
    for (let i = 0; i < ROUNDS; i += 1) {
      const pair: [number, number] =
        i % 2
          ? [await perSecond(gate, path), await perSecond(bare, path)]
          : ([await perSecond(bare, path), await perSecond(gate, path)].toReversed() as [number, number])
      seen.push(pair)
      ratios.push(pair[0] / pair[1])
    }
    const ratio = median(ratios)
    failed ||= ratio < LIMITS[size]
    console.log(
      `${size}: gate ${median(seen.map(([a]) => a)).toFixed(0)}/s, bare http-proxy-middleware ${median(seen.map(([, b]) => b)).toFixed(0)}/s, ratio ${ratio.toFixed(2)} (at least ${LIMITS[size]})`,
    )
  }
  for (const { child } of [gate, bare, upstream]) child.kill()
  process.exitCode = failed ? 1 : 0
}
