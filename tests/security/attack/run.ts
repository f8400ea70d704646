// Sends attempts on the lanes of the people who make them, and collects the leaks.
import { judge } from './judge.ts'
import { PEOPLE, type PersonName } from './people.ts'
import type { Attempt } from './requests.ts'
import { namedBy, type Lane, type Target } from './target.ts'

export interface Leak {
  attempt: Attempt
  wrong: string[]
}

/** Sends one request on a lane and judges it. */
export async function play(target: Target, lane: Lane, attempt: Attempt): Promise<{ wrong: string[]; arrived: boolean }> {
  const before = lane.attempt
  lane.attempt = attempt
  lane.named = attempt.bytes === undefined && attempt.target.startsWith('/api') ? (namedBy(attempt)?.name ?? '') : undefined
  lane.arrivals.length = 0
  const answer = await (attempt.bytes === undefined ? target.send(attempt, lane.cookie) : target.sendBytes(attempt.bytes, lane.cookie))
  const arrivals = [...lane.arrivals]
  const ended =
    answer.status === 401 && lane.cookie !== '' && attempt.headers.filter(([name]) => name.toLowerCase() === 'cookie').join() === 'cookie,{session}'
  const wrong = await judge(lane, attempt, before, arrivals, answer, target.upstreamHost)
  return {
    wrong: ended ? [...wrong, 'the session ended'] : wrong,
    arrived: arrivals.some(({ path }) => path !== '/auth'),
  }
}

/** Sends all attempts. Each lane takes the next attempt of its person. `told` is called after each attempt. */
export async function run(target: Target, attempts: Iterable<Attempt>, told: (leak: Leak | undefined, arrived: boolean) => void) {
  const waiting = new Map<PersonName, Attempt[]>(PEOPLE.map((person) => [person, []]))
  for (const attempt of attempts) waiting.get(attempt.person)?.push(attempt)
  await Promise.all(
    target.lanes.map(async (lane) => {
      const own = waiting.get(lane.attacker.name) ?? []
      for (let attempt = own.pop(); attempt; attempt = own.pop()) {
        const { wrong, arrived } = await play(target, lane, attempt)
        told(wrong.length ? { attempt, wrong } : undefined, arrived)
      }
    }),
  )
}
