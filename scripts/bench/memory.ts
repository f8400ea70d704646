// The memory of the BFF with the embedded API at rest, in the proportional set size of every process from up.mjs down (Linux only).
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../../tests/support/server.ts'

const LIMIT = 320
const RESTS = 30

/** A process and all below it. */
function tree(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number))
  return [pid, ...children.flatMap(tree)]
}
const megabytes = (pid: number) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
const name = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 40)

// The system's Node, which may be too old for the server: then up.mjs stays as its parent, and is counted.
await using server = await startServer({ command: ['node', 'scripts/up.mjs', 'server/main.ts'] })
console.log(`em repouso por ${RESTS} s…`)
await delay(RESTS * 1000)
const parts = tree(server.pid).map((pid) => ({ name: name(pid), size: megabytes(pid) }))
for (const { name, size } of parts) console.log(`${size.toFixed(0).padStart(5)} MB  ${name}`)
const total = parts.reduce((sum, { size }) => sum + size, 0)
console.log(`ao todo ${total.toFixed(0)} MB, limite ${LIMIT} MB`)
process.exitCode = total < LIMIT ? 0 : 1
