// Tests the product as a separate process: its output, its refusals to start, and its end.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startApi } from '../../server/api/start.ts'
import { SCRATCH } from '../support/scratch.ts'
import { launchServer, startServer } from '../support/server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(SCRATCH, 'csnoteweb-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
/** Creates a data folder with a copy of the demo company. */
async function company(name: string) {
  const dataDir = join(folder, name)
  await cp(inject('demoDir'), dataDir, { recursive: true })
  return dataDir
}
const signIn = (url: string, password: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'supervisor@exemplo.com.br', password }),
  })

it('if other machines are served without https, log and sign-in page warn, and the demo password is random [4.1.2 15.2.3 6.3.2 13.2.3]', async () => {
  await using server = await startServer({ env: { DATA_DIR: await company('open'), HOST: '0.0.0.0', INSECURE_HTTP: 'true', DEMO: 'true' } })
  expect(server.output()).toContain('"level":"warn"')
  expect(server.output()).toContain('INSECURE_HTTP')
  expect(await (await fetch(server.url)).text()).toContain('Esta conexão não é protegida')
  const [, password = ''] = /senha: (\S+)/.exec(server.output()) ?? []
  expect(password).toMatch(/^[\w-]{12}$/)
  expect((await signIn(server.url, 'exemplo-2026')).status).toBe(401)
  expect((await signIn(server.url, password)).status).toBe(200)
  expect((await fetch(`${server.url}/api/clients`, { redirect: 'manual' })).status).toBe(401)
})

it.each<[string, { PUBLIC_ORIGIN?: string; TRUST_PROXY?: string }]>([
  ['a public origin', { PUBLIC_ORIGIN: 'https://sistema.exemplo.com.br' }],
  ['a proxy in front of the server', { TRUST_PROXY: '127.0.0.1' }],
])('the demo password is random with %s [6.3.2 13.2.3]', async (_name, env) => {
  await using server = await startServer({ env: { DATA_DIR: await company(Object.keys(env).join()), DEMO: 'true', ...env } })
  await server.said('senha: ')
  expect(server.output()).not.toContain('exemplo-2026')
  const host = env.PUBLIC_ORIGIN ? { host: new URL(env.PUBLIC_ORIGIN).host } : {}
  expect((await signIn(server.url, 'exemplo-2026', host)).status).toBe(401)
})

it('an unexpected error is logged and ends the process with code 1 [16.5.2-3 16.5.4]', async () => {
  const broken = `data:text/javascript,process.on('SIGUSR2', () => { throw new Error('quebrou por dentro') })`
  await using server = await startServer({
    env: { DATA_DIR: await company('broken') },
    command: [process.execPath, '--import', broken, 'server/main.ts'],
  })
  server.kill('SIGUSR2')
  expect(await server.ended).toEqual({ code: 1, signal: null })
  const line = server.output().match(/^\{"level":"fatal".*$/m)?.[0] ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ msg: 'uncaughtException', reason: expect.stringContaining('quebrou por dentro') as string })
})

it('the development server refuses to serve other machines, because it can serve any file of the project [CVE-2025-30208 13.4.1-3]', async () => {
  await using server = await launchServer({ env: { HOST: '0.0.0.0', INSECURE_HTTP: 'true' }, command: [process.execPath, 'server/main.ts', '--dev'] })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(server.output()).toContain('só atende nesta máquina')
})

it('the embedded API listens only on this machine, and answers only callers with the secret of this start [13.2.1-2 6.1.3 6.3.4]', async () => {
  const api = await startApi({ dataDir: await company('api'), demo: true, secret: 'palavra' })
  // 127.0.0.2 belongs to this machine too, so a server that listens on every address would answer there.
  await expect(fetch(api.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed')
  const knock = (headers: Record<string, string>) => fetch(`${api.url}/auth`, { headers }).then(({ status }) => status)
  expect([await knock({}), await knock({ 'x-channel': 'outra' }), await knock({ 'x-channel': 'palavra' })]).toEqual([404, 404, 401])
  await api.stop()
})
