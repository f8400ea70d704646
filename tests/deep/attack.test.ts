// Runs each mode of the attack on a fifth of the calls, and checks that the mode finds each deliberate hole. `npm run nightly` attacks all calls.
import { describe, expect, it } from 'vitest'
import { modes, playMode, type ModeName } from '../security/attack/modes/modes.ts'
import { SEED } from '../support/random.ts'

const SHARE = 0.2
const part = { share: SHARE, seed: SEED }

// The object has exactly these keys, so the cast is safe.
describe.each(Object.keys(modes) as ModeName[])('npm run attack in the mode %s', (name) => {
  it('more than ten attacks are played, and the server resists all of them', async () => {
    const { tried, wrong } = await playMode(name, undefined, part)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(10)
  })

  it.each(modes[name].holes.map((hole) => [hole.what, hole] as const))('the attack finds the deliberate hole: %s', async (_what, hole) => {
    expect((await playMode(name, hole, hole.atEnd ? part : {})).wrong).not.toEqual([])
  })
})
