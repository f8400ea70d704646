// Compares a GET through the whole gate, which parses the reply, with a GET through a bare http-proxy-middleware in front of the same upstream. A
// third server ('parsing') shows the least that a proxy costs if it parses the reply as JSON, checks it by the schema and writes it again. Each
// server has its own process. Rounds alternate, so that other load on the machine affects all of them. Needs wrk.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Row } from '../../shared/call.ts'
import { clientRow } from '../../tests/support/client-samples.ts'
import { median } from './median.ts'
import { alternate, beside, perSecond, start } from './wrk.ts'

const ROUNDS = 5
const SECONDS = 4
const LIMITS = { '2 kB': 0.9, '131 kB': 0.6 }
const SIZES = [
  ['2 kB', { path: '/clients' }],
  ['131 kB', { path: '/cities' }],
] as const

const client = (i: number) => clientRow(i + 1, `Cooperativa Agroindustrial ${i}`)
const rows = (bytes: number) => Array.from({ length: Math.round(bytes / JSON.stringify(client(1)).length) }, (_, i) => client(i))

async function serve(): Promise<void> {
  const [role = '', upstream = ''] = process.argv.slice(3)
  if (role === 'upstream') {
    const { startUpstream, menus } = await import('../../tests/support/upstream.ts')
    const up = await startUpstream()
    up.people.set('a@b.co', { id: 1, name: 'A', supervisor: 'S', departamento: 1, status: 'A', acessos: menus('/clientes') })
    // Requests are not recorded, because this would only fill the memory.
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
    const { clients } = await import('../../shared/features/clients.ts')
    const { auth } = await import('../../shared/features/auth.ts')
    const [list] = clients
    // A second call with the same kind of rows at another address, but with many more of them.
    const large = { ...list, name: 'GET /cities', path: '/cities' } as (typeof clients)[0]
    const bff = await startBff({ upstream: { url: upstream }, table: [...auth, list, large] as Row[] })
    process.send?.({ url: `${bff.url}/api`, cookie: await bff.signIn('a@b.co') })
  } else {
    const { default: express } = await import('express')
    const { createProxyMiddleware } = await import('http-proxy-middleware')
    const { Client } = await import('../../shared/features/clients.ts')
    const { collect } = await import('../../server/bff/upstream.ts')
    const proxyRes = async (response: IncomingMessage, _req: unknown, res: ServerResponse) => {
      const { body } = await collect(response)
      const json = Buffer.from(JSON.stringify(Client.array().parse(JSON.parse(body.toString()))))
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': json.length }).end(json)
    }
    const parsing = role === 'parsing' && { selfHandleResponse: true, on: { proxyRes } }
    const app = express()
    app.use('/api', createProxyMiddleware({ target: upstream, changeOrigin: true, ...parsing }))
    const server = app.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}/api` }))
  }
}

const [, , mode, folder = ''] = process.argv
if (mode === 'serve') await serve()
else if (mode === 'beside') await beside(import.meta.filename, folder, SIZES)
else {
  const upstream = await start(import.meta.filename, 'upstream')
  const all = await Promise.all(['gate', 'bare', 'parsing'].map((role) => start(import.meta.filename, role, upstream.url)))
  let failed = false
  for (const [size, call] of SIZES) {
    const seen = await alternate(all, ROUNDS, (server) => perSecond(server, [call], SECONDS))
    const rate = (column: number) => median(seen.map((round) => round[column] ?? NaN)).toFixed(0)
    const ratio = (a: number, b: number) => median(seen.map((round) => (round[a] ?? NaN) / (round[b] ?? NaN)))
    failed ||= ratio(0, 1) < LIMITS[size]
    console.log(
      `${size}: gate ${rate(0)}/s; bare http-proxy-middleware ${rate(1)}/s, ratio ${ratio(0, 1).toFixed(2)} (at least ${LIMITS[size]}); the same only parsing its replies ${rate(2)}/s, ratio to bare ${ratio(2, 1).toFixed(2)}`,
    )
  }
  for (const { child } of [...all, upstream]) child.kill()
  process.exitCode = failed ? 1 : 0
}
