// The BFF over real HTTP, in front of any upstream that a test provides.
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApp, type Parts } from '../../server/bff/app.ts'
import { createEdge } from '../../server/bff/edge.ts'
import { readBuild } from '../../server/bff/build.ts'
import { readEnv } from '../../server/env.ts'
import { createLog } from '../../server/log.ts'
import { clockFrom, NOW } from './clock.ts'
import { keepLog, memory } from './failures.ts'
import { SCRATCH } from './scratch.ts'

const root = join(import.meta.dirname, '../..')

export async function startBff({
  env = {},
  port: wanted = 0,
  ...more
}: { env?: Record<string, string>; port?: number; upstream: Parts['upstream'] } & Partial<Omit<Parts, 'env' | 'upstream'>>) {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(SCRATCH, 'csnoteweb-bff-')))
  const lines = memory()
  const log = more.log ?? createLog('info', { to: lines })
  const forget = keepLog('bff', lines.read)
  const bff = createApp({
    env: readEnv({ DATA_DIR: dataDir, UPSTREAM_URL: more.upstream.url, LOG_LEVEL: 'silent', CALLS_PER_MINUTE: '0', ...env }),
    clock: clockFrom(NOW),
    build: await readBuild(root),
    root,
    ...more,
    log,
  })
  const server = createEdge(bff.app, log)
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  // The server listens on TCP, so its address is an AddressInfo and the cast is safe.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  /** Sends one request as our own page does. */
  const call = (
    method: string,
    path: string,
    { cookie, body, headers = {} }: { cookie?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { 'X-CSRF': '1' }),
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  return {
    url,
    port,
    dataDir,
    call,
    /** Signs in and returns the cookie. */
    signIn: async (email: string, password = 'senha') => {
      const response = await call('POST', '/api/auth', { body: { email, password } })
      if (response.status !== 200) throw new Error(`sign-in: ${response.status}`)
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
    stop: async () => {
      forget()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await bff.close()
      if (!env['DATA_DIR']) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
