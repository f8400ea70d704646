// `npm run backup -- FILE`: backs up the embedded database. A server may be running at the same time.
import { embeddedFolder, run, type Command } from './database-command.ts'
import { backUp } from '../server/api/db/backup.ts'

export const command: Command = async ([file], { env }) => {
  if (file === undefined) throw new Error('Use: npm run backup -- ARQUIVO')
  await backUp(embeddedFolder('pg_dump', env), file)
  return `Cópia feita em ${file}.`
}

await run(import.meta, command)
