// A temporary Redis server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, launch } from './process.ts'
import { programs } from './programs.ts'
import { SCRATCH } from './scratch.ts'

/**
 * Starts an empty server, whose data survives only a `restart`. If `durable` is true, each write waits for the disk, as in compose.yaml. Throws if this
 * machine has no Redis.
 */
export async function startRedis(durable = false) {
  const program = programs.redis.find()
  if (!program) throw new Error('Redis is not on this machine.')
  const port = await freePort()
  const folder = await mkdtemp(join(durable ? tmpdir() : SCRATCH, 'csnoteweb-redis-'))
  const sync = ['--appendonly', 'yes', '--appendfsync', durable ? 'always' : 'everysec']
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...sync, '--dir', folder]
  const begin = async () => {
    const begun = launch(program, args, { cwd: tmpdir() })
    await begun.said('eady to accept connections')
    return begun
  }
  let server = await begin()
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => server.pid,
    /** Suspends the server: connections are still accepted but get no answers. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    /** Stops the server, which ends its connections, and starts it again with its stored data. */
    async restart() {
      await server.stop()
      server = await begin()
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
