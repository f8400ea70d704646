// A child process that makes a database folder (argument 1), empty or from a backup (argument 2), and ends.
import { closeSync, fsyncSync, openAsBlob, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const [dir = '', backup] = process.argv.slice(2)
// Nobody waits for a database whose parent was killed.
process.on('disconnect', () => process.exit(1))

const database = await PGlite.create({ dataDir: dir, ...(backup !== undefined && { loadDataDir: await openAsBlob(backup) }) })
await database.close()
for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(dir, path), 'r')
  fsyncSync(file)
  closeSync(file)
}
process.exit(0)
