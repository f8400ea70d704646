import { randomInt } from 'node:crypto'
import { describe, test } from 'vitest'
import { kinds, missing } from '../support/api.ts'
import { issueWhileKilled } from '../support/issuing-kills.ts'
import { shareOf } from '../support/share.ts'

const KILLS = { server: 70, embedded: 30 }

describe.each(kinds)('the %s database', (kind) => {
  test.skipIf(missing(kind))('an issuing process that is killed again and again issues everything exactly once', async () => {
    const seed = randomInt(2 ** 31)
    console.log(`kills of the issuing process with the seed ${seed}`)
    await issueWhileKilled(kind, { kills: shareOf(KILLS[kind]), seed })
  })
})
