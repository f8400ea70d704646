// Holds back the body of a request while its sender loses the right to send it. Covers every call that has a body, with every kind of loss.
import { hold, statusOf } from '../../../support/raw.ts'
import { EVERYONE, losses, playable, set, type Found, type Place } from './place.ts'

export async function held(place: Place): Promise<Found> {
  const wrong: string[] = []
  let tried = 0
  for (const played of playable(EVERYONE, (row, scene) => row.method !== 'GET' && scene.body !== undefined))
    for (const { name, status, forbids, lose } of losses) {
      const { row, title, kind } = played
      if (!forbids(row, title) || place.leavesOut(wrong)) continue
      tried += 1
      place.upstream.answers.clear()
      place.upstream.answers.set('PUT /users', { json: {} })
      const them = await place.someone(kind)
      const { method, path, body } = set(place, played, them.id)
      const { finish } = await hold(place.port, { method, path, cookie: them.cookie, body })
      await place.known(them)
      await lose(place, them)
      const answered = statusOf(await finish())
      const arrived = place.arrived(them).map((one) => `${one.method} ${one.url}`)
      if (answered !== status || arrived.some((one) => !one.startsWith('GET ') && !one.startsWith('DELETE /auth')))
        wrong.push(`${row.name}, ${title}, by ${kind} who ${name} while the body is held: ${answered}, arrived ${arrived.join(', ') || 'nothing'}`)
    }
  return { tried, wrong }
}
