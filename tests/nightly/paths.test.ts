import { it } from 'vitest'
import { shareOf } from '../support/share.ts'
import { askForStrangePaths } from '../support/strange-paths.ts'
import { SEED } from '../support/random.ts'

it('the process survives requests for paths of random bytes, and only calls of the table reach the upstream', async () => {
  await askForStrangePaths(shareOf(100_000), SEED)
})
