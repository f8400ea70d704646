import { describe, test } from 'vitest'
import { kinds, missing } from '../support/api.ts'
import { issueWhileKilled } from '../support/issuing-kills.ts'
import { SEED } from '../support/random.ts'

/**
 * Number of kills. The embedded database gets fewer, because it takes a second to open. `npm run nightly -- issuing` kills the process a hundred
 * times, with all accounts.
 */
const KILLS = { server: 14, embedded: 6 }
/** Number of accounts per kill. The process cannot issue so many between two kills, so every kill interrupts it. */
const EACH = 2

describe.each(kinds)('the %s database', (kind) => {
  test.skipIf(missing(kind))(
    'each document is issued, and each NFS-e cancelled, exactly once even if the process is killed repeatedly',
    { timeout: 300_000 },
    async () => {
      await issueWhileKilled(kind, { kills: KILLS[kind], most: EACH * KILLS[kind], seed: SEED })
    },
  )
})
