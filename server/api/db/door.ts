// The door of a running server for the commands of whoever may enter its data folder: one line asked, one answer.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const doorOf = (dataDir: string) => join(dataDir, 'operator.sock')

/** What may be asked, by its first word; the rest of the line is the argument. */
export type Answers = Record<string, (argument: string) => Promise<ReadableStream | PassThrough | string[]>>

/** Opens it. Returns what closes it. */
export function openDoor(dataDir: string, answers: Answers) {
  const door = doorOf(dataDir)
  // Left by a process that was killed: the folder's lock says that it lives no more.
  rmSync(door, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    createInterface({ input: socket }).once('line', (line) => {
      const [, word = '', argument = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
      const answer = Object.hasOwn(answers, word) ? answers[word] : undefined
      if (!answer) return void socket.destroy()
      answer(argument)
        .then((reply) => pipeline(reply, socket))
        .catch(() => socket.destroy())
    })
  })
  // A path that is too long for a socket: then the commands need the server stopped, as they say.
  server.on('error', () => undefined).listen(door)
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
