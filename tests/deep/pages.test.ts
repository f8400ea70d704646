import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadPages } from '../support/page-loads.ts'

// The long run, `npm run nightly -- pages`, loads pages for ten minutes.
test('after aborted, slow and complete page loads, every rendering slot is free', async () => {
  const seed = randomInt(2 ** 31)
  console.log(`page loads with the seed ${seed}`)
  const { bad, freePlaces, stop } = await loadPages({ aborted: 300, slow: 50, good: 300 }, seed)
  await expect.poll(freePlaces).toBe(8)
  expect(bad).toEqual([])
  await stop()
})
