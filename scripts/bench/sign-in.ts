// `npm run bench:sign-in`: compares the CPU time of a sign-in with an unknown e-mail with that of a sign-in with a wrong password. A visible
// difference would reveal who has an account. The medians may differ by a fifth at most.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApi } from '../../server/api/start.ts'
import { median } from './median.ts'

const ROUNDS = 11
const LIMIT = 0.2
const secret = 'bench'

const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-bench-'))
const api = await startApi({ dataDir, demo: true, secret })
const signIn = (email: string, password: string) =>
  fetch(`${api.url}/auth`, {
    method: 'POST',
    headers: { 'x-channel': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
/**
 * CPU time of a sign-in in ms, including the threads of argon2 and of the API. Wall time is not used, because other load on the machine affects it.
 */
async function costOf(email: string) {
  const before = process.cpuUsage()
  await (await signIn(email, 'errada errada')).arrayBuffer()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const KNOWN = 'vinicius.braganca@exemplo.com.br'
// Sign in once before measuring, so that the stored hash has the current cost.
await signIn(KNOWN, 'exemplo-2026')
const [unknown, wrong]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round += 1) {
  unknown.push(await costOf('ninguem@exemplo.com.br'))
  wrong.push(await costOf(KNOWN))
}
const difference = Math.abs(median(unknown) / median(wrong) - 1)
console.log(
  `an unknown e-mail ${median(unknown).toFixed(0)} ms, a wrong password ${median(wrong).toFixed(0)} ms of CPU time; ${(100 * difference).toFixed(1)} % apart (at most ${100 * LIMIT} %)`,
)
await api.stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(difference < LIMIT ? 0 : 1)
