// Measures how long `npm start` takes, from the command to the first answer, in a folder in which it has been run before.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../tests/support/server.ts'
import { median } from './median.ts'

const LIMIT = 2000
const RUNS = 5
const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-bench-'))

async function start() {
  const began = performance.now()
  const server = await startServer({ command: ['npm', 'start'], env: { DATA_DIR: dataDir } })
  const ready = performance.now() - began
  await server.stop()
  return ready
}

console.log(`primeiro início, dados vazios: ${Math.round(await start())} ms`)
const times: number[] = []
for (let run = 0; run < RUNS; run++) times.push(await start())
await rm(dataDir, { recursive: true, force: true })

const middle = median(times)
console.log(`inícios seguintes: ${times.map(Math.round).join(', ')} ms; mediana ${Math.round(middle)} ms, limite ${LIMIT} ms`)
process.exit(middle < LIMIT ? 0 : 1)
