import { randomInt } from 'node:crypto'
import { it } from 'vitest'
import { askForStrangePaths } from '../support/strange-paths.ts'

// `npm run nightly -- paths` asks for a hundred thousand.
it('2,000 paths of any bytes: the process stays, and nothing but calls of the table reaches the upstream [CVE-2024-21536]', async () => {
  const seed = randomInt(2 ** 31)
  console.log(`paths with the seed ${seed}`)
  await askForStrangePaths(2_000, seed)
})
