import { describe, test } from 'vitest'
import { kinds, missing } from '../support/api.ts'
import { issueWhileKilled } from '../support/issuing-kills.ts'
import { shareOf } from '../support/share.ts'
import { SEED } from '../support/random.ts'

const KILLS = { server: 70, embedded: 30 }

describe.each(kinds)('the %s database', (kind) => {
  test.skipIf(missing(kind))('each document is issued exactly once even if the process is killed repeatedly', async () => {
    await issueWhileKilled(kind, { kills: shareOf(KILLS[kind]), seed: SEED })
  })
})
