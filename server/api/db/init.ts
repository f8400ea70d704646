// A child process that makes a database folder, from a backup or with its company, and ends.
import { once } from 'node:events'
import { closeSync, fsyncSync, openAsBlob, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openPrepared } from './connection.ts'
import type { Origin } from './pglite.ts'

// Nobody waits for a database whose parent was killed.
process.on('disconnect', () => process.exit(1))

// pglite.ts is the only one that starts this file, and sends this.
const [{ dir, origin }] = (await once(process, 'message')) as [{ dir: string; origin: Origin }]
const client =
  'backup' in origin
    ? await PGlite.create({ dataDir: dir, loadDataDir: await openAsBlob(origin.backup, { type: 'application/gzip' }) })
    : (await openPrepared(dir, origin.company)).client
await client.close()
for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(dir, path), 'r')
  fsyncSync(file)
  closeSync(file)
}
process.exit(0)
