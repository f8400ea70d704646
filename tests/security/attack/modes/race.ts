// A person loses a right while a call is being checked: during the look-up of a record, or during the look-up of the person. The mode also checks
// that a write contains the version of the record that was checked.
import { at } from '../../../../server/bff/decide.ts'
import type { Row } from '../../../../shared/call.ts'
import type { PersonName } from '../people.ts'
import { EVERYONE, losses, playable, set, type Found, type Place, type Played, type Someone } from './place.ts'

/**
 * People from the fewest to the most rights, because calls of people with few rights need the most look-ups. A supervisor's call often needs none.
 */
const WEAKEST: PersonName[] = EVERYONE.toReversed()

/**
 * Delays the first response of the upstream to `name` until `meanwhile` is done, and then sends the response as it was before. The returned function
 * tells whether the request has arrived.
 */
function late(place: Place, name: string, them: Someone, meanwhile: () => Promise<unknown>) {
  let asked = false
  const before = place.upstream.answers.get(name)
  const said = structuredClone(them.person)
  place.upstream.answers.set(name, (req, res, body) => {
    const who = req.headers.authorization?.replace('Bearer token-of-', '')
    const send = (json: unknown, status = 200) => void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    // Look-ups of other people get their usual response.
    if (name === 'GET /auth' && who !== them.email) {
      const person = place.upstream.people.get(who ?? '')
      return person ? send(person) : send({}, 401)
    }
    asked = true
    if (before) place.upstream.answers.set(name, before)
    else place.upstream.answers.delete(name)
    void meanwhile().then(() => {
      if (name === 'GET /auth') return send(said)
      return typeof before === 'function' ? before(req, res, body) : send(before?.json, before?.status)
    })
  })
  return () => asked
}

export async function race(place: Place): Promise<Found> {
  const wrong: string[] = []
  let tried = 0

  async function lost(played: Played, what: string, when: (stored: Record<string, unknown>) => string | undefined) {
    const { row, title, kind } = played
    for (const { name, status, forbids, lose } of losses) {
      if (!forbids(row, title) || place.leavesOut(wrong)) continue
      place.upstream.answers.clear()
      place.upstream.answers.set('PUT /users', { json: {} })
      const them = await place.someone(kind)
      const { method, path, address, body, stored } = set(place, played, them.id)
      const asking = when(stored)
      if (asking === undefined) throw new Error(`${row.name} looks up nothing in ${title}`)
      const asked = late(place, asking, them, () => lose(place, them))
      const response = await place.call(method, path, them.cookie, body)
      await response.arrayBuffer()
      // If no look-up was made, the rule may have been decided without it, so the attempt does not count.
      if (!asked()) continue
      tried += 1
      const arrived = place.arrived(them).filter((one) => one.method === method && one.url.split('?')[0] === address)
      if (response.status !== status || arrived.length > 0)
        wrong.push(`${row.name}, ${title}, by ${kind} who ${name} while ${what}: ${response.status}, arrived ${arrived.length} times`)
    }
  }
  // GET calls are left out, because a GET that reads its own record looks exactly like the look-up.
  for (const played of playable(WEAKEST, (row, scene) => row.method !== 'GET' && Object.keys(scene.stored ?? {}).length > 0))
    await lost(played, 'a record is looked up', (stored) => Object.keys(stored).map((path) => `GET ${path}`)[0])
  for (const played of playable(EVERYONE, (row) => !row.answeredByBff)) await lost(played, 'it is asked who it is', () => 'GET /auth')

  for (const played of playable(['plain'], ({ judged }, { stored }) => judged !== undefined && stored !== undefined)) {
    tried += 1
    const them = await place.someone('plain')
    const { method, path, address, body, stored } = set(place, played, them.id)
    for (const [of, record] of Object.entries(stored)) place.upstream.answers.set(`GET ${of}`, { json: versioned(played.row, record) })
    await place.call(method, path, them.cookie, body)
    const [sent] = place.arrived(them).filter((one) => one.method === method && one.url === address)
    if (!sent?.body.includes(`"versao":${VERSION}`)) wrong.push(`${played.row.name}: the version that was judged does not go with it: ${sent?.body}`)
  }
  return { tried, wrong }
}

const VERSION = 17
/** Returns a copy of the record with a version at the path that the call's entry in the table names. */
function versioned({ judged }: Row, record: unknown) {
  const copy: unknown = structuredClone(record)
  const path = judged && 'at' in judged ? judged.at.slice(0, -1) : []
  const holder = at(copy, path)
  if (typeof holder === 'object' && holder !== null) Object.assign(holder, { versao: VERSION })
  return copy
}
