// Tests `npm start` as a person, a terminal and a service manager use it.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onPath } from '../support/programs.ts'
import { answers, barePath, launchServer, network, root } from '../support/server.ts'

const npmStart: [string, ...string[]] = ['npm', 'start']
const INSTALLS = 'Instalando o que falta'
const BUILDS = 'Montando as páginas'
let folder: string
let dataDir: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csnoteweb-start-'))
  dataDir = join(folder, 'data')
  await cp(inject('demoDir'), dataDir, { recursive: true })
  copyProject(join(folder, 'ready'), 'dist')
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'ready')])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function copyProject(to: string, ...extra: string[]) {
  const left = ['node_modules', 'dist', '.git', '.data', '.cache']
  const entries = [...readdirSync(root).filter((name) => !left.includes(name)), ...extra]
  mkdirSync(to)
  execFileSync('cp', ['-a', ...entries.map((name) => join(root, name)), to])
}

/** Starts the server in a folder in which everything is installed and built. */
const launchReady = (env: Record<string, string> = {}, more: Partial<Parameters<typeof launchServer>[0]> = {}) =>
  launchServer({ cwd: join(folder, 'ready'), command: npmStart, env: { DATA_DIR: dataDir, ...env }, ...more })

async function startReady(...args: Parameters<typeof launchReady>) {
  const server = await launchReady(...args)
  await server.ready()
  return server
}

async function gone(url: string) {
  while (await answers(`${url}/healthz`));
}

describe('a bare machine', () => {
  /** Creates a folder without any installed package. */
  function bare(name: string) {
    const path = join(folder, name)
    copyProject(path)
    return path
  }

  test('a start that is stopped during the installation ends all processes and leaves no complete node_modules', async () => {
    const cwd = bare('stopped')
    await using first = await launchServer({ cwd, command: npmStart, env: { DATA_DIR: join(folder, 'data of the stopped') } })
    await first.said(INSTALLS)
    // npm ends either by the signal or with the exit code for the signal.
    expect([143, 'SIGTERM']).toContain(Object.values(await first.stop()).find(Boolean))
    expect(existsSync(join(cwd, 'node_modules/.package-lock.json'))).toBe(false)
  })

  test(
    'two simultaneous starts install and build only once, and both become ready; the tools are installed when they are needed',
    { timeout: 600_000 },
    async () => {
      const cwd = bare('bare')
      const starts = await Promise.all(
        [join(folder, 'new data'), dataDir].map((data) => launchServer({ cwd, command: npmStart, env: { DATA_DIR: data } })),
      )
      await Promise.all(starts.map((start) => start.ready()))
      for (const words of [INSTALLS, BUILDS, 'está preparando esta pasta'])
        expect(
          starts.filter((start) => start.output().includes(words)),
          words,
        ).toHaveLength(1)
      expect(await Promise.all(starts.map((start) => start.stop()))).toEqual([
        { code: 0, signal: null },
        { code: 0, signal: null },
      ])

      const has = (path: string) => existsSync(join(cwd, path))
      const files = ['node_modules/typescript', 'node_modules/react/index.js', 'node_modules/zod/index.d.ts', 'client/entry.browser.tsx']
      expect(files.map(has)).toEqual([false, true, false, true])
      execFileSync('node', ['scripts/up.mjs', '--tools'], { cwd, env: { PATH: barePath, HOME: process.env['HOME'], ...network } })
      expect(files.map(has)).toEqual([true, true, true, true])
    },
  )
})

describe('a folder in which everything is installed and built', { timeout: 240_000 }, () => {
  test('a second `npm start` installs and builds nothing', async () => {
    const files = ['node_modules/.package-lock.json', 'dist/server/entry.server.js', 'dist/client/.vite/manifest.json']
    const times = () => files.map((file) => statSync(join(folder, 'ready', file)).mtimeMs)
    const before = times()
    await using server = await startReady()
    expect(server.output()).not.toMatch(new RegExp(`${INSTALLS}|${BUILDS}`))
    await server.stop()
    expect(times()).toEqual(before)
  })

  test('if a source has changed, a start builds the project again without a new installation', async () => {
    const after = statSync(join(folder, 'ready/dist/server/entry.server.js')).mtimeMs / 1000 + 1
    utimesSync(join(folder, 'ready/shared/pages.ts'), after, after)
    await using server = await startReady()
    expect(server.output()).toContain(BUILDS)
    expect(server.output()).not.toContain(INSTALLS)
  })

  test('a start prints the URL, the five demo accounts and how to stop the server', async () => {
    await using server = await startReady()
    for (const words of [
      `http://localhost:${server.port}`,
      'supervisor@',
      'financeiro@',
      'projetos@',
      'equipe@',
      'painel@',
      'exemplo-2026',
      'Ctrl-C',
    ])
      expect(server.output()).toContain(words)
  })

  test('a start without the project’s own Node uses the machine’s Node or, if this is too old, prints what is missing', async () => {
    const own = join(folder, 'ready/node_modules/.bin/node')
    rmSync(own)
    const [major = 0, minor = 0] = execFileSync('node', ['-p', 'process.versions.node'], { env: { PATH: barePath } })
      .toString()
      .split('.')
      .map(Number)
    await using server = await launchReady()
    if (major > 24 || (major === 24 && minor >= 7)) {
      await server.ready()
      expect((await server.stop()).code).toBe(0)
    } else {
      expect((await server.ended).code).toBe(1)
      expect(server.output()).toContain('Instale o Node 24.7 ou mais novo')
    }
    execFileSync('cp', ['-a', join(root, 'node_modules/.bin/node'), own])
  })
})

