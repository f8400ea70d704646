// Ten minutes of people who press F5 and Esc, of readers who take a page byte by byte, and of those who just want it: no place to draw in is lost.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startBff } from '../support/bff.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const MINUTES = 10
const PATHS = ['/home', '/clientes']

test('aborted, slow and good loads of pages leave every place free', async () => {
  const upstream = await startUpstream()
  const people = Array.from({ length: 12 }, (_, i) => `p${i}@x.co`)
  for (const [i, email] of people.entries())
    upstream.people.set(email, { id: i + 1, name: email, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  upstream.answers.set('GET /clients', (_req, res) => void setTimeout(() => res.writeHead(200).end('[]'), Math.random() * 50))
  upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  const bff = await startBff({ upstream: { url: upstream.url }, env: { CALLS_PER_MINUTE: '1000000' } })
  const cookies = await Promise.all(people.map((email) => bff.signIn(email)))
  const end = performance.now() + MINUTES * 60_000
  const counts = { aborted: 0, slow: 0, good: 0 }
  const bad: string[] = []
  const one = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
  const pause = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, ms)
    return promise
  }
  async function opened(cookie: string) {
    const socket = connect(bff.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${one(PATHS)} HTTP/1.1\r\nHost: 127.0.0.1:${bff.port}\r\nCookie: ${cookie}\r\n\r\n`.repeat(1 + Math.floor(Math.random() * 3)))
    return socket
  }
  const aborting = async (cookie: string) => {
    const socket = await opened(cookie)
    await pause(Math.random() * 60)
    socket.resetAndDestroy()
    counts.aborted += 1
  }
  const slow = async (cookie: string) => {
    const socket = await opened(cookie)
    socket.pause()
    for (let i = 0; i < 20; i += 1) {
      await pause(50)
      socket.read(1000)
    }
    socket.destroy()
    counts.slow += 1
  }
  const good = async (cookie: string) => {
    const response = await bff.call('GET', one(PATHS), { cookie })
    const text = await response.text()
    if (response.status !== 200 || !text.endsWith('</html>')) bad.push(`${response.status} ${text.slice(0, 100)}`)
    counts.good += 1
  }
  const roles = [aborting, aborting, aborting, aborting, slow, slow, slow, slow, good, good, good, good]
  await Promise.all(
    roles.map(async (act, i) => {
      while (performance.now() < end) await act(cookies[i] ?? '')
    }),
  )
  const free = async () => Number(/^csnoteweb_free_places_of_people (\d+)$/m.exec(await (await fetch(`${bff.url}/metrics`)).text())?.[1])
  await expect.poll(free).toBe(8)
  expect(bad).toEqual([])
  expect(Math.min(counts.aborted, counts.good)).toBeGreaterThan(1000)
  await bff.stop()
  await upstream.stop()
})
