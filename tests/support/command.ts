// Runs operators' commands, either in the test's process or as `npm run` starts them. Returns the exit code and the output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { perform, type Command } from '../../scripts/database-command.ts'
import { root } from './server.ts'

type Call = [name: string, args: string[], env?: Record<string, string>, typed?: string]
interface Outcome {
  status: number
  stdout: string
  stderr: string
}

export async function here(...[name, args, env = {}, typed = '']: Call): Promise<Outcome> {
  const { command } = (await import(`../../scripts/${name}.ts`)) as { command: Command }
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const status = await perform(command, args, { env, stdin: Readable.from(pipe(typed)), stdout, stderr })
  return { status, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
}

/** Creates an input that ends only after its content has been read, as a real pipe does. */
async function* pipe(typed: string) {
  yield typed
  await setImmediate()
}

/**
 * Runs a command as a separate process. This takes seconds instead of milliseconds, so each command is run in this way only once, to test how `npm
 * run` starts it.
 */
export async function apart(...[name, args, env, typed = '']: Call): Promise<Outcome> {
  const child = spawn(process.execPath, ['scripts/up.mjs', `scripts/${name}.ts`, ...args], { cwd: root, env: { ...process.env, ...env } })
  child.stdin.end(typed)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>])
  return { status, stdout, stderr }
}

/** Returns the output of a command that must succeed. */
export async function said(outcome: Promise<Outcome>) {
  const { status, stdout, stderr } = await outcome
  expect(status, stderr).toBe(0)
  return stdout
}

/** Returns the error output of a command that must fail. */
export async function refusal(outcome: Promise<Outcome>) {
  const { status, stdout, stderr } = await outcome
  expect(status, stdout).toBe(1)
  return stderr
}