describe('the end of the server', { timeout: 240_000 }, () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('the server ends with code 0 if it receives %s directly', async (signal) => {
    await using server = await startReady({}, { command: [process.execPath, 'server/main.ts'] })
    expect(await server.stop(signal)).toEqual({ code: 0, signal: null })
  })

  test('SIGTERM to npm alone ends every process below npm, with code 0', async () => {
    await using server = await startReady()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(await answers(`${server.url}/healthz`)).toBe(false)
  })

  test('a signal to the process group, which reaches the server twice, ends the server with code 0', async () => {
    await using server = await startReady({}, { detached: true })
    process.kill(-server.pid, 'SIGINT')
    expect(await server.ended).toEqual({ code: 0, signal: null })
  })

  // script(1), which every Debian has, gives the command a terminal.
  const terminal: [string, ...string[]] = ['script', '-qefc', 'exec npm start', '/dev/null']

  test.skipIf(!onPath('script'))('Ctrl-C in a terminal ends the server with code 0', async () => {
    await using server = await startReady({}, { command: terminal })
    server.stdin.write('\x03')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(await answers(`${server.url}/healthz`)).toBe(false)
  })

  test.skipIf(!onPath('script'))('the server ends if its terminal is closed', async () => {
    await using server = await startReady({}, { command: terminal })
    await server.stop('SIGKILL')
    await gone(server.url)
  })

  test('the server ends if npm is killed with SIGKILL', async () => {
    await using server = await startReady()
    // stop() waits until no process holds npm's output any more, including the server below npm.
    await server.stop('SIGKILL')
    expect(await answers(`${server.url}/healthz`)).toBe(false)
  })

  test('the server ends after the request in flight, without waiting for idle connections', async () => {
    await using server = await startReady({}, { command: [process.execPath, 'server/main.ts'] })
    const silent = connect(Number(server.port), '127.0.0.1')
    const asking = connect(Number(server.port), '127.0.0.1')
    await Promise.all([once(silent, 'connect'), once(asking, 'connect')])
    const body = JSON.stringify({ email: 'ninguem@exemplo.com.br', password: 'errada' })
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'X-CSRF: 1', `Host: localhost:${server.port}`]
    // Both requests are sent in one segment, so the server has read the head of the second one when it answers the first one.
    asking.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\nPOST /api/auth HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    await once(asking, 'data')
    server.kill('SIGTERM')
    await gone(server.url)
    asking.write(body)
    const [answer] = (await once(asking, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /)
    // Code 1 would mean that the server had waited for the silent connection.
    expect(await server.ended).toEqual({ code: 0, signal: null })
    silent.destroy()
    asking.destroy()
  })
})

test('npm run dev restarts for a changed server file, and applies a changed page without a restart', { timeout: 240_000 }, async () => {
  await using server = await startReady({ NODE_ENV: 'development' }, { command: ['npm', 'run', 'dev'] })
  const screen = async () => (await fetch(`${server.url}/client/features/login/Login.tsx`)).text()
  expect(await screen()).not.toContain('changed screen')
  appendFileSync(join(folder, 'ready/client/features/login/Login.tsx'), "export const changed = 'changed screen'\n")
  while (!(await screen()).includes('changed screen'));
  expect(server.output()).not.toContain('Restarting')
  appendFileSync(join(folder, 'ready/server/log.ts'), "process.stdout.write('changed server')\n")
  await server.said('changed server')
  await server.ready()
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

describe('a start that is refused with one sentence and code 1', { timeout: 240_000 }, () => {
  test('a start on a port in use is refused', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    // The server listens on TCP, so its address is an AddressInfo and the cast is safe.
    const { port } = holder.address() as AddressInfo
    await refused({ PORT: String(port) }, `A porta ${port} já está em uso`)
    holder.close()
  })

  test('a start on a data folder in use is refused', async () => {
    await using holder = await startReady()
    await refused({}, dataDir)
    expect(await answers(`${holder.url}/readyz`)).toBe(true)
  })

  test.each(['PORT', 'PUBLIC_ORIGIN', 'UPSTREAM_URL', 'DATABASE_URL', 'SESSION_SECRET', 'TRUST_PROXY', 'DEMO'])(
    'a start with an invalid %s is refused',
    (name) => refused({ [name]: 'não é isto' }, name),
  )

  async function refused(env: Record<string, string>, words: string) {
    await using server = await launchReady(env, { command: ['node', 'scripts/up.mjs', 'server/main.ts'] })
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.output()).toContain(words)
    expect(server.output()).not.toMatch(/\n\s+at |Error:/)
  }
})
