// `npm run restore -- FILE [--force]`: replaces the embedded database with a backup that was made by `npm run backup`.
import { embeddedFolder, run, type Command } from './database-command.ts'
import { restore } from '../server/api/db/backup.ts'

export const command: Command = async (args, { env }) => {
  const [file] = args.filter((arg) => arg !== '--force')
  if (file === undefined) throw new Error('Use: npm run restore -- ARQUIVO [--force]')
  const aside = await restore(embeddedFolder('pg_restore', env), file, args.includes('--force'))
  return `Cópia ${file} restaurada.${aside === undefined ? '' : ` O banco anterior ficou em ${aside}.`}`
}

await run(import.meta, command)
