// `npm run bench:fair`: measures how long a cheap call of one person takes while another person misbehaves, and while nobody does. The product runs
// as shipped, with its demo company, in its own process. The misbehaving person runs in another process with ten sessions. Quiet rounds alternate
// with each kind of misbehaviour. With misbehaviour, the 99th percentile may be five times as long as in quiet rounds.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { PASSWORD } from '../../tests/support/api.ts'
import { startServer } from '../../tests/support/server.ts'

const LIMIT = 5
const SESSIONS = 10
const CALL = '/api/region'
/** Pause in ms between two calls of the person who is measured, because this person works normally. */
const PACE = 15
const REFUSED = 100

type Way = (url: string, cookies: string[], on: () => boolean) => Promise<unknown>[]
const get = (url: string, path: string, cookie: string, init: RequestInit = {}) => fetch(url + path, { headers: { cookie }, ...init })
const pause = (ms: number) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  return promise
}
const loops = (count: number, on: () => boolean, act: (i: number) => Promise<unknown>) =>
  Array.from({ length: count }, async (_, i) => {
    while (on()) await act(i).catch(() => undefined)
  })
/**
 * Reads an answer. If it is a refusal, pauses before the next request. Without the pause, the bench would measure this machine, which client and
 * server share, and not the server.
 */
const read = async (response: Response) => {
  await response.arrayBuffer()
  if (!response.ok) await pause(REFUSED)
}

/** Sends requests, reads none of the answers, and closes the connection after a moment. */
async function look(url: string, cookie: string, path: string, ms: number) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`.repeat(9))
  await pause(ms)
  socket.resetAndDestroy()
  await pause(REFUSED)
}

const ways: Record<string, Way> = {
  'asks for the largest grid with all sessions': (url, cookies, on) =>
    loops(60, on, (i) => get(url, '/api/datatocompromise', cookies[i % SESSIONS] ?? '').then(read)),
  'filters the calendar as widely as it goes': (url, cookies, on) => {
    const ids = Array.from({ length: 1000 }, (_, i) => i + 1)
    const body = JSON.stringify({ users: ids, atividades: ids, veiculos: ids, departamentos: ids })
    return loops(60, on, (i) =>
      fetch(`${url}/api/dash/calendarioOndeEstou`, {
        method: 'POST',
        headers: { cookie: cookies[i % SESSIONS] ?? '', 'x-csrf': '1', 'content-type': 'application/json' },
        body,
      }).then(read),
    )
  },
  'presses F5 on pages': (url, cookies, on) => loops(60, on, (i) => look(url, cookies[i % SESSIONS] ?? '', '/clientes', Math.random() * 40)),
  'reads no reply': (url, cookies, on) => loops(60, on, (i) => look(url, cookies[i % SESSIONS] ?? '', '/api/datatocompromise', 3_000)),
  'creates people, whose passwords are hashed': (url, cookies, on) =>
    loops(20, on, (i) =>
      fetch(`${url}/api/users`, {
        method: 'POST',
        headers: { cookie: cookies[i % SESSIONS] ?? '', 'x-csrf': '1', 'content-type': 'application/json' },
        body: JSON.stringify({
          idUser: 0,
          nomeCompleto: 'Justa',
          email: `justa${Math.random()}@exemplo.com.br`,
          status: 'A',
          departamento: 3,
          supervisor: 'N',
          menus: [2],
          password: 'trem bom de senha',
          passwordConfirma: 'trem bom de senha',
        }),
      }).then(read),
    ),
  'guesses passwords': (url, _cookies, on) =>
    loops(20, on, (i) =>
      fetch(`${url}/api/auth`, {
        method: 'POST',
        headers: { 'x-csrf': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ email: `ninguem${i}@exemplo.com.br`, password: 'x' }),
      }).then(read),
    ),
}

if (process.argv[2] === 'serve') misbehave()
else await bench()

function misbehave() {
  const [url = '', list = ''] = process.argv.slice(3)
  const cookies = JSON.parse(list) as string[]
  let way = ''
  process.on('message', (message) => {
    const wanted = String(message)
    const before = way
    way = wanted
    if (wanted !== '' && before === '') void Promise.all(ways[wanted]?.(url, cookies, () => way === wanted) ?? []).then(() => process.send?.('over'))
  })
}

async function bench() {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '6' }, rounds: { type: 'string', default: '4' } } })
  await using server = await startServer({ env: { LOG_LEVEL: 'silent' } })
  const signIn = async (who: string) => {
    const response = await fetch(`${server.url}/api/auth`, {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${who}@exemplo.com.br`, password: PASSWORD }),
    })
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const greedy: string[] = []
  while (greedy.length < SESSIONS) greedy.push(await signIn('supervisor'))
  // A single session would reach the limit of calls per minute, so several are used. Only the calls that run at the same time matter here.
  const others: string[] = []
  while (others.length < SESSIONS) others.push(await signIn('financeiro'))

  let turn = 0
  /** The times in ms that the calls of the measured person take during a period. */
  async function ask(seconds: number) {
    const times: number[] = []
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      const start = performance.now()
      const response = await get(server.url, CALL, others[(turn += 1) % SESSIONS] ?? '')
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`the other person gets ${response.status}`)
      times.push(performance.now() - start)
      await pause(PACE)
    }
    return times
  }
  const at = (times: number[], part: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN

  const seconds = Number(values.seconds)
  await ask(2)
  let failed = false
  for (const way of Object.keys(ways)) {
    const [quiet, loud]: [number[], number[]] = [[], []]
    for (let round = 0; round < Number(values.rounds); round += 1) {
      quiet.push(...(await ask(seconds / 2)))
      const child = fork(import.meta.filename, ['serve', server.url, JSON.stringify(greedy)])
      child.send(way)
      await ask(0.5)
      loud.push(...(await ask(seconds)))
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const ratio = at(loud, 0.99) / at(quiet, 0.99)
    failed ||= ratio > LIMIT
    console.log(
      `one ${way}: the other's call takes ${at(loud, 0.5).toFixed(1)} ms, 99 of 100 within ${at(loud, 0.99).toFixed(1)}; undisturbed ${at(quiet, 0.5).toFixed(1)} and ${at(quiet, 0.99).toFixed(1)}; ratio ${ratio.toFixed(1)} (at most ${LIMIT})`,
    )
  }
  process.exitCode = failed ? 1 : 0
}
