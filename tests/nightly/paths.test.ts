import { randomInt } from 'node:crypto'
import { it } from 'vitest'
import { shareOf } from '../support/share.ts'
import { askForStrangePaths } from '../support/strange-paths.ts'

it('paths of any bytes: the process stays, and nothing but calls of the table reaches the upstream', async () => {
  const seed = randomInt(2 ** 31)
  console.log(`paths with the seed ${seed}`)
  await askForStrangePaths(shareOf(100_000), seed)
})
