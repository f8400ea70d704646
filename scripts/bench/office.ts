// `npm run bench:office -- --people 300 --minutes 10`: people of an office live a day in so many minutes, on three set-ups: the embedded database,
// PostgreSQL with one process, and PostgreSQL with two processes behind nginx. In the third, one process is killed in the middle and started again.
// Every answer is judged, and every confirmed save is read back. At the end, two processes are compared with one, each limited to the same share of
// a core. `--only embedded|one|two|share` runs one part. Needs PostgreSQL, Redis, nginx, and for the comparison wrk and cpulimit.
import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { onPath, required } from '../../tests/support/programs.ts'
import { median } from './median.ts'
import { addPeople, liveDay, PASSWORD, readBack } from './office/people.ts'
import { startOffice, type Office } from './office/setups.ts'
import { createTraffic } from './office/traffic.ts'
import { alternate, perSecond } from './wrk.ts'

/** Goals: p99 of saves in ms, and the throughput of two processes as a multiple of that of one. */
const SLOWEST_SAVE = 500
const TWICE = 1.7
/** Pause in ms between two looks at the memory. */
const LOOK = 5_000
/** CPU time of each process in the comparison, in percent of a core. What remains of two cores serves the other programs. */
const SHARE = 30
/** Number of people who take turns in the comparison, enough to stay under the limit of calls per minute. */
const ASKING = 150
const ROUNDS = 5
const SECONDS = 4
/** Requests of the comparison that take more work of the product than of the database. */
const ASKED = {
  'the page Home': '/home',
  'the call of Home': '/api/dash/Home',
  'who one is': '/api/auth',
  'the poll of a wall': '/api/dash/painelOndeEstou',
}

const { values } = parseArgs({
  options: { people: { type: 'string', default: '300' }, minutes: { type: 'string', default: '10' }, only: { type: 'string' } },
})
const count = Number(values.people)
const day = Number(values.minutes) * 60_000
const failures: string[] = []
const must = (fits: boolean, what: string) => void (fits || failures.push(what))
// Exit on a signal, because this also stops the processes that the script started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Prints how long requests took. Returns the 99th percentile in ms. */
function tell(name: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
  const [p50, p95, p99, most] = [at(0.5), at(0.95), at(0.99), at(1)].map((ms) => ms.toFixed(0))
  console.log(`  ${name}: ${times.length}; p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${most} ms`)
  return at(0.99)
}
const cpuOf = (office: Office) => new Map([...office.usage()].map(([name, { cpu }]) => [name, cpu]))

/** One day on one set-up. Everything that the goals say about it is checked. */
async function live(name: string, kind: Parameters<typeof startOffice>[0]) {
  const office = await startOffice(kind)
  const people = await addPeople(office.url, count, office.password)
  const traffic = createTraffic(office.url)
  const sizeBefore = await office.size()
  const before = cpuOf(office)
  const own = process.cpuUsage()
  const highest = new Map<string, number>()
  const looking = setInterval(() => {
    for (const [part, { mb }] of office.usage()) highest.set(part, Math.max(mb, highest.get(part) ?? 0))
  }, LOOK)
  const seconds = await liveDay(traffic, people, day, office.crash)
  clearInterval(looking)
  const { user, system } = process.cpuUsage(own)
  const { times, wrong, counts } = traffic
  const all = Object.values(times).flat()
  console.log(`\n${name}: ${count} people, ${seconds.toFixed(0)} s, ${(all.length / seconds).toFixed(1)} requests a second`)
  tell('all requests', all)
  tell('sign-ins', times.signIn)
  must(tell('saves', times.save) < SLOWEST_SAVE, `${name}: p99 of saves not under ${SLOWEST_SAVE} ms`)
  const after = office.usage()
  for (const [part, { cpu, mb }] of after) {
    const used = cpu - (before.get(part) ?? 0)
    const most = Math.max(mb, highest.get(part) ?? 0)
    console.log(
      `  ${part}: ${((1000 * used) / count).toFixed(0)} ms of CPU time per person's day, ${(used / seconds).toFixed(2)} cores, up to ${most.toFixed(0)} MB`,
    )
  }
  console.log(`  these people themselves: ${((user + system) / 1e6 / seconds).toFixed(2)} of ${cpus().length} cores`)
  const grown = (await office.size()) - sizeBefore
  if (grown) console.log(`  the database grew by ${((1000 * grown) / count).toFixed(1)} kB per person's day`)
  const found = await readBack(office.url, people)
  console.log(
    `  ${found.records} saved records read back, ${found.wrong.length} not as confirmed, ${counts.signedOut + found.signedOut} times signed out`,
  )
  console.log(`  ${wrong.length} wrong answers; without an answer and repeated: ${counts.unansweredSaves} saves, ${counts.unanswered} other requests`)
  for (const [what, times] of traffic.lost) console.log(`    ${times} times ${what}`)
  for (const line of [...wrong, ...found.wrong].slice(0, 20)) console.log(`    ${line}`)
  must(wrong.length + found.wrong.length === 0, `${name}: wrong answers or lost saves`)
  if (kind !== 2) must(counts.unanswered + counts.unansweredSaves === 0, `${name}: requests without an answer`)
  await office.stop()
}

