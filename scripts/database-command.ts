// What the database's commands share: one sentence and exit code 0, or one sentence and exit code 1.
import { Console } from 'node:console'
import type { Readable, Writable } from 'node:stream'
import { readEnv } from '../server/env.ts'

/** What a command uses of its process; `process` is one. */
export interface Surroundings {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
}

export type Command = (args: string[], surroundings: Surroundings) => Promise<string>

/** Runs it; its exit code. */
export async function perform(command: Command, args: string[], surroundings: Surroundings) {
  const console = new Console(surroundings)
  try {
    console.log(await command(args, surroundings))
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

/** Runs it when its file is the program, not when a test imports it. up.mjs imports the program too, but names it as the program. */
export async function run({ main, filename }: ImportMeta, command: Command) {
  if (main || process.argv[1] === filename) process.exit(await perform(command, process.argv.slice(2), process))
}

/** The data folder; a PostgreSQL server has its own programs for what is asked. */
export function embeddedFolder(program: string, env: Surroundings['env']) {
  const { DATABASE_URL, DATA_DIR } = readEnv(env)
  if (DATABASE_URL !== undefined) throw new Error(`Com DATABASE_URL use o ${program} do próprio PostgreSQL.`)
  return DATA_DIR
}
