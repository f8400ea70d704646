// A temporary PostgreSQL server.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, launch, ordinaryUser } from './process.ts'
import { programs } from './programs.ts'
import { SCRATCH } from './scratch.ts'

/**
 * Starts a server in a temporary folder, on an empty cluster or on a copy of `from`. The server is fast because it does not make data durable, unless
 * `durable` is true for a measurement: each commit then waits for the disk. Throws if this machine has no PostgreSQL.
 */
export async function startPostgres(from?: string, durable = false) {
  const bin = programs.postgres.find()
  if (!bin) throw new Error('PostgreSQL is not on this machine.')
  const user = ordinaryUser('postgres', 'nobody')
  const folder = await mkdtemp(join(durable ? tmpdir() : SCRATCH, 'csnoteweb-postgres-'))
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
  const data = join(folder, 'data')
  // Runs `cp` instead of Node's copy function, because only `cp -a` preserves the owner, and PostgreSQL must own the copy.
  if (from) execFileSync('cp', ['-a', from, data])
  else execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], { ...options, stdio: 'pipe' })
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=200',
  ].flatMap((each) => ['-c', each])
  const begin = async () => {
    const begun = launch(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], options)
    await begun.said('ready to accept connections')
    return begun
  }
  let server = await begin()
  const signal = (signal: 'SIGSTOP' | 'SIGCONT') => {
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ').map(Number)
    process.kill(server.pid, signal)
    for (const pid of children) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        // A child process can end between the reading of the list and the signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** The address of another database on this server. */
    urlOf: (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`,
    data,
    pid: () => server.pid,
    /** Suspends the server and its child processes, or resumes them. */
    signal,
    /** Stops the server, which ends its connections, and starts it again with its stored data. */
    async restart() {
      await server.stop('SIGINT')
      server = await begin()
    },
    /** Stops the server and removes its cluster. If `at` is given, the cluster is first copied there. */
    async stop(at?: string) {
      signal('SIGCONT')
      await server.stop('SIGINT')
      if (at) execFileSync('cp', ['-a', data, at])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
