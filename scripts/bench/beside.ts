// `npm run bench:beside -- COMMIT BENCH [its arguments]`: runs a bench with another commit and with the current code, in turns, so that other load on
// the machine affects both sides.
// For the benches load, proxy and gate, the servers of both sides are measured in turns of one or two seconds. For other benches, each side runs its
// own version of the bench three times; the medians of each figure and their ratio are printed, with the lowest and the highest ratio.
// Exits with 1 if a throughput is below 0.95 of that of the other commit.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { median } from './median.ts'

const ROUNDS = 3
const IN_TURNS = ['load', 'proxy', 'gate']

/** The figures that the other benches print, and how to find each in the output. */
const FIGURES = new Map<string | undefined, { name: string; at: RegExp }[]>([
  [
    'sigterm',
    [
      { name: 'answered', at: /(\d+) answered(?!.*\d+ answered)/s },
      { name: 'failed', at: /(\d+) failed(?!.*\d+ failed)/s },
    ],
  ],
  ['grid', ['draw', 'sort', 'search', 'scroll'].map((name) => ({ name, at: new RegExp(`^${name}.*: (\\d+)`, 'm') }))],
  [
    'memory',
    [
      { name: 'after the first start, MB', at: /primeiro início: (\d+)/ },
      { name: 'after the second, MB', at: /segundo: (\d+)/ },
    ],
  ],
  ['ssr', [{ name: '/home, ms of CPU', at: /home: ([\d.]+)/ }]],
  ['start', [{ name: 'ms', at: /mediana (\d+)/ }]],
])

const root = join(import.meta.dirname, '../..')
// The folder is on the same disk as the project, because it uses hard links.
const places = join(root, '.cache/beside')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const remove = (place: string) => {
  rmSync(place, { recursive: true, force: true })
  git('worktree', 'prune')
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const [asked = '', bench, ...args] = process.argv.slice(2)
const figures = FIGURES.get(bench) ?? []
const benches = [...IN_TURNS, ...FIGURES.keys()]
if (!benches.includes(bench)) {
  console.log(`npm run bench:beside -- COMMIT ${benches.join('|')} [argumentos do teste]`)
  process.exit(1)
}
const commit = git('rev-parse', '--verify', `${asked}^{commit}`)

// Remove what an earlier run left: if it was killed outright, it could not clean up.
mkdirSync(places, { recursive: true })
for (const pid of readdirSync(places)) if (!isAlive(Number(pid))) remove(join(places, pid))
const there = join(places, String(process.pid))
let running: number | undefined
process.once('exit', () => {
  // Kill the whole process group, because the servers that the child started belong to it.
  if (running && isAlive(running)) process.kill(-running, 'SIGKILL')
  remove(there)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

async function run(cwd: string, ...words: string[]) {
  const child = spawn(process.execPath, words, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  running = child.pid
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  running = undefined
  return said
}

git('worktree', 'add', '--detach', there, commit)
const lock = (folder: string) => join(folder, 'package-lock.json')
if (readFileSync(lock(there)).equals(readFileSync(lock(root)))) {
  execFileSync('cp', ['-al', join(root, 'node_modules'), there])
  // Make the lock file older than the installed packages, so that nothing is installed.
  utimesSync(lock(there), 0, 0)
}
console.log(`${git('log', '-1', '--format=%h %s', commit)} beside what is here`)
for (const folder of [there, root]) await run(folder, 'scripts/up.mjs')

if (IN_TURNS.includes(bench ?? '')) {
  const said = await run(root, `scripts/bench/${bench}.ts`, 'beside', there)
  console.log(said.trim())
  process.exit(said.includes('WORSE') || !said.includes('ratio') ? 1 : 0)
}

const measure = async (cwd: string) => {
  const said = await run(cwd, `scripts/bench/${bench}.ts`, ...args)
  return figures.map(({ name, at }) => {
    const [, figure] = at.exec(said) ?? []
    if (figure === undefined) throw new Error(`${basename(cwd)}: no “${name}” in the output:\n${said}`)
    return Number(figure)
  })
}

const rounds: Map<string, number[]>[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const seen = new Map<string, number[]>()
  for (const folder of round % 2 ? [root, there] : [there, root]) seen.set(folder, await measure(folder))
  rounds.push(seen)
  console.log(`${round + 1} of ${ROUNDS} rounds`)
}
for (const [index, { name }] of figures.entries()) {
  const of = (folder: string) => rounds.map((seen) => seen.get(folder)?.[index] ?? NaN)
  // If both figures are equal (for example no failures), the ratio is 1, even for 0 / 0.
  const ratios = of(root).map((here, round) => (here === of(there)[round] ? 1 : here / (of(there)[round] ?? NaN)))
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  console.log(`${name}: ${median(of(there))} before, ${median(of(root))} here, ratio ${median(ratios).toFixed(2)} (${spread})`)
}
