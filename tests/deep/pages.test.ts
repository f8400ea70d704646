import { expect, test } from 'vitest'
import { loadPages } from '../support/page-loads.ts'
import { SEED } from '../support/random.ts'

// The long run, `npm run nightly -- pages`, loads pages for ten minutes.
test('after aborted, slow and complete requests for pages, every rendering slot is free', async () => {
  const { bad, freePlaces, stop } = await loadPages({ aborted: 300, slow: 50, good: 300 }, SEED)
  await expect.poll(freePlaces).toBe(8)
  expect(bad).toEqual([])
  await stop()
})
