// CPU of one /home page (three lists of 50 rows; session, gate and data included) against a bare renderToPipeableStream of the same tree.
// Both in processes of their own, by process.cpuUsage(); rounds alternate.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'

const PAGES = 400
const ROUNDS = 5
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

/** ms of CPU for one page of `PAGES`, made one after another. */
async function cost(page: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < PAGES; i += 1) await page()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PAGES
}

/** Does its work at every message of the parent's, and tells it the result. */
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
      // A few at a time: a process that falls asleep between two pages pays for waking up, which is not the page's cost.
      for (let i = 0; i < PAGES; i += 4) await Promise.all([one(), one(), one(), one()])
      return 'done'
    })
    process.send?.('ready')
    return
  }
  const { startBff } = await import('../../tests/support/bff.ts')
  const bff = await startBff({ upstream: { url: process.argv[4] ?? '' } })
  if (role === 'pages') {
    const load = fork(import.meta.filename, ['serve', 'load', bff.url, await bff.signIn('a@b.co')])
    await once(load, 'message')
    onGo(async () => {
      const before = process.cpuUsage()
      load.send('go')
      await once(load, 'message')
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 / PAGES
    })
  } else {
    const { readBuild } = await import('../../server/bff/render.ts')
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
        insecure: false,
        cache: [],
      },
    })
    if ('redirect' in rendered) throw new Error('a redirect has no tree')
    onGo(() =>
      cost(() => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const sink = new Writable({ write: (_chunk, _encoding, next) => next(), final: (next) => (resolve(), next()) })
        rendered.stream({ ready: (stream) => stream.pipe(sink), failed: reject })
        return promise
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

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '')
else {
  const upstream = await start('upstream')
  const pages = await start('pages', String(upstream.first))
  const bare = await start('bare', String(upstream.first))
  await measure(pages.child)
  await measure(bare.child)
  const seen: [number, number][] = []
  for (let i = 0; i < ROUNDS; i += 1) seen.push([await measure(pages.child), await measure(bare.child)])
  const ratio = median(seen.map(([a, b]) => a / b))
  console.log(
    `/home: ${median(seen.map(([a]) => a)).toFixed(2)} ms of CPU, bare renderToPipeableStream ${median(seen.map(([, b]) => b)).toFixed(2)} ms, ratio ${ratio.toFixed(2)} (at most ${LIMIT})`,
  )
  for (const { child } of [pages, bare, upstream]) child.kill()
  process.exitCode = ratio > LIMIT ? 1 : 0
}
