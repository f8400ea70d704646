// A client requests replies, pages and files but does not read them. The mode checks how many of them are produced for one person, how much memory
// they take, and that the connections end.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pages } from '../../../../shared/pages.ts'
import type { PersonName } from '../people.ts'
import { subjects } from '../../../permissions/subjects.ts'
import { EVERYONE, playable, set, type Found, type Place, type Someone } from './place.ts'

/** CONNECTIONS: connections per person. AHEAD: requests sent on each connection without reading the responses. */
const CONNECTIONS = 4
const AHEAD = 8
/** Size in bytes of a reply that is larger than the system's buffers for a connection. */
const LARGE = 4 * 1024 * 1024
const IN_FLIGHT = 8
/** Number of repetitions. If a reply stopped counting towards the limit once it is produced, each repetition would produce as many replies again. */
const TIMES = 3
/** Divisor of the connection timeouts. */
export const DIVISOR = 5
/**
 * Time limit in ms: the timeout of 30 s plus the pause between two checks. A connection whose reply fits into the system's buffers ends only after it
 * has been idle for 65 s.
 */
const PATIENCE = 80_000 / DIVISOR

/** Enlarges a reply to LARGE bytes with copies of its first item. */
function enlarged(reply: unknown): unknown {
  const copies = (list: unknown[]) => Array.from({ length: Math.ceil(LARGE / JSON.stringify(list[0]).length) }, () => list[0])
  if (Array.isArray(reply)) return reply.length > 0 && typeof reply[0] === 'object' ? copies(reply) : undefined
  if (typeof reply !== 'object' || reply === null) return undefined
  const [key, list] = Object.entries(reply).find(([, value]) => Array.isArray(value) && typeof value[0] === 'object') ?? []
  return key === undefined ? undefined : { ...reply, [key]: copies(list as unknown[]) }
}

async function ask(place: Place, { cookie }: Someone, method: string, path: string, body: unknown): Promise<Socket[]> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${place.port}`,
    `Cookie: ${cookie}`,
    ...(text ? ['X-CSRF: 1', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ]
  return Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(place.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.pause()
      socket.write(`${head.join('\r\n')}\r\n\r\n${text}`.repeat(AHEAD))
      return socket
    }),
  )
}

export async function unread(place: Place): Promise<Found> {
  const wrong: string[] = []
  const open: Socket[] = []
  let tried = 0
  let megabytes = 0
  const other = await place.someone('plain')
  place.upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  /** Makes a call as the other person. Its response arrives only after the responses to earlier requests. */
  const answered = async () => (await place.call('GET', '/api/dash/Home', other.cookie)).status

  /** Makes a new person send requests without reading the responses. Checks how many replies are produced, and measures the memory. */
  async function leave(
    what: string,
    kind: PersonName,
    asked: (them: Someone) => { method: string; path: string; body: unknown; at: string },
    times = TIMES,
  ) {
    if (place.leavesOut(wrong)) return
    tried += 1
    const them = await place.someone(kind)
    const { method, path, body, at } = asked(them)
    const before = place.memory()
    const arrived = () => place.arrived(them).filter((one) => `${one.method} ${one.url.split('?')[0]}` === at).length
    for (let time = 0; time < times; time += 1) {
      open.push(...(await ask(place, them, method, path, body)))
      for (let seen = -1; seen < arrived();) {
        seen = arrived()
        for (let i = 0; i < 5; i += 1) {
          const status = await answered()
          if (status !== 200) wrong.push(`${what}: another person is answered ${status}`)
        }
      }
      // By this time the system's buffers may have taken one complete reply per connection, so that many more are allowed.
      const most = time === 0 ? IN_FLIGHT : IN_FLIGHT + (time + 1) * CONNECTIONS
      if (arrived() > most) wrong.push(`${what}: ${arrived()} replies are made for one person who reads none`)
    }
    megabytes = Math.max(megabytes, place.memory() - before)
  }

  for (const played of playable(EVERYONE, ({ answeredByBff, safe, ...row }) => safe && !answeredByBff && row.file === undefined)) {
    const large = enlarged(played.scene(1).reply ?? subjects[played.row.name]?.reply)
    if (large === undefined) continue
    await leave(
      played.row.name,
      played.kind,
      (them) => {
        const { method, path, address, body } = set(place, played, them.id)
        place.upstream.answers.set(`${method} ${address}`, { json: large })
        return { method, path, body, at: `${method} ${address}` }
        // A reply that does not match its schema is refused. All of these refusals fit into the system's buffers, so one repetition is enough.
      },
      played.row.reply.safeParse(large).success ? TIMES : 1,
    )
  }
  for (const { path } of pages) await leave(`page ${path}`, 'S', () => ({ method: 'GET', path, body: undefined, at: '' }))
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await place.call('GET', '/', '')).text()) ?? []
  await leave(`file ${asset}`, 'S', () => ({ method: 'GET', path: asset, body: undefined, at: '' }))

  const late = AbortSignal.timeout(PATIENCE)
  // The results of these calls are ignored. The calls only pass time, because the operating system reports with a delay that a client has read its
  // data.
  while (place.stalled(open) > 0 && !late.aborted) await answered()
  const kept = place.stalled(open)
  if (kept > 0) wrong.push(`${kept} connections of which nothing is taken are kept`)
  for (const socket of open) socket.destroy()
  return { tried, wrong, megabytes }
}
