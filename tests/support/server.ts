// The complete product as a separate process, as in production.
import { mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { freePort, launch } from './process.ts'
import { SCRATCH } from './scratch.ts'

export const root = join(import.meta.dirname, '../..')

/** The PATH without the folders of this project's programs, which npm puts first. */
export const barePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(root))
  .join(delimiter)

/** The variables that this machine needs to reach the package registry, for tests that install packages. */
export const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|\w+_proxy|npm_config_(registry|cafile))$/i.test(name)),
)

interface Options {
  env?: Record<string, string>
  cwd?: string
  command?: [string, ...string[]]
  /** True to run in a new process group, so that a test can signal the group as a terminal does. */
  detached?: boolean
}

/**
 * Starts the server without waiting for it. The server gets a free port, a new data folder, and only PATH, HOME and the network variables of our
 * environment.
 */
export async function launchServer({ env = {}, cwd = root, command = [process.execPath, 'server/main.ts'], detached = false }: Options = {}) {
  const port = env['PORT'] ?? String(await freePort())
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(SCRATCH, 'csnoteweb-data-')))
  const [program, ...args] = command
  const child = launch(program, args, {
    cwd,
    detached,
    env: { PATH: barePath, HOME: process.env['HOME'], ...network, NODE_ENV: 'production', ...env, PORT: port, DATA_DIR: dataDir },
  })
  const url = `http://127.0.0.1:${port}`
  return {
    ...child,
    url,
    port,
    dataDir,
    /** Resolves when the server accepts requests. Throws if the server ends before that. */
    async ready() {
      while (!(await answers(`${url}/readyz`))) if (child.over()) throw new Error(`The server ended instead of answering:\n${child.output()}`)
    },
    async [Symbol.asyncDispose]() {
      await child.stop()
      if (!env['DATA_DIR']) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Starts the server and waits until it accepts requests. */
export async function startServer(options: Options = {}) {
  const server = await launchServer(options)
  await server.ready()
  return server
}

/** Returns true if the address answers with a success status. The function first waits 25 ms, so that a polling caller does not use all the CPU. */
export function answers(url: string) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setTimeout(() => {
    fetch(url, { headers: { connection: 'close' } }).then(
      (response) => resolve(response.ok),
      () => resolve(false),
    )
  }, 25)
  return promise
}
