// Sessions that end: at once where they end, within 30 s everywhere, and for good.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBff } from './support/bff.ts'
import { menus, startUpstream } from './support/upstream.ts'

const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const person = { id: 7, name: 'Ana Lima', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') }

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>

beforeEach(async () => {
  upstream = await startUpstream()
  upstream.people.set('ana@x.co', { ...person })
  upstream.answers.set('GET /clients', { json: [] })
  bff = await startBff({ upstream: { url: upstream.url }, env: { SESSION_SECRET: KEY } })
})
afterEach(async () => {
  await bff.stop()
  await upstream.stop()
})

const clients = (cookie: string, from = bff) => from.call('GET', '/api/clients', { cookie }).then(({ status }) => status)

it.each(['x', '~2', '~', '~2~2'])('a cookie has one spelling: with %s behind it, it is nobody', async (more) => {
  const cookie = await bff.signIn('ana@x.co')
  expect([await clients(cookie), await clients(cookie + more)]).toEqual([200, 401])
})
