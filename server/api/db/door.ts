// The operator socket of a running server. A command may connect if its user has access to the server's data folder. A connection carries one
// request, on one line, and one answer.
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const doorOf = (dataDir: string) => join(dataDir, 'operator.sock')

/** Serialises to one line. U+2028 and U+2029 are escaped because some readers treat them as line ends. */
export const inOneLine = (value: unknown) => JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The possible requests, by their first word. The rest of the line is the argument. */
export type Answers = Record<string, (argument: string) => Promise<Readable | string[]>>

/** KNOCKING: maximum number of simultaneous commands. LINE: maximum length of a line in bytes, enough to import hundreds of thousands of records. */
const KNOCKING = 16
const LINE = 64 * 1024 * 1024
/** Timeouts in ms. ASKING: for sending the request. READING: for reading the answer. */
const ASKING = 10_000
const READING = 60_000

/** Opens the socket. Returns the function that closes it. */
export function openDoor(dataDir: string, answers: Answers) {
  const door = doorOf(dataDir)
  // A process that was killed leaves its socket behind. The caller holds the folder's lock, which proves that such a process no longer runs.
  rmSync(door, { force: true })
  const server = createServer((socket) => {
    const leave = () => void socket.destroy()
    socket.on('error', () => undefined).setTimeout(ASKING, leave)
    socket.on('data', () => socket.bytesRead > LINE && leave())
    // readline passes on errors of its input, and an unhandled one would end the process.
    const lines = createInterface({ input: socket }).on('error', leave)
    lines.once('line', (line) => {
      const [, word = '', argument = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
      const answer = Object.hasOwn(answers, word) ? answers[word] : undefined
      if (!answer) return leave()
      // No timeout applies while the answer is computed, because that may take any time.
      socket.setTimeout(0)
      answer(argument)
        .then((reply) => pipeline(reply, socket.setTimeout(READING)))
        .catch(leave)
    })
  })
  server.maxConnections = KNOCKING
  // If the path is too long for a socket, the server runs without one. The commands then ask the operator to stop the server first.
  server.on('error', () => undefined).listen(door, () => chmodSync(door, 0o600))
  return () => server.close()
}

/** Connects to the server that runs on this folder. Undefined if no server does. */
export async function knock(dataDir: string, line: string): Promise<Socket | undefined> {
  const socket = connect(doorOf(dataDir))
  const answered = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
  if (!answered) return undefined
  socket.write(`${line}\n`)
  return socket
}
