// Sends an attacker's requests to the product in a separate process. No request that the rules forbid may reach the upstream, and no secret of the
// upstream or of the product may leak.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { framings, read } from '../security/attack/framing.ts'
import { hostile } from '../security/attack/requests.ts'
import { play, run, type Leak } from '../security/attack/run.ts'
import { openTarget, PASSWORD, SECRET, TOKEN, type Target } from '../security/attack/target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget({ logged: true })
})
// After all requests, the process must still answer, no request with an unknown token may have reached the upstream, and the log must contain no
// secret.
afterAll(async () => {
  const [lives, strays, output] = [await target.lives(), target.strays, target.output()]
  const secrets = [SECRET, TOKEN, PASSWORD, '"level":"fatal"', ...target.lanes.flatMap(({ cookie }) => (cookie ? [cookie] : []))]
  await target.close()
  expect({ lives, strays, told: secrets.filter((word) => output.includes(word)) }).toEqual({ lives: true, strays: [], told: [] })
})

const attempts = Map.groupBy(hostile(), ({ group }) => group)
/** Reports a leak with everything that is needed to send the request again. */
const told = ({ attempt, wrong }: Leak) => ({ ...attempt, scene: undefined, wrong })

describe('hostile requests', () => {
  it('the generator makes at least 24,000 hostile requests', () => {
    expect([...attempts.values()].flat().length).toBeGreaterThanOrEqual(24_000)
  })

  it.each<[string, string]>([
    ['every person at every call in every scene of the golden file', 'people'],
    ['other spellings of a path', 'paths'],
    ['methods outside the table', 'methods'],
    ['invalid ids', 'ids'],
    ['parameters that are unknown, repeated or of a wrong type', 'queries'],
    ['bodies that are broken or ambiguous, or claim rights', 'bodies'],
    ['content types and encodings', 'encodings'],
    ['headers that other products trust', 'headers'],
    ['cookies that were not sealed here', 'cookies'],
    ['calls from other sites', 'cross-site'],
    ['pages and files', 'pages'],
    ['sign-ins and sign-outs', 'sign-in'],
  ])('no forbidden request reaches the upstream and nothing leaks: %s', { timeout: 240_000 }, async (_title, group) => {
    const leaks: unknown[] = []
    let sent = 0
    await run(target, attempts.get(group) ?? [], (leak) => {
      sent += 1
      if (leak && leaks.length < 20) leaks.push(told(leak))
    })
    expect(leaks).toEqual([])
    expect(sent).toBe(attempts.get(group)?.length)
  })

  it('the generator makes exactly the twelve groups of requests that these tests send', () => {
    expect(attempts.size).toBe(12)
  })
})

describe('requests as raw bytes', () => {
  it.each(framings.map((framing) => [framing.what, framing] as const))(
    'no second request is smuggled to the upstream: %s [4.2.1 4.2.2]',
    async (_what, { bytes, arrives }) => {
      const lane = target.lanes.find(({ attacker }) => attacker.name === 'S')
      const anonymous = target.lanes.find(({ attacker }) => attacker.name === 'anonymous')
      if (!lane || !anonymous) throw new Error('no lane')
      anonymous.arrivals.length = 0
      // Counts the requests that reach the upstream. Each of the two calls that arrives there must also have been answered.
      const { wrong } = await play(target, lane, { ...read, scene: {}, bytes })
      expect(wrong).toEqual([])
      expect(lane.arrivals.filter(({ path }) => path === '/clients' || path === '/nfse').length).toBe(arrives)
      expect(anonymous.arrivals).toEqual([])
    },
  )
})
