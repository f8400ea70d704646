// Loads pages in three ways: as people who press F5 and Esc, as clients that read byte by byte, and as ordinary people. No rendering slot may be
// lost.
import { once } from 'node:events'
import { connect } from 'node:net'
// oxlint-disable-next-line no-restricted-imports -- page loads are aborted after a random time
import { setTimeout } from 'node:timers/promises'
import { random } from '../../server/api/db/demo-days.ts'
import { startBff } from './bff.ts'
import { menus, startUpstream } from './upstream.ts'

const PATHS = ['/home', '/clientes']

/** Number of page loads of each kind. */
interface Counts {
  aborted: number
  slow: number
  good: number
}

/** Loads pages until `wanted` is reached. Returns the failures of ordinary loads, and a function that reads the number of free rendering slots. */
export async function loadPages(wanted: Counts, seed: number) {
  const chance = random(String(seed))
  const upstream = await startUpstream()
  const people = Array.from({ length: 12 }, (_, i) => `p${i}@x.co`)
  for (const [i, email] of people.entries())
    upstream.people.set(email, { id: i + 1, name: email, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  upstream.answers.set('GET /clients', (_req, res) => void setTimeout(chance() * 50).then(() => res.writeHead(200).end('[]')))
  upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  const bff = await startBff({ upstream: { url: upstream.url }, env: { CALLS_PER_MINUTE: '1000000' } })
  const cookies = await Promise.all(people.map((email) => bff.signIn(email)))
  const counts: Counts = { aborted: 0, slow: 0, good: 0 }
  const bad: string[] = []
  const one = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T

  async function opened(cookie: string) {
    const socket = connect(bff.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${one(PATHS)} HTTP/1.1\r\nHost: 127.0.0.1:${bff.port}\r\nCookie: ${cookie}\r\n\r\n`.repeat(1 + Math.floor(chance() * 3)))
    return socket
  }
  const acts: Record<keyof Counts, (cookie: string) => Promise<unknown>> = {
    aborted: async (cookie) => {
      const socket = await opened(cookie)
      await setTimeout(chance() * 60)
      socket.resetAndDestroy()
    },
    slow: async (cookie) => {
      const socket = await opened(cookie)
      socket.pause()
      for (let i = 0; i < 20; i += 1) {
        await setTimeout(50)
        socket.read(1000)
      }
      socket.destroy()
    },
    good: async (cookie) => {
      const response = await bff.call('GET', one(PATHS), { cookie })
      const text = await response.text()
      if (response.status !== 200 || !text.endsWith('</html>')) bad.push(`${response.status} ${text.slice(0, 100)}`)
    },
  }
  const isOver = () => counts.aborted >= wanted.aborted && counts.slow >= wanted.slow && counts.good >= wanted.good
  await Promise.all(
    cookies.map(async (cookie, i) => {
      const role = (['aborted', 'slow', 'good'] as const)[i % 3] ?? 'good'
      // Each kind goes on until all three have reached their counts, so that every kind always runs beside the others.
      while (!isOver()) {
        await acts[role](cookie)
        counts[role] += 1
      }
    }),
  )
  const freePlaces = async () => Number(/^csnoteweb_free_places_of_people (\d+)$/m.exec(await (await fetch(`${bff.url}/metrics`)).text())?.[1])
  return {
    counts,
    bad,
    freePlaces,
    stop: async () => {
      await bff.stop()
      await upstream.stop()
    },
  }
}
