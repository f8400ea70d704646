import { expect, it } from 'vitest'
import { crossings } from '../support/crowd.ts'

it(
  "ten thousand interleaved pages and calls of fifty people: nobody is answered what is another's [CVE-2026-40155 8.2.1]",
  { timeout: 120_000 },
  async () => {
    expect(await crossings(10_000)).toEqual({ wrong: [], answers: 10_000 })
  },
)
