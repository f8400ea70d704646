// The deadlines of SECURITY.md that are a socket's own, and so waited for.
import { describe, expect, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()

describe('deadlines [2.4.1 15.1.3 13.2.6]', () => {
  it('10 s between two pieces', async () => {
    upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
    const bff = await startBff({ upstream: { url: upstream.url } })
    const cookie = await bff.signIn('ana@x.co')
    upstream.answers.set('GET /clients', (_req, res) => void res.writeHead(200).write('['))
    const start = performance.now()
    expect((await bff.call('GET', '/api/clients', { cookie })).status).toBe(504)
    const seconds = (performance.now() - start) / 1000
    expect([seconds > 9.9, seconds < 14]).toEqual([true, true])
    await bff.stop()
  })
})
