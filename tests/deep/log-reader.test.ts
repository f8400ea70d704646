// Tests a standard output that is not read or that is closed. The log is written to the standard output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '../support/process.ts'
import { answers, root } from '../support/server.ts'
import { startUpstream } from '../support/upstream.ts'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let server: ReturnType<typeof start>
let url: string
let dataDir: string

/** Starts the server without launch(), because launch() would read the output. */
const start = (port: number) =>
  spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      UPSTREAM_URL: upstream.url,
      CALLS_PER_MINUTE: '0',
      NODE_ENV: 'production',
    },
  })

beforeEach(async () => {
  upstream = await startUpstream()
  dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-log-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = start(port)
  while (!(await answers(`${url}/readyz`))) expect(server.exitCode).toBeNull()
})
afterEach(async () => {
  server.kill('SIGKILL')
  await upstream.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

const lost = async () => Number(/^csnoteweb_log_lost_lines (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])

it('a log that nobody reads takes up at most a megabyte, counts the lost lines, and does not delay the end of the process [16.2.1-4]', async () => {
  let asked = 0
  let missing = 0
  while (missing === 0) {
    await Promise.all(Array.from({ length: 500 }, async () => (await fetch(`${url}/icon.svg`)).arrayBuffer()))
    asked += 500
    missing = await lost()
  }
  // Reads within the event, because Node discards the unread output right after it.
  const unread = new Promise<string>((resolve) => server.once('exit', () => resolve(text(server.stdout))))
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  // Each request writes one line. A line that was neither lost nor handed to the operating system was waiting in the server.
  const handedOver = await unread
  const lengthOfLine = handedOver.length / (handedOver.split('\n').length - 1)
  const waiting = (asked - missing) * lengthOfLine - handedOver.length
  expect(Math.round(waiting / 2 ** 20)).toBe(1)
})

it('if the log output is closed, the process ends with code 1 and prints the reason [16.5.2-3]', async () => {
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  server.stdout.destroy()
  const exit = once(server, 'close')
  await fetch(`${url}/icon.svg`)
  expect(await exit).toEqual([1, null])
  expect(said).toContain('A saída padrão, onde o sistema registra o que faz, não aceita mais nada')
})
