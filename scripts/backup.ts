// `npm run backup -- FILE`: a copy of the embedded database, of a running server too.
import { embeddedFolder, run } from './database-command.ts'
import { backUp } from '../server/api/db/backup.ts'

await run(async ([file]) => {
  if (file === undefined) throw new Error('Use: npm run backup -- ARQUIVO')
  await backUp(embeddedFolder('pg_dump'), file)
  return `Cópia feita em ${file}.`
})
