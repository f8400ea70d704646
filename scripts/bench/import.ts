// `npm run bench:import`: measures how long an import of 10,000 clients into a running server takes, as `npm run import` does it.
import { bring } from '../../server/api/db/operator.ts'
import { startServer } from '../../tests/support/server.ts'

/** Maximum duration in seconds. */
const LIMIT = 10
const COUNT = 10_000

await using server = await startServer()
const lines = Array.from({ length: COUNT }, (_, i) => ({ line: i + 2, values: { nome: `Cliente importado ${i}`, cidade: 'Sinop', uf: 'MT' } }))
const start = performance.now()
const { created } = await bring({ dataDir: server.dataDir }, { kind: 'clients', lines, check: false }, () => undefined)
const seconds = (performance.now() - start) / 1000
console.log(`${created} clients imported in ${seconds.toFixed(1)} s (at most ${LIMIT})`)
process.exitCode = created === COUNT && seconds < LIMIT ? 0 : 1
