// Shared code of the database commands. A command ends with one sentence, and with exit code 0 if it succeeded or 1 if it failed.
import { Console } from 'node:console'
import type { Readable, Writable } from 'node:stream'
import { readEnv } from '../server/env.ts'

/** The parts of a process that a command uses. The global `process` has all of them. */
export interface Surroundings {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
}

export type Command = (args: string[], surroundings: Surroundings) => Promise<string>

/** Runs a command and returns its exit code. */
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

/**
 * Runs the command if its file was started as the program, but not if a test imports it. up.mjs imports the file too, but names it in process.argv.
 */
export async function run({ main, filename }: ImportMeta, command: Command) {
  if (main || process.argv[1] === filename) process.exit(await perform(command, process.argv.slice(2), process))
}

/** The data folder of the embedded database. Throws if the database is on a PostgreSQL server, for which `program` of PostgreSQL must be used. */
export function embeddedFolder(program: string, env: Surroundings['env']) {
  const { DATABASE_URL, DATA_DIR } = readEnv(env)
  if (DATABASE_URL !== undefined) throw new Error(`Com DATABASE_URL use o ${program} do próprio PostgreSQL.`)
  return DATA_DIR
}
