// A child process that makes a database folder, from a backup or with its company, and ends.
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from 'tar'
import { openPrepared } from './connection.ts'
import { openFolder, type Origin } from './pglite.ts'

// Nobody waits for a database whose parent was killed.
process.on('disconnect', () => process.exit(1))

// pglite.ts is the only one that starts this file, and sends this.
const [{ dir, origin }] = (await once(process, 'message')) as [{ dir: string; origin: Origin }]
await ('backup' in origin ? unpacked(origin.backup) : openPrepared(dir, origin.company).then(({ client }) => client)).then((client) => client.close())
for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(dir, path), 'r')
  fsyncSync(file)
  closeSync(file)
}
process.exit(0)

/** The database of a copy, opened once: one that is damaged, or none, throws. */
async function unpacked(file: string) {
  await extract({
    file,
    cwd: dir,
    preserveOwner: false,
    filter: (_path, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
    onwarn: (code, message) => {
      // Copies of earlier releases have absolute names, of which it tells.
      if (code !== 'TAR_ENTRY_INFO') throw new Error(message)
    },
  })
  // In an empty folder a new database would be made.
  if (!existsSync(join(dir, 'PG_VERSION'))) throw new Error(`${file} holds no database`)
  return openFolder(dir)
}
