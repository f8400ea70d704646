// `npm run attack -- --requests 1000000 [--seed S]`: starts the product in its own process and sends it randomly mutated requests. The answers are
// judged as in tests/deep/hostile.test.ts.
// `--seed S --only N` sends only request N of that run again and prints the request in full.
// `-- --mode held|race|unread|starve`: holds back the body of every call, changes rights while a call is judged, leaves replies unread, or lets one
// person request everything. With `--hole 1`, the mode runs against a copy of the sources with a known hole and must find that hole.
import { parseArgs } from 'node:util'
import { mutated } from '../tests/security/attack/mutate.ts'
import { play } from '../tests/security/attack/run.ts'
import { openTarget } from '../tests/security/attack/target.ts'

/**
 * Maximum memory in MB for the unread replies of one person. Eight replies are held at once, each in four forms: the received bytes, the objects, the
 * sent bytes, and garbage that was not collected yet.
 */
const MEGABYTES = 400

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
    mode: { type: 'string' },
    hole: { type: 'string' },
  },
})
if (values.mode !== undefined) {
  const { modes, playMode } = await import('../tests/security/attack/modes/modes.ts')
  if (!Object.hasOwn(modes, values.mode)) throw new Error(`--mode ${Object.keys(modes).join('|')}`)
  // The check above ensures that the mode exists, so the cast is safe.
  const mode = values.mode as keyof typeof modes
  const hole = values.hole === undefined ? undefined : modes[mode].holes[Number(values.hole) - 1]
  if (values.hole !== undefined && !hole) throw new Error(`--hole 1 to ${modes[mode].holes.length}`)
  const { tried, wrong, megabytes } = await playMode(mode, hole)
  if (megabytes !== undefined) console.log(`one person's unread replies: ${Math.round(megabytes)} MB (at most ${MEGABYTES})`)
  if ((megabytes ?? 0) > MEGABYTES) wrong.push('one person’s unread replies cost too much memory')
  for (const line of wrong) console.log(line)
  console.log(`${mode}${hole ? `, where ${hole.what}` : ''}: ${tried} tried, ${wrong.length} wrong`)
  process.exit(wrong.length > 0 ? 1 : 0)
}
const seed = Number(values.seed)
const only = values.only === undefined ? undefined : Number(values.only)
const requests = Number(values.requests)
console.log(`seed ${seed}`)

const target = await openTarget({ logged: false })
const start = performance.now()
let sent = 0
let reached = 0
let leaks = 0

/** Each lane sends a fixed set of request numbers, so the number of a request does not depend on which lane is faster. */
await Promise.all(
  target.lanes.map(async (lane, first) => {
    for (let number = first; number < requests; number += target.lanes.length) {
      if (only !== undefined && number !== only) continue
      const attempt = mutated(seed, number, lane.attacker.name)
      const { wrong, arrived } = await play(target, lane, attempt)
      sent += 1
      if (arrived) reached += 1
      if (sent % 50_000 === 0) console.log(`${sent} requests, ${reached} arrived upstream, ${leaks} leaks, ${rate()} a second`)
      if (wrong.length === 0 && only === undefined) continue
      leaks += Math.min(wrong.length, 1)
      console.log(JSON.stringify({ again: `--seed ${seed} --only ${number}`, wrong, ...attempt, body: String(attempt.body) }, null, 2))
    }
  }),
)
const problems = [
  ...((await target.lives()) ? [] : ['the process does not answer']),
  ...target.strays,
  ...(target.output().includes('"level":"fatal"') ? [target.output()] : []),
]
for (const problem of problems) console.log(problem)
await target.close()
console.log(`${sent} requests, seed ${seed}, ${reached} arrived upstream, ${leaks + problems.length} leaks (${rate()} a second)`)
process.exit(leaks + problems.length > 0 ? 1 : 0)

function rate() {
  return Math.round(sent / ((performance.now() - start) / 1000))
}
