// Requests that no HTTP client would send.
import { connect } from 'node:net'

/** Sends bytes as they are and gives everything that came back until the server closed, or `ms` passed without a byte. */
export function raw(port: number, text: string, ms = 10_000): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let got = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.setTimeout(ms, () => socket.destroy())
  socket.on('data', (chunk) => (got += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(got))
  return promise
}

export const statusOf = (answer: string) => Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0)
