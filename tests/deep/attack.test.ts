// The modes of the attack, each against every call of the table; and each hole that is made on purpose is found.
import { describe, expect, it } from 'vitest'
import { modes, playMode, type ModeName } from '../security/attack/modes/modes.ts'

// Their own keys.
describe.each(Object.keys(modes) as ModeName[])('the attack %s', (name) => {
  it('finds nothing wrong', async () => {
    const { tried, wrong } = await playMode(name)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(50)
  })

  it.each(modes[name].holes.map((hole) => [hole.what, hole] as const))('finds it where %s', async (_what, hole) => {
    expect((await playMode(name, hole)).wrong).not.toEqual([])
  })
})
