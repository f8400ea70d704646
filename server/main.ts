// Starts the BFF, and also the embedded API unless another upstream is configured. Only this file imports both.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { closeFolder } from './folder.ts'
import { startApi } from './api/start.ts'
import { createApp } from './bff/app.ts'
import { devBuild, readBuild } from './bff/build.ts'
import { drainer } from './bff/drain.ts'
import { createEdge } from './bff/edge.ts'
import { isExposed, isLoopback, isNetwork, isPrivate, readEnv, type Env } from './env.ts'
import { createLog } from './log.ts'

const root = join(import.meta.dirname, '..')
const GRACE = 35_000

process.title = 'csnoteweb'
// node:sqlite warns at every start that it is experimental. The version of Node is pinned and tested, so the warning is not printed.
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.name === 'ExperimentalWarning' || process.stderr.write(`${warning.stack}\n`))

/** Prints one clear sentence and exits. */
function fail(sentence: string): never {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

let env: Env
try {
  env = readEnv()
} catch (error) {
  fail(`Configuração inválida. ${(error as Error).message}`)
}

const dev = process.argv.includes('--dev')
// The development server serves only this machine, because Vite would serve any file of the project.
if (dev && !isLoopback(env.HOST)) fail('npm run dev só atende nesta máquina: deixe HOST como 127.0.0.1.')

const log = createLog(env.LOG_LEVEL, {
  most: env.CALLS_PER_MINUTE || Infinity,
  // Without a log there would be no record of who did what, so the server stops.
  onGone: ({ message }) => {
    process.stderr.write(`A saída padrão, onde o sistema registra o que faz, não aceita mais nada (${message}): o sistema para.\n`)
    void stop(1)
  },
})
// Written to stderr, because a message in the log would be hidden at this log level.
if (!isPrivate(env) && !log.isLevelEnabled('info'))
  process.stderr.write(`LOG_LEVEL=${env.LOG_LEVEL}: quem entra e o que é recusado não fica registrado.\n`)
if (isExposed(env)) log.warn('INSECURE_HTTP: traffic is not encrypted, so passwords can be read in transit')
if (env.CALLS_PER_MINUTE === 0 && !isPrivate(env)) log.warn('CALLS_PER_MINUTE=0: rate limits are off for everybody')
if (env.PUBLIC_ORIGIN?.startsWith('https:') && env.TRUST_PROXY.length === 0)
  log.warn('TRUST_PROXY is not set: all clients behind the proxy of PUBLIC_ORIGIN count as one address')
if (env.TRUST_PROXY.some(isNetwork)) log.warn('TRUST_PROXY names a network: any host in it can forge client addresses')
const clock = Date.now
const stops: (() => Promise<unknown> | void)[] = []

let stopping: Promise<void> | undefined
/** Answers the accepted requests, then stops all parts of the system in reverse order of their start. */
function stop(code: number) {
  stopping ??= (async () => {
    setTimeout(() => void leave(1), GRACE).unref()
    for (const step of stops.toReversed()) await step()
    await leave(code)
  })()
  return stopping
}
const leave = (code: number) => log.end().finally(() => process.exit(code))
// Ctrl-C arrives twice, from the terminal and from npm. Further signals join the shutdown that the first one began.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    log.fatal({ reason: error instanceof Error ? error.stack : String(error) }, event)
    void stop(1)
  })

const demoPassword = isPrivate(env) ? 'exemplo-2026' : randomBytes(9).toString('base64url')

try {
  // If the database, the sessions and the secret are elsewhere, this folder holds only the changes that the registry has not received from us yet
  // (pending-ends.ts). They are in a subfolder with its own permissions, so the data folder may stay open to others.
  if (!env.REDIS_URL || !env.SESSION_SECRET || !(env.UPSTREAM_URL ?? env.DATABASE_URL)) closeFolder(env.DATA_DIR)
  const upstream = env.UPSTREAM_URL ? { url: env.UPSTREAM_URL } : await embedded()
  const { bff, server } = await front(upstream)
  const drain = drainer(bff, server)
  await listen(server)
  stops.push(drain)
  announce(server)
} catch (error) {
  await stopQuietly()
  // Only the first line is shown, because a database error contains the statement and its values.
  fail((error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '')
}

async function embedded() {
  const secret = randomBytes(32).toString('base64url')
  const api = await startApi({
    dataDir: env.DATA_DIR,
    demo: env.DEMO,
    demoPassword,
    origin: env.PUBLIC_ORIGIN,
    secret,
    issuing: {
      xsdDir: env.NFSE_XSD_DIR,
      loadDir: env.LOAD_DIR,
      // The demo company is not a real taxpayer and has no real recipients, so it gets no certificate, authority or mail server.
      ...(!env.DEMO && {
        certificate: env.NFSE_CERT === undefined ? undefined : { file: env.NFSE_CERT, password: env.NFSE_CERT_PASSWORD },
        authority: env.NFSE_URL === undefined ? undefined : { base: env.NFSE_URL.replace(/\/$/, ''), environment: env.NFSE_PRODUCTION ? 1 : 2 },
        mail: env.SMTP_URL,
      }),
      ...(env.DEMO && { mail: 'outbox' as const }),
    },
    log: ({ level, ...line }) => log.measured('api', 'api', line, level),
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
  })
  stops.push(() => api.stop())
  void api.failed.then((error) => {
    log.fatal({ reason: error.stack }, 'the embedded API stopped unexpectedly')
    return stop(1)
  })
  return { url: api.url, secret }
}

async function front(upstream: { url: string; secret?: string }) {
  const common = { env, clock, log, upstream, root }
  if (!dev) {
    const bff = createApp({ ...common, build: await readBuild(root) })
    return { bff, server: createEdge(bff.app, log) }
  }
  const { createServer } = await import('vite')
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { host: 'localhost', port: env.PORT + 1 } } })
  stops.push(() => vite.close())
  const bff = createApp({ ...common, build: devBuild(vite), dev: vite.middlewares })
  return { bff, server: createEdge(bff.app, log) }
}

function listen(server: Server) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    const taken = `A porta ${env.PORT} já está em uso. Pare o outro programa ou escolha outra com PORT=….`
    reject(error.code === 'EADDRINUSE' ? new Error(taken) : new Error(`Não foi possível atender em ${env.HOST}:${env.PORT} (${error.code}).`))
  })
  server.listen(env.PORT, env.HOST, () => resolve())
  return promise
}

async function stopQuietly() {
  for (const step of stops.toReversed()) await Promise.resolve(step()).catch(() => undefined)
}

function announce(server: Server) {
  // A server that listens on TCP has an address with a port, so the cast is safe.
  const { port } = server.address() as AddressInfo
  const host = isLoopback(env.HOST) ? 'localhost' : env.HOST
  const accounts = ['supervisor', 'financeiro', 'projetos', 'equipe', 'painel'].map((name) => `    ${name}@exemplo.com.br`)
  process.stdout.write(
    [
      '',
      `  csnoteweb pronto em ${env.PUBLIC_ORIGIN ?? `http://${host}:${port}`}`,
      ...(env.DEMO ? ['', '  Empresa de exemplo. Entre com:', ...accounts, `    senha: ${demoPassword}`] : []),
      '',
      '  Para parar: Ctrl-C.',
      '',
      '',
    ].join('\n'),
  )
}
