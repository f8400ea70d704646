// The door of a running server for the commands of whoever may enter its data folder: one line asked, one answer.
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const doorOf = (dataDir: string) => join(dataDir, 'operator.sock')

/** In one line, also to those who take U+2028 and U+2029 for the end of one. */
export const inOneLine = (value: unknown) => JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** What may be asked, by its first word; the rest of the line is the argument. */
export type Answers = Record<string, (argument: string) => Promise<Readable | string[]>>

/** Commands at a time; bytes of the longest line, an import of hundreds of thousands of records. */
const KNOCKING = 16
const LINE = 64 * 1024 * 1024
/** ms to ask, and ms in which nothing of an answer is read. */
const ASKING = 10_000
const READING = 60_000

/** Opens it. Returns what closes it. */
export function openDoor(dataDir: string, answers: Answers) {
  const door = doorOf(dataDir)
  // Left by a process that was killed: the folder's lock says that it lives no more.
  rmSync(door, { force: true })
  const server = createServer((socket) => {
    const leave = () => void socket.destroy()
    socket.on('error', () => undefined).setTimeout(ASKING, leave)
    socket.on('data', () => socket.bytesRead > LINE && leave())
    // Its input's errors are its own too, and one that nobody hears ends the process.
    const lines = createInterface({ input: socket }).on('error', leave)
    lines.once('line', (line) => {
      const [, word = '', argument = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
      const answer = Object.hasOwn(answers, word) ? answers[word] : undefined
      if (!answer) return leave()
      // It may take its time until there is an answer.
      socket.setTimeout(0)
      answer(argument)
        .then((reply) => pipeline(reply, socket.setTimeout(READING)))
        .catch(leave)
    })
  })
  server.maxConnections = KNOCKING
  // A path that is too long for a socket: then the commands need the server stopped, as they say.
  server.on('error', () => undefined).listen(door, () => chmodSync(door, 0o600))
  return () => server.close()
}

/** The answer of the server that runs on this folder; undefined when none does. */
export async function knock(dataDir: string, line: string): Promise<Socket | undefined> {
  const socket = connect(doorOf(dataDir))
  const answered = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
  if (!answered) return undefined
  socket.write(`${line}\n`)
  return socket
}
