// Tests `npm run session`, which lets an operator list and end sessions while the server runs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { apart, here, said } from '../support/command.ts'
import { menus, startUpstream } from '../support/upstream.ts'

const SESSION_SECRET = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'

describe.each([
  ['a file', undefined],
  ['Redis', inject('redisUrl')],
])('sessions stored in %s', (_name, redisUrl) => {
  it.skipIf(redisUrl === '')(
    '`npm run session` lists the live sessions, and ends a single one or all sessions of a person [7.1.2 7.4.4-5 7.5.2]',
    { timeout: 240_000 },
    async () => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'csnoteweb-sessions-'))
      const env = { DATA_DIR, ...(redisUrl && { REDIS_URL: redisUrl }) }
      const session = (...args: string[]) => here('session', args, env)
      const upstream = await startUpstream()
      // All tests share the Redis server, so this test uses ids that no other test uses.
      for (const id of [90_007, 90_008])
        upstream.people.set(`p${id}@x.co`, { id, name: `P${id}`, supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
      upstream.answers.set('GET /clients', { json: [] })
      const bff = await startBff({ upstream: { url: upstream.url }, env: { ...env, SESSION_SECRET } })
      const ana = [await bff.signIn('p90007@x.co'), await bff.signIn('p90007@x.co'), await bff.signIn('p90007@x.co')]
      const rui = await bff.signIn('p90008@x.co')
      const statuses = () => Promise.all([...ana, rui].map(async (cookie) => (await bff.call('GET', '/api/clients', { cookie })).status))

      const listed = await said(session('list', 'user:90007'))
      expect(listed.match(/user:90007/g)).toHaveLength(3)
      expect(listed).not.toContain('user:90008')
      for (const cookie of ana) expect(listed).not.toContain(cookie.split('=')[1])
      expect(await said(session('list'))).toContain('user:90008')
      expect(await statuses()).toEqual([200, 200, 200, 200])

      const [newest = ''] = listed.match(/^[0-9a-f]{12}/m) ?? []
      expect(await said(apart('session', ['end', newest], env))).toContain('Uma entrada encerrada')
      expect((await statuses()).filter((status) => status === 401)).toHaveLength(1)
      expect(await said(session('end', 'user:90007'))).toContain('2 entradas encerradas')
      expect(await statuses()).toEqual([401, 401, 401, 200])

      // An argument that identifies no session makes the command fail, and no session ends.
      for (const nobody of ['user:', 'user:x', 'user:90008x', 'ninguem', '90008', newest.slice(0, 7)])
        expect((await session('end', nobody)).status).toBe(1)
      expect(await statuses()).toEqual([401, 401, 401, 200])

      expect(await session('end', newest)).toMatchObject({
        status: 1,
        stderr: redisUrl ? 'Nenhuma entrada viva em uma instalação sem PUBLIC_ORIGIN.\n' : 'Nenhuma entrada viva.\n',
      })
      await bff.stop()
      await upstream.stop()
      await rm(DATA_DIR, { recursive: true })
    },
  )
})
