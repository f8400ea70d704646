import { expect, it } from 'vitest'
import { bring } from '../../server/api/db/operator.ts'
import { startServer } from '../support/server.ts'

it('brings 10,000 clients to a running server in under 10 s, with progress', async () => {
  await using server = await startServer()
  const lines = Array.from({ length: 10_000 }, (_, i) => ({ line: i + 2, values: { nome: `Cliente importado ${i}`, cidade: 'Sinop', uf: 'MT' } }))
  const steps: number[] = []
  const start = performance.now()
  const outcome = await bring({ dataDir: server.dataDir }, { kind: 'clients', lines, check: false }, (done) => steps.push(done))
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(outcome).toMatchObject({ created: 10_000, changed: 0, same: 0 })
  expect(steps).toHaveLength(20)
  expect(steps.at(-1)).toBe(10_000)
})
