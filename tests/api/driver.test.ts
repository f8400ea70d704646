// Tests what the driver does with a server that accepts a connection and then closes it.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectPool } from '../../server/api/db/server.ts'

/** A message of PostgreSQL's protocol: its kind, its length, and its content. */
const message = (kind: string, content: number[]) => Buffer.from([kind.charCodeAt(0), 0, 0, 0, 4 + content.length, ...content])
/** AuthenticationOk, and ReadyForQuery outside of a transaction. */
const WELCOME = Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', ['I'.charCodeAt(0)])])

test('a query whose server closes the connection right after the sign-in fails, and no other promise is rejected', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(WELCOME)
      // The next data are the first query on this connection.
      socket.once('data', () => socket.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address with a port, so the cast is safe.
  const { port } = server.address() as AddressInfo
  const pool = connectPool(`postgres://x:x@127.0.0.1:${port}/x`)
  // Vitest fails the run if a promise is rejected that nobody awaits.
  await expect(pool.unsafe('select 1')).rejects.toThrow('CONNECTION_CLOSED')
  await pool.end({ timeout: 0 })
  server.close()
})
