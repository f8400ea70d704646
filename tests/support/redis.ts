// A throw-away Redis server.
import { tmpdir } from 'node:os'
import { freePort, launch } from './process.ts'
import { programs } from './programs.ts'

/** An empty server that keeps nothing. Throws when this machine has no Redis. */
export async function startRedis() {
  const program = programs.redis.find()
  if (!program) throw new Error('Redis is not on this machine.')
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = launch(program, args, { cwd: tmpdir() })
  await server.said('eady to accept connections')
  return {
    url: `redis://127.0.0.1:${port}`,
    /** It listens, and says nothing. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    stop: async () => void (await server.stop()),
  }
}
