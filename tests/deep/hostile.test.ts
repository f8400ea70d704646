// What an attacker sends, against the product as a process of its own: nothing that the rules forbid arrives at the upstream, and nothing of the upstream's or of ours is told.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { framings, read } from '../security/attack/framing.ts'
import { hostile } from '../security/attack/requests.ts'
import { play, run, type Leak } from '../security/attack/run.ts'
import { openTarget, PASSWORD, SECRET, TOKEN, type Target } from '../security/attack/target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget({ logged: true })
})
// After all of them: the process that was started still answers, nothing came from nobody, and its log tells no secret.
afterAll(async () => {
  const [lives, strays, output] = [await target.lives(), target.strays, target.output()]
  const secrets = [SECRET, TOKEN, PASSWORD, '"level":"fatal"', ...target.lanes.flatMap(({ cookie }) => (cookie ? [cookie] : []))]
  await target.close()
  expect({ lives, strays, told: secrets.filter((word) => output.includes(word)) }).toEqual({ lives: true, strays: [], told: [] })
})

const attempts = Map.groupBy(hostile(), ({ group }) => group)
/** What is said of a leak: enough to send it again. */
const told = ({ attempt, wrong }: Leak) => ({ ...attempt, scene: undefined, wrong })

describe('hostile requests', () => {
  it('are at least 24,000', () => {
    expect([...attempts.values()].flat().length).toBeGreaterThanOrEqual(24_000)
  })

  it.each<[string, string]>([
    ['every person at every call in every scene of the golden file', 'people'],
    ['other spellings of a path', 'paths'],
    ['methods that the table does not have', 'methods'],
    ['ids that are none', 'ids'],
    ['parameters that are unknown, repeated, or of another kind', 'queries'],
    ['bodies that are broken, ambiguous, or say who one is', 'bodies'],
    ['types and encodings of bodies', 'encodings'],
    ['headers that others believe', 'headers'],
    ['cookies that were not sealed here', 'cookies'],
    ['calls from other sites', 'cross-site'],
    ['pages and files', 'pages'],
    ['sign-ins and sign-outs', 'sign-in'],
  ])('%s', { timeout: 240_000 }, async (_title, group) => {
    const leaks: unknown[] = []
    let sent = 0
    await run(target, attempts.get(group) ?? [], (leak) => {
      sent += 1
      if (leak && leaks.length < 20) leaks.push(told(leak))
    })
    expect(leaks).toEqual([])
    expect(sent).toBe(attempts.get(group)?.length)
  })

  it('are all of the groups above', () => {
    expect(attempts.size).toBe(12)
  })
})

describe('requests as bytes', () => {
  it.each(framings.map((framing) => [framing.what, framing] as const))('%s [4.2.1 4.2.2]', async (_what, { bytes, arrives }) => {
    const lane = target.lanes.find(({ attacker }) => attacker.name === 'S')
    const anonymous = target.lanes.find(({ attacker }) => attacker.name === 'anonymous')
    if (!lane || !anonymous) throw new Error('no lane')
    anonymous.arrivals.length = 0
    // Whatever of the two calls arrives, is answered.
    const { wrong } = await play(target, lane, { ...read, scene: {}, bytes })
    expect(wrong).toEqual([])
    expect(lane.arrivals.filter(({ path }) => path === '/clients' || path === '/nfse').length).toBe(arrives)
    expect(anonymous.arrivals).toEqual([])
  })
})
