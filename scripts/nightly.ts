// `npm run nightly`: runs all checks that take too long for .ci/run, one part after the other. `npm run nightly -- wall timer` runs only the named
// parts. `--quick` is for trying the command itself: parts with a count run only a hundredth of it. Each part ends with one line. The exit code is 1
// if a part failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const LOGS = join(root, '.cache/nightly')

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean', default: false } }, allowPositionals: true })
const share = values.quick ? 0.01 : 1
const some = (count: number) => String(Math.max(1, Math.round(count * share)))
const test = (file: string) => ['scripts/test.ts', '--project', 'nightly', `tests/nightly/${file}.test.ts`]

/** The arguments of `node` for each part. */
const parts: Record<string, string[]> = {
  soak: ['scripts/soak.ts', '--hours', String(4 * share)],
  attack: ['scripts/attack.ts', '--requests', some(1_000_000)],
  held: ['scripts/attack.ts', '--mode', 'held'],
  race: ['scripts/attack.ts', '--mode', 'race'],
  unread: ['scripts/attack.ts', '--mode', 'unread'],
  starve: ['scripts/attack.ts', '--mode', 'starve'],
  crash: ['scripts/bench/crash.ts', some(100)],
  crossings: ['scripts/bench/crossings.ts', '--requests', some(100_000)],
  sigterm: ['scripts/bench/sigterm.ts', '--times', some(100)],
  issuing: test('issuing'),
  pages: test('pages'),
  paths: test('paths'),
  wall: test('wall'),
  timer: test('timer'),
}

const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.log(`npm run nightly -- [--quick] [${Object.keys(parts).join(' ')}]`)
  process.exit(1)
}

mkdirSync(LOGS, { recursive: true })
let failed = 0
for (const name of chosen) {
  const start = performance.now()
  const log = join(LOGS, `${name}.log`)
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, ['scripts/up.mjs', ...(parts[name] ?? [])], {
    cwd: root,
    // With CI, both databases are tested, and a skipped test counts as a failure.
    env: { ...process.env, CI: 'true', NIGHTLY_SHARE: String(share) },
    stdio: ['ignore', output, output],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  closeSync(output)
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  // The last line of the output of a part is its result.
  const figure = readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''
  console.log(`${name}: ${code === 0 ? 'ok' : `FAILED, see ${log}`}; ${figure}; ${minutes} min`)
  if (code !== 0) failed += 1
}
process.exit(failed > 0 ? 1 : 0)
