// Measures what the gate costs per call, by the facts that the call needs: the session, the menu, the body, one stored record, or two. The gate is
// compared with a bare http-proxy-middleware and with nginx with one worker, all in front of one upstream with 2 kB replies. The bench also checks at
// the upstream that no record is read without need. Needs wrk and nginx.
import { once } from 'node:events'
import { join } from 'node:path'
import type { Row } from '../../shared/call.ts'
import { clientRow } from '../../tests/support/client-samples.ts'
import { answers } from '../../tests/support/server.ts'
import { freePort } from '../../tests/support/process.ts'
import { median } from './median.ts'
import { startNginx } from './nginx.ts'
import { alternate, beside, CONNECTIONS, perSecond, start, type Asked, type Target } from './wrk.ts'

const ROUNDS = 5
const SECONDS = 3
/** Minimum throughput of calls without a look-up, as a share of the throughput of the bare proxy. */
const LIMIT = 0.9
const ME = 7

const task = { id: 5, idUsuario: ME, descricao: 'Visita', idPrioridade: 1, idStatus: 'A' }
const movement = {
  id: 5,
  operador: 'D',
  operacao: 'C',
  idControleFinanceiro: 3,
  valor: 10,
  responsavel: 'E',
  obs: null,
  data: '2026-11-21',
  idCliente: null,
  idTipo: 1,
  idStatus: 'A',
}
/** Calls of the table with their real rules. Only their replies are replaced by 2 kB of clients. */
const KINDS: (Asked & { kind: string; lookUps: number })[] = [
  { kind: 'session only', path: '/dash/Home', lookUps: 0 },
  { kind: 'menu', path: '/clients', lookUps: 0 },
  { kind: 'rule on the body', method: 'POST', path: '/user-task', body: { ...task, id: 0 }, lookUps: 0 },
  { kind: 'one look-up', method: 'PUT', path: '/user-task', body: task, lookUps: 1 },
  { kind: 'two look-ups', method: 'PUT', path: '/financial-control-batch', body: movement, lookUps: 2 },
]
const nameOf = ({ method = 'GET', path }: Asked) => `${method} ${path}`
/** Calls that need fewer look-ups, because of the person who makes them or because they are refused early. */
const LESS: [person: string, call: Asked, status: number, lookUps: number][] = [
  ['supervisor@x.co', { method: 'PUT', path: '/user-task', body: task }, 200, 0],
  ['finance@x.co', { method: 'PUT', path: '/financial-control-batch', body: movement }, 200, 1],
  ['a@b.co', { method: 'PUT', path: '/financial-control-batch', body: { ...movement, operador: 'C' } }, 403, 0],
  ['a@b.co', { method: 'PUT', path: '/user-task', body: { ...task, idUsuario: 8 } }, 403, 0],
  ['a@b.co', { method: 'PUT', path: '/user-task', body: { ...task, descricao: '' } }, 400, 0],
  ['nobody@x.co', { method: 'PUT', path: '/financial-control-batch', body: movement }, 403, 0],
]

const [, , mode, folder = ''] = process.argv
if (mode === 'serve') await serve()
else if (mode === 'beside')
  await beside(
    import.meta.filename,
    folder,
    KINDS.map((call) => [call.kind, call]),
  )
else await bench()

