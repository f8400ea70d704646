import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadPages } from '../support/page-loads.ts'
import { shareOf } from '../support/share.ts'

// Takes about ten minutes on two cores.
test('after aborted, slow and complete page loads, every rendering slot is free', async () => {
  const seed = randomInt(2 ** 31)
  console.log(`page loads with the seed ${seed}`)
  const { bad, freePlaces, stop } = await loadPages({ aborted: shareOf(40_000), slow: shareOf(2_000), good: shareOf(10_000) }, seed)
  await expect.poll(freePlaces).toBe(8)
  expect(bad).toEqual([])
  await stop()
})
