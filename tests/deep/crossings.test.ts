import { expect, it } from 'vitest'
import { crossings } from '../support/crowd.ts'
import { SEED } from '../support/random.ts'

// The complete run, `npm run bench:crossings`, sends a hundred thousand requests.
it('in two thousand interleaved pages and calls of fifty people, nobody gets another person’s data [CVE-2026-40155 8.2.1]', async () => {
  expect(await crossings(2_000, SEED)).toEqual({ wrong: [], answers: 2_000 })
})
