// GET /userstofilter to somebody with /track alone; the other people are in permissions.golden.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBff } from './support/bff.ts'
import { menus, startUpstream } from './support/upstream.ts'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>

beforeAll(async () => {
  upstream = await startUpstream()
  bff = await startBff({ upstream: { url: upstream.url } })
})
afterAll(async () => {
  await bff.stop()
  await upstream.stop()
})

it.each([
  ['a supervisor', 'S', 1, 200],
  ['finance', 'N', 4, 403],
  ["supervisor 's'", 's', 3, 403],
])('%s is told whose time may be chosen, or not: %s, %s → %i', async (name, supervisor, departamento, status) => {
  upstream.people.set('p@x.co', { id: 7, name, supervisor, departamento, status: 'A', acessos: menus('/track') })
  upstream.answers.set('GET /userstofilter', { json: [{ ID: 7, NOMECOMPLETOUSUARIO: 'Bia', EMAILUSER: 'bia@x.co' }] })
  const response = await bff.call('GET', '/api/userstofilter', { cookie: await bff.signIn('p@x.co') })
  expect(response.status).toBe(status)
  if (status === 200) expect(await response.json()).toEqual([{ ID: 7, NOMECOMPLETOUSUARIO: 'Bia' }])
})
