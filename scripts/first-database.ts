// Creates the embedded database if it is missing. up.mjs runs this file before a start that installs packages or builds the pages, at the same time.
import { lockFolder, makeFolder } from '../server/api/db/pglite.ts'
import { readEnv } from '../server/env.ts'

try {
  const { DATA_DIR, DATABASE_URL, DEMO, UPSTREAM_URL } = readEnv()
  if (!(UPSTREAM_URL ?? DATABASE_URL)) {
    const unlock = lockFolder(DATA_DIR)
    // If the server is reachable from other machines, it replaces this password before it serves anybody.
    try {
      await makeFolder(DATA_DIR, { demo: DEMO, demoPassword: 'exemplo-2026', now: Date.now() })
    } finally {
      unlock()
    }
  }
} catch {
  // The server does the same when it starts, and reports the reason.
}
