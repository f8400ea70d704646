// Requests that no HTTP client would send.
import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes unchanged. Returns everything that arrives until the server closes the connection, or until `ms` pass without a byte. */
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

/** Sends a request with only the first byte of its body. `finish` sends the other bytes and returns the response. */
export async function hold(port: number, { method, path, cookie, body }: { method: string; path: string; cookie: string; body: unknown }) {
  const text = JSON.stringify(body)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let got = ''
  socket.on('data', (chunk) => (got += chunk.toString())).on('error', () => undefined)
  const closed = once(socket, 'close')
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    'X-CSRF: 1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 1)}`)
  return {
    finish: async () => {
      socket.write(text.slice(1))
      await closed
      return got
    },
  }
}
