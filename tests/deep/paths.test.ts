import { it } from 'vitest'
import { askForStrangePaths } from '../support/strange-paths.ts'
import { SEED } from '../support/random.ts'

// The long run, `npm run nightly -- paths`, requests a hundred thousand paths.
it('the process survives requests for 2,000 paths of random bytes, and only calls of the table reach the upstream [CVE-2024-21536]', async () => {
  await askForStrangePaths(2_000, SEED)
})
