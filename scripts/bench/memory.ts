// Measures the memory of the idle BFF with the embedded API: the proportional set size of up.mjs and all processes below it (Linux only).
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../../tests/support/server.ts'

const LIMIT = 320
const REST = 30_000

/** Ids of a process and all its descendants. */
function tree(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number))
  return [pid, ...children.flatMap(tree)]
}
const megabytes = (pid: number) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
const name = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 40)

const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-bench-'))

/** Prints the memory in MB of a product that has just started and is idle. */
async function atRest(what: string) {
  // If the Node of the system is too old for the server, up.mjs stays as its parent process and is counted too.
  await using server = await startServer({ command: ['node', 'scripts/up.mjs', 'server/main.ts'], env: { DATA_DIR: dataDir } })
  await delay(REST)
  const parts = tree(server.pid).map((pid) => ({ name: name(pid), size: megabytes(pid) }))
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  console.log(`${what}: ${total.toFixed(0)} MB (${parts.map(({ name, size }) => `${size.toFixed(0)} ${name}`).join(', ')}), limite ${LIMIT} MB`)
  return total
}

const totals = [await atRest('em repouso depois do primeiro início'), await atRest('em repouso depois do segundo')]
await rm(dataDir, { recursive: true, force: true })
process.exit(totals.every((total) => total < LIMIT) ? 0 : 1)
