import { expect, test } from 'vitest'
import { loadPages } from '../support/page-loads.ts'
import { shareOf } from '../support/share.ts'
import { SEED } from '../support/random.ts'

// Takes about ten minutes on two cores.
test('after aborted, slow and complete requests for pages, every rendering slot is free', async () => {
  const { bad, freePlaces, stop } = await loadPages({ aborted: shareOf(40_000), slow: shareOf(2_000), good: shareOf(10_000) }, SEED)
  await expect.poll(freePlaces).toBe(8)
  expect(bad).toEqual([])
  await stop()
})
