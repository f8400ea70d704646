// `npm run bench:clone -- [COMMIT]`: measures the time from `git clone` to the first sign-in page, for another commit and for the current one in turns,
// so that other load on the machine affects both. The packages come from npm's cache, which the first clone fills.
// It exits with 1 if the time or the size of node_modules exceeds its share of the other commit's.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { launchServer, root } from '../../tests/support/server.ts'
import { median } from './median.ts'

const ROUNDS = 3
/** The largest share of the other commit's figure that each figure may have. */
const GOALS = { seconds: 0.4, megabytes: 0.5 }

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
const [asked = '6346fc7'] = process.argv.slice(2)
const commits = [asked, 'HEAD'].map((name) => git('rev-parse', '--verify', `${name}^{commit}`))

// A signal ends this script through the handlers of 'exit', which end the servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

async function measure(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'csnoteweb-clone-'))
  const cwd = join(folder, 'clone')
  const began = performance.now()
  git('clone', '--quiet', '--no-checkout', root, cwd)
  git('-C', cwd, 'checkout', '--quiet', '--detach', commit)
  await using server = await launchServer({ cwd, command: ['npm', 'start'], env: { DATA_DIR: join(folder, 'data') } })
  // The machine also has to install and build, so the page is requested only ten times per second.
  while (!(await isSignIn(server.url))) {
    if (server.over()) throw new Error(`npm start ended without serving a page:\n${server.output()}`)
    await setTimeout(100)
  }
  const seconds = (performance.now() - began) / 1000
  const megabytes = Number.parseInt(execFileSync('du', ['-sm', join(cwd, 'node_modules')], { encoding: 'utf8' }), 10)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  console.log(`${commit.slice(0, 8)}: ${seconds.toFixed(1)} s, ${megabytes} MB`)
  return { seconds, megabytes }
}

const isSignIn = (url: string) =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )

const rounds: Record<keyof typeof GOALS, number>[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const seen = new Map<string, Awaited<ReturnType<typeof measure>>>()
  for (const commit of round % 2 ? commits.toReversed() : commits) seen.set(commit, await measure(commit))
  const [before, here] = commits.map((commit) => seen.get(commit))
  rounds.push({
    seconds: (here?.seconds ?? NaN) / (before?.seconds ?? NaN),
    megabytes: (here?.megabytes ?? NaN) / (before?.megabytes ?? NaN),
  })
}
for (const name of ['seconds', 'megabytes'] as const) {
  const ratio = median(rounds.map((round) => round[name]))
  console.log(`${name}: ratio ${ratio.toFixed(2)}, goal ${GOALS[name]}`)
  if (!(ratio <= GOALS[name])) process.exitCode = 1
}
