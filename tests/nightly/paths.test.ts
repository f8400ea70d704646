import { randomInt } from 'node:crypto'
import { it } from 'vitest'
import { shareOf } from '../support/share.ts'
import { askForStrangePaths } from '../support/strange-paths.ts'

it('the process survives paths of random bytes, and only calls of the table reach the upstream', async () => {
  const seed = randomInt(2 ** 31)
  console.log(`paths with the seed ${seed}`)
  await askForStrangePaths(shareOf(100_000), seed)
})
