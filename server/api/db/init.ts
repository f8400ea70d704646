// A child process that creates a database folder, either from a backup or with a new company, and then exits.
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from 'tar'
import { openPrepared } from './connection.ts'
import { openFolder, type Origin } from './pglite.ts'

// Exits if the parent was killed, because then nobody waits for this database.
process.on('disconnect', () => process.exit(1))

// Only pglite.ts starts this file, and it sends exactly this message, so the cast is safe.
const [{ dir, origin }] = (await once(process, 'message')) as [{ dir: string; origin: Origin }]
await ('backup' in origin ? unpacked(origin.backup) : openPrepared(dir, origin.company).then(({ client }) => client)).then((client) => client.close())
for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]) {
  const file = openSync(join(dir, path), 'r')
  fsyncSync(file)
  closeSync(file)
}
process.exit(0)

/** Unpacks a backup and opens it once. Throws if it is damaged or not a database. */
async function unpacked(file: string) {
  await extract({
    file,
    cwd: dir,
    preserveOwner: false,
    filter: (_path, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
    onwarn: (code, message) => {
      // Backups of earlier releases contain absolute names, which the library reports with this code.
      if (code !== 'TAR_ENTRY_INFO') throw new Error(message)
    },
  })
  // Without this check, opening an empty folder would create a new database.
  if (!existsSync(join(dir, 'PG_VERSION'))) throw new Error(`${file} contains no database`)
  return openFolder(dir)
}
