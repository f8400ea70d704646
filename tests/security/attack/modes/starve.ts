// One person with ten sessions makes every call and opens every page as often as possible, while the upstream does not answer. The BFF must still
// serve other people.
import { pages } from '../../../../shared/pages.ts'
import type { PersonName } from '../people.ts'
import { EVERYONE, playable, set, type Found, type Place, type Someone } from './place.ts'

const SESSIONS = 10
const EACH = 12
const IN_FLIGHT = 8

/** Enlarges a body to the largest accepted input, with 1,000 items in each list. */
const widest = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key,
          Array.isArray(value) && typeof value[0] === 'number' ? Array.from({ length: 1000 }, (_, i) => i + 1) : value,
        ]),
      )
    : body

export async function starve(place: Place): Promise<Found> {
  const wrong: string[] = []
  let tried = 0
  const other = await place.someone('plain')

  /**
   * Makes a cheap call and opens a page as the other person. `givenUp` returns how many calls of the greedy person the BFF has aborted. If there are
   * any, the other person had to wait for their timeout.
   */
  async function served(what: string, givenUp: () => number) {
    for (const path of ['/api/dash/Home', '/home']) {
      const { status } = await place.call('GET', path, other.cookie)
      if (status !== 200 || givenUp() > 0) wrong.push(`${what}: ${path} of another person gets ${status}, ${givenUp()} given up before`)
    }
  }

  async function greedy(what: string, kind: PersonName, asked: (them: Someone) => { method: string; path: string; body: unknown; at: string }) {
    if (place.leavesOut(wrong)) return
    tried += 1
    place.upstream.answers.clear()
    place.upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    const them = await place.someone(kind)
    const cookies = [them.cookie]
    while (cookies.length < SESSIONS) cookies.push(await place.signIn(them.email))
    const { method, path, body, at } = asked(them)
    // The upstream never answers the greedy person's call. It still answers the calls of the other person.
    const held: (() => void)[] = []
    if (at !== 'GET /dash/Home') place.upstream.answers.set(at, (_req, res) => void held.push(() => res.destroy()))
    let givenUp = 0
    const all = cookies.flatMap((cookie) =>
      Array.from({ length: EACH }, async () => {
        const { status } = await place.call(method, path, cookie, body).catch(() => ({ status: 0 }))
        if (status === 504) givenUp += 1
        return status
      }),
    )
    await served(what, () => givenUp)
    const arrived = place.arrived(them).filter((one) => `${one.method} ${one.url.split('?')[0]}` === at).length
    if (at !== 'GET /dash/Home' && arrived > IN_FLIGHT) wrong.push(`${what}: ${arrived} of one person are on their way at once`)
    for (const end of held) end()
    place.upstream.answers.delete(at)
    const statuses = await Promise.all(all)
    if (!statuses.includes(429)) wrong.push(`${what}: nothing of ${all.length} at once is refused`)
  }

  for (const played of playable(EVERYONE, ({ answeredByBff }) => !answeredByBff))
    await greedy(played.row.name, played.kind, (them) => {
      const { method, path, address, body } = set(place, played, them.id)
      return { method, path, body: widest(body), at: `${method} ${address}` }
    })
  for (const { path } of pages.filter((page) => page.menu !== 'public'))
    await greedy(`page ${path}`, 'S', () => ({ method: 'GET', path, body: undefined, at: '' }))
  return { tried, wrong }
}