/** Two processes compared with one, as if each ran on a small machine of its own beside those of nginx and the databases. */
async function share() {
  const cpulimit = required({ name: 'cpulimit', debian: 'cpulimit', find: () => onPath('cpulimit') })
  const office = await startOffice(2)
  const people = await addPeople(office.url, ASKING, office.password)
  const { signIn } = createTraffic(office.url)
  for (const person of people) await signIn(person, PASSWORD)
  const cookies = people.map(({ cookie }) => cookie)
  const limits = office.products().map((pid) => spawn(cpulimit, ['-p', String(pid), '-l', String(SHARE), '-z'], { stdio: 'ignore' }))
  console.log(`\nTwo processes compared with one, each limited to ${SHARE} % of a core; ${ROUNDS} alternating rounds`)
  for (const [name, path] of Object.entries(ASKED)) {
    const costs = new Map<string, number[]>()
    const seen = await alternate([office.firstUrl, office.url], ROUNDS, async (url) => {
      const before = cpuOf(office)
      const rate = await perSecond({ url, cookies }, [{ path }], SECONDS)
      if (url === office.url)
        for (const [part, cpu] of cpuOf(office))
          costs.set(part, [...(costs.get(part) ?? []), (1000 * (cpu - (before.get(part) ?? 0))) / rate / SECONDS])
      return rate
    })
    const rate = (column: number) => median(seen.map((round) => round[column] ?? NaN)).toFixed(0)
    const ratio = median(seen.map(([one = NaN, two = NaN]) => two / one))
    const each = [...costs].map(([part, all]) => `${part} ${median(all).toFixed(2)}`).join(', ')
    console.log(
      `  ${name}: one ${rate(0)} a second, two ${rate(1)}, ratio ${ratio.toFixed(2)} (at least ${TWICE}); CPU time in ms per request with two: ${each}`,
    )
    must(ratio >= TWICE, `${name}: two processes only ${ratio.toFixed(2)} times one`)
  }
  for (const limit of limits) limit.kill()
  await office.stop()
}

const parts: Record<string, () => Promise<void>> = {
  embedded: () => live('embedded database, one process', 'embedded'),
  one: () => live('PostgreSQL and Redis, one process', 1),
  two: () => live('PostgreSQL and Redis, two processes behind nginx, one of them killed', 2),
  share,
}
if (values.only !== undefined && !(values.only in parts)) throw new Error(`--only ${Object.keys(parts).join('|')}`)
for (const [name, run] of Object.entries(parts)) if (values.only === undefined || values.only === name) await run()
for (const failure of failures) console.log(`NOT MET: ${failure}`)
process.exit(failures.length ? 1 : 0)