async function serve() {
  const [role = '', upstreamUrl = ''] = process.argv.slice(3)
  if (role === 'upstream') {
    const { startUpstream, menus } = await import('../../tests/support/upstream.ts')
    const upstream = await startUpstream()
    const all = menus('/clientes', '/controle-financeiro')
    const person = { id: ME, name: 'A', supervisor: 'N', departamento: 3, status: 'A', acessos: all }
    upstream.people.set('a@b.co', person)
    upstream.people.set('supervisor@x.co', { ...person, supervisor: 'S' })
    upstream.people.set('finance@x.co', { ...person, departamento: 4 })
    upstream.people.set('nobody@x.co', { ...person, acessos: [] })
    const client = clientRow(1, 'Cooperativa Agroindustrial')
    const text = JSON.stringify(Array.from({ length: Math.round(2_000 / JSON.stringify(client).length) }, () => client))
    let [calls, lookUps] = [0, 0]
    // Only the counters are needed, so requests are not recorded.
    upstream.seen.push = () => 0
    const answer = (call: string, text: string, count: () => void) =>
      upstream.answers.set(call, (_req, res) => {
        count()
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
      })
    const lookUp = (path: string, stored: unknown) => answer(`GET ${path}`, JSON.stringify(stored), () => (lookUps += 1))
    for (const kind of KINDS) answer(nameOf(kind), text, () => (calls += 1))
    lookUp('/user-task/5', {
      users: [],
      priority: [],
      task: { CODIGOTAREFA: 5, DESCRICAOTAREFA: '', id_prioridade: 1, CODIGO_USUARIO: ME, CODIGO_STATUS: 'A', priority: null },
    })
    lookUp('/financial-control-batch/5', movement)
    lookUp('/financial-control-user', { ID: 3 })
    process.on('message', () => {
      process.send?.({ calls, lookUps })
      calls = lookUps = 0
    })
    process.send?.({ url: upstream.url })
  } else {
    const { startBff } = await import('../../tests/support/bff.ts')
    const { calls } = await import('../../shared/calls.ts')
    const { Client } = await import('../../shared/features/clients.ts')
    const names = KINDS.map(nameOf)
    const table: Row[] = calls.map((row: Row) => (names.includes(row.name) ? { ...row, reply: Client.array() } : row))
    const bff = await startBff({ upstream: { url: upstreamUrl }, table })
    const cookies = await Promise.all(LESS.map(([person]) => bff.signIn(person)))
    process.send?.({ url: `${bff.url}/api`, cookie: await bff.signIn('a@b.co'), cookies })
  }
}

async function bench() {
  const upstream = await start(import.meta.filename, 'upstream')
  const gate = (await start(import.meta.filename, 'gate', upstream.url)) as Awaited<ReturnType<typeof start>> & { cookies: string[] }
  const bare = await start(join(import.meta.dirname, 'proxy.ts'), 'bare', upstream.url)
  const port = await freePort()
  const nginx = { url: `http://127.0.0.1:${port}/api` }
  startNginx(`upstream api { server ${new URL(upstream.url).host}; keepalive 64; keepalive_requests 10000000; }
    server { listen 127.0.0.1:${port};
      location /api/ { proxy_pass http://api/; proxy_http_version 1.1; proxy_set_header Connection ""; } }`)
  while (!(await answers(`${nginx.url}/clients`)));
  /** Number of requests that reached the upstream since this function was last called. */
  const counted = async () => {
    upstream.child.send('count')
    const [count] = (await once(upstream.child, 'message')) as [{ calls: number; lookUps: number }]
    return count
  }
  let failed = false
  const judge = (fits: boolean, what: string) => {
    failed ||= !fits
    if (!fits) console.log(`WRONG: ${what}`)
  }

  await counted()
  for (const [index, [person, { method = 'GET', path, body }, status, lookUps]] of LESS.entries()) {
    const headers = { 'x-csrf': '1', 'content-type': 'application/json', cookie: gate.cookies[index] ?? '' }
    const response = await fetch(gate.url + path, { method, headers, body: JSON.stringify(body) })
    const seen = await counted()
    judge(response.status === status && seen.lookUps === lookUps, `${person}, ${method} ${path}: ${response.status}, ${seen.lookUps} look-ups`)
  }

  for (const call of KINDS) {
    const seen = await alternate<Target>([gate, bare, nginx], ROUNDS, async (server) => {
      await counted()
      const rate = await perSecond(server, [call], SECONDS)
      const { calls, lookUps } = await counted()
      // wrk stops in the middle of its last calls, so a few more look-ups than counted calls are allowed.
      const needed = server === gate ? call.lookUps * calls : 0
      judge(lookUps >= needed && lookUps <= needed + call.lookUps * CONNECTIONS, `${call.kind}: ${lookUps} look-ups for ${calls} calls`)
      return rate
    })
    const rate = (column: number) => median(seen.map((round) => round[column] ?? NaN))
    const ratio = (to: number) => median(seen.map((round) => (round[0] ?? NaN) / (round[to] ?? NaN)))
    const limit = call.lookUps === 0 ? ` (at least ${LIMIT})` : ''
    failed ||= call.lookUps === 0 && ratio(1) < LIMIT
    console.log(
      `${call.kind}: gate ${rate(0).toFixed(0)}/s, ${(1000 / rate(0) - 1000 / rate(1)).toFixed(2)} ms more than bare http-proxy-middleware ${rate(1).toFixed(0)}/s, ratio ${ratio(1).toFixed(2)}${limit}; nginx ${rate(2).toFixed(0)}/s, ratio ${ratio(2).toFixed(2)}`,
    )
  }
  process.exit(failed ? 1 : 0)
}
