// What the database's commands share: one sentence and exit code 0, or one sentence and exit code 1.
import { readEnv } from '../server/env.ts'

export async function run(command: (args: string[]) => Promise<string>) {
  try {
    console.log(await command(process.argv.slice(2)))
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** The data folder; a PostgreSQL server has its own programs for what is asked. */
export function embeddedFolder(program: string) {
  const env = readEnv()
  if (env.DATABASE_URL !== undefined) throw new Error(`Com DATABASE_URL use o ${program} do próprio PostgreSQL.`)
  return env.DATA_DIR
}
