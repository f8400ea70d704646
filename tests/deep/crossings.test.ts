import { expect, it } from 'vitest'
import { crossings } from '../support/crowd.ts'
import { SEED } from '../support/random.ts'

// The complete run, `npm run bench:crossings`, sends a hundred thousand requests.
it('when fifty people interleave two thousand pages and calls, nobody gets the data of another person [CVE-2026-40155 8.2.1]', async () => {
  expect(await crossings(2_000, SEED)).toEqual({ wrong: [], answers: 2_000 })
})
