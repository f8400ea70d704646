// Compares the CPU time of one /home page (three lists of 50 rows, including session, gate and data) with a plain renderToPipeableStream of the same
// tree into a plain node:http response. It also measures that plain rendering after one fetch of the data, and the rendering alone without a
// response. Each runs in its own process and is measured by process.cpuUsage() over the same requests. Rounds alternate.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { median } from './median.ts'

const PAGES = 200
const ROUNDS = 15
const LIMIT = 1.25

const list = <T>(make: (i: number) => T) => Array.from({ length: 50 }, (_, i) => make(i))
const home = {
  tempos: list((i) => ({ DESCRICAOATIVIDADE: `Atividade ${i}`, total: '01:30:00' })),
  total: { totalizador: '75:00:00' },
  compromissos: list((i) => ({ DESCTAREFAEXTERNO: 'Visita técnica', CLIENTE: `Cooperativa ${i}`, DATAINI: '2026-11-23', DATAFIM: '2026-11-27' })),
  pendencias: list((i) => ({ task: `Corrigir retorno do boleto ${i}`, priority: ['Urgente', 'Alta', 'Normal', 'Baixa'][i % 4] ?? 'Baixa' })),
}
const person = {
  id: 1,
  name: 'Ana Lima',
  supervisor: 'S' as const,
  departamento: 1,
  status: 'A' as const,
  acessos: [{ title: 'Cadastros', action: 'mdi-folder', items: [{ title: 'Clientes', route: '/clientes' }] }],
}

/** CPU time per page in ms, measured over `PAGES` pages. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PAGES
}

/** Measures the pages of a server while a separate process requests them. */
async function asked(url: string, cookie = '') {
  const load = fork(import.meta.filename, ['serve', 'load', url, cookie])
  await once(load, 'message')
  onGo(() =>
    cost(() => {
      load.send('go')
      return once(load, 'message')
    }),
  )
}

/** Runs `work` each time the parent process sends a message, and sends the result back. */
const onGo = (work: () => Promise<unknown>) => process.on('message', () => void work().then((result) => process.send?.(result)))

async function serve(role: string) {
  const { startUpstream } = await import('../../tests/support/upstream.ts')
  if (role === 'upstream') {
    const upstream = await startUpstream()
    upstream.people.set('a@b.co', person)
    upstream.seen.push = () => 0
    const text = JSON.stringify(home)
    upstream.answers.set('GET /dash/Home', (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end(text))
    process.send?.(upstream.url)
    return
  }
  if (role === 'load') {
    const [url = '', cookie = ''] = process.argv.slice(4)
    onGo(async () => {
      const one = async () => {
        const response = await fetch(`${url}/home`, { headers: { cookie, 'accept-encoding': 'identity' } })
        if (response.status !== 200 || !(await response.text()).includes('Cooperativa 49')) throw new Error(`page: ${response.status}`)
      }
      // Four pages are requested at a time. With only one, the server would sleep between two pages, and waking up would be measured too.
      for (let i = 0; i < PAGES; i += 4) await Promise.all([one(), one(), one(), one()])
      return 'done'
    })
    process.send?.('ready')
    return
  }
  const { startBff } = await import('../../tests/support/bff.ts')
  const { createUpstream, DEADLINES } = await import('../../server/bff/upstream.ts')
  const bff = await startBff({ upstream: { url: process.argv[4] ?? '' } })
  if (role === 'pages') await asked(bff.url, await bff.signIn('a@b.co'))
  else {
    const { readBuild } = await import('../../server/bff/build.ts')
    const build = await readBuild(process.cwd())
    const { render } = await build.entry()
    const rendered = await render({
      url: '/home',
      nonce: 'n',
      assets: build.assetsOf('/home'),
      scripts: build.scripts,
      denied: '/',
      ask: async () => home,
      boot: {
        me: person,
        may: [],
        build: build.id,
        now: Date.now(),
        ends: null,
        theme: 'light',
        pinned: false,
        columns: '',
        notice: null,
        email: '',
        second: null,
        back: '',
        wall: null,
        insecure: false,
        cache: [],
      },
    })
    if ('redirect' in rendered) throw new Error('a redirect has no tree')
    const { signal } = new AbortController()
    const bare = async (sink: NodeJS.WritableStream) => (await rendered.draw(signal)).pipe(sink)
    if (role === 'served' || role === 'fetched') {
      const upstream = createUpstream(process.argv[4] ?? '')
      const fetched = async () =>
        role === 'fetched' ? JSON.parse((await upstream.ask('GET', '/dash/Home', null, DEADLINES.page)).body.toString()) : undefined
      const server = createServer((_req, res) => void fetched().then(() => bare(res.setHeader('Content-Type', 'text/html; charset=utf-8')))).listen(
        0,
        '127.0.0.1',
      )
      await once(server, 'listening')
      // A server that listens on TCP has an address with a port, so the cast is safe.
      await asked(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } else
      onGo(() =>
        cost(async () => {
          for (let i = 0; i < PAGES; i += 1) {
            const sink = new Writable({ write: (_chunk, _encoding, next) => next() })
            await Promise.all([once(sink, 'finish'), bare(sink)])
          }
        }),
      )
  }
  process.send?.('ready')
}

async function start(...args: string[]): Promise<{ child: ChildProcess; first: unknown }> {
  const child = fork(import.meta.filename, ['serve', ...args], { env: { ...process.env, NODE_ENV: 'production' } })
  const [first] = (await once(child, 'message')) as [unknown]
  return { child, first }
}

async function measure(child: ChildProcess): Promise<number> {
  child.send('go')
  const [ms] = (await once(child, 'message')) as [number]
  return ms
}

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '')
else {
  const upstream = await start('upstream')
  const pages = await start('pages', String(upstream.first))
  const served = await start('served', String(upstream.first))
  const fetched = await start('fetched', String(upstream.first))
  const alone = await start('alone', String(upstream.first))
  const all = [pages, served, fetched, alone]
  for (const { child } of all) await measure(child)
  const seen: number[][] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    const round: number[] = []
    for (const { child } of all) round.push(await measure(child))
    seen.push(round)
  }
  const ms = (column: number) => median(seen.map((round) => round[column] ?? NaN)).toFixed(2)
  const ratio = (column: number) => median(seen.map((round) => (round[0] ?? NaN) / (round[column] ?? NaN)))
  console.log(
    `/home: ${ms(0)} ms of CPU; bare renderToPipeableStream served by node:http ${ms(1)} ms, ratio ${ratio(1).toFixed(2)} (at most ${LIMIT})`,
  )
  console.log(`       the same after one fetch of its data, without session or gate ${ms(2)} ms, ratio ${ratio(2).toFixed(2)}`)
  console.log(`       the same stream into nothing, in a tight loop ${ms(3)} ms, ratio ${ratio(3).toFixed(2)}`)
  for (const { child } of [...all, upstream]) child.kill()
  process.exitCode = ratio(1) > LIMIT ? 1 : 0
}
