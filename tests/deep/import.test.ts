import { expect, it } from 'vitest'
import { bring } from '../../server/api/db/operator.ts'
import { newStorage } from '../support/api.ts'
import { startServer } from '../support/server.ts'

it('an import of clients into a running server runs in batches of 500, and reports its progress after each batch', async () => {
  await using place = await newStorage('embedded', 'demo')
  await using server = await startServer({ env: { DATA_DIR: place.dataDir } })
  const lines = Array.from({ length: 1_200 }, (_, i) => ({ line: i + 2, values: { nome: `Cliente importado ${i}`, cidade: 'Sinop', uf: 'MT' } }))
  const steps: number[] = []
  const outcome = await bring({ dataDir: server.dataDir }, { kind: 'clients', lines, check: false }, (done) => steps.push(done))
  expect(outcome).toMatchObject({ created: 1_200, changed: 0, same: 0 })
  expect(steps).toEqual([500, 1_000, 1_200])
})
