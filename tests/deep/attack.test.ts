// The modes of the attack, each against a part of the calls of the table; and each hole that is made on purpose is found. `npm run nightly` plays all calls.
import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { modes, playMode, type ModeName } from '../security/attack/modes/modes.ts'

const SHARE = 0.2
const part = () => {
  const seed = randomInt(2 ** 31)
  console.log(`a fifth of the calls, with the seed ${seed}`)
  return { share: SHARE, seed }
}

// Their own keys.
describe.each(Object.keys(modes) as ModeName[])('the attack %s', (name) => {
  it('finds nothing wrong', async () => {
    const { tried, wrong } = await playMode(name, undefined, part())
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(10)
  })

  it.each(modes[name].holes.map((hole) => [hole.what, hole] as const))('finds it where %s', async (_what, hole) => {
    expect((await playMode(name, hole, hole.atEnd ? part() : {})).wrong).not.toEqual([])
  })
})
