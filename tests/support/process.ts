// Child processes that never outlive the tests.
import { execFileSync, spawn, type SpawnOptionsWithoutStdio } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { ENDED, keepLog } from './failures.ts'

const living = new Set<() => void>()
const forgets: (() => void)[] = []
/** Kills the programs that a test left running, and discards all logs. setup.ts calls this function after each test file. */
export function killLaunched() {
  for (const kill of living) kill()
  for (const forget of forgets.splice(0)) forget()
}
process.once('exit', killLaunched)

/** Starts a program and collects its output. */
export function launch(command: string, args: string[], options: SpawnOptionsWithoutStdio = {}) {
  const child = spawn(command, args, options)
  const kill = () => void child.kill('SIGKILL')
  living.add(kill)

  let output = ''
  let end = ''
  // The log is kept after the program has ended, because the log must explain a crash.
  forgets.push(keepLog(basename(command), () => output + end))
  const heard = new EventEmitter()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      heard.emit('more')
    })
  /** Waits for 'close' instead of 'exit', because 'close' comes only when no process holds the output any more, including child processes. */
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      living.delete(kill)
      if (code) end = `${basename(command)} ${ENDED}${code}`
      heard.emit('more')
      resolve({ code, signal })
    })
  })
  let over = false
  void ended.finally(() => (over = true)).catch(() => undefined)

  return {
    // If the program could not be started, there is no pid, and `ended` rejects.
    pid: child.pid ?? 0,
    stdin: child.stdin,
    ended,
    output: () => output,
    over: () => over,
    /** Waits until the output contains the words. Throws if the program ends before that. */
    async said(words: string) {
      while (!output.includes(words)) {
        if (over) throw new Error(`${command} ended without saying '${words}':\n${output}`)
        await Promise.race([once(heard, 'more'), ended])
      }
    },
    kill: (signal: NodeJS.Signals = 'SIGKILL') => child.kill(signal),
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Finds a free port below the range of outgoing connections, so that the system cannot assign the port to such a connection. */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the ids of an ordinary user, for programs that refuse to run as root. Empty if the test does not run as root. */
export function ordinaryUser(...names: string[]) {
  if (process.getuid?.() !== 0) return {}
  for (const name of names) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This machine has no user of that name, so the next name is tried.
    }
  }
  throw new Error(`None of the users ${names.join(', ')} is on this machine.`)
}
