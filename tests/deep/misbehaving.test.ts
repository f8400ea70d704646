// Tests a misbehaving upstream in cases that take minutes or much memory: every timeout on every route, and the longest responses.
import { describe, expect, it } from 'vitest'
import { hurtsOne, listsWrong, misbehaviours, nests, OK, pour, readers, roads, startMisbehavingSite, upstream } from '../support/misbehaving.ts'
import { startServer } from '../support/server.ts'

startMisbehavingSite()

describe.each(Object.entries(roads).filter(([name]) => name !== 'a call that reads'))('an upstream that misbehaves during %s', (_name, road) => {
  it.each(misbehaviours.filter(([, kind]) => kind === 'late'))('only one call fails: %s', (_what, kind, misbehave) => hurtsOne(road, kind, misbehave))

  it('if the upstream sends ten million nested brackets, only this request fails, and the next one succeeds', () => nests(road))
})

// Half the size is enough here. `npm run bench:odd` sends 16 MB and measures how long that takes.
describe.each<[string, [string, number]]>([
  ['8 MB of ones', ['1', 4_000_000]],
  ['8 MB of empty objects', ['{}', 2_650_000]],
])('an upstream whose lists are %s [2.4.1 13.2.6]', (_what, kind) => {
  it.each(readers)('the reply is refused, and the next request for the same route succeeds: %s', (at) => listsWrong(roads[at], kind))
})

it(
  'two million pieces of one byte each from the upstream take up little more memory than the bytes themselves [13.2.6 15.2.2]',
  { timeout: 240_000 },
  async () => {
    const command = [process.execPath, '--max-old-space-size=200', 'server/main.ts'] satisfies [string, ...string[]]
    await using server = await startServer({ command, env: { UPSTREAM_URL: upstream.url } })
    const signedIn = await fetch(`${server.url}/api/auth`, {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@x.co', password: 'senha' }),
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const clients = () => fetch(`${server.url}/api/clients`, { headers: { cookie } })
    upstream.answers.set('GET /clients', ({ socket }) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
      pour(socket, Buffer.from('1\r\n \r\n'.repeat(10_000)), 200, '2\r\n[]\r\n0\r\n\r\n')
    })
    const response = await clients()
    expect([response.status, await response.json()]).toEqual([200, []])
  },
)
