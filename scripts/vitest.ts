// Shared code of `npm test` and `npm run security`: finds the programs that tests need, and runs vitest once.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseCLI, startVitest, type CliOptions, type TestCase } from 'vitest/node'
import { onPath, programs, readers } from '../tests/support/programs.ts'

/** Installs missing programs if possible. Returns a sentence for each program that is still missing. */
export function installPrograms() {
  const needed = [...Object.values(programs), ...(process.env['CI'] === 'true' ? Object.values(readers) : [])]
  const missing = needed.filter(({ find }) => !find())
  if (missing.length && process.getuid?.() === 0 && onPath('apt-get')) installWithApt(missing.map(({ debian }) => debian))
  return missing
    .filter(({ find }) => !find())
    .map(({ name, debian }) => `${name}: não está nesta máquina e não pôde ser instalado. Como root: apt-get install ${debian}`)
}

/**
 * Runs the tests that `args` choose, as the command line of vitest does. `broken` is the number of files that cannot be loaded, hooks that failed,
 * and errors outside every test.
 */
export async function runTests(args: string[], more: CliOptions = {}) {
  process.env.NODE_ENV = 'production'
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const seed = options.sequence?.seed ?? randomInt(2 ** 31)
  process.env['SEED'] = String(seed)
  const vitest = await startVitest('test', filter, { ...options, ...more, sequence: { ...options.sequence, seed } })
  const modules = vitest.state.getTestModules()
  const tests: TestCase[] = modules.flatMap((module) => [...module.children.allTests()])
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const broken = suites.filter((suite) => suite.errors().length > 0).length + vitest.state.getUnhandledErrors().length
  await vitest.close()
  return { tests, broken, chosen: options.testNamePattern !== undefined }
}

function installWithApt(packages: string[]) {
  console.log(`Instalando ${packages.join(', ')}…`)
  const apt = (...aptArgs: string[]) =>
    execFileSync('apt-get', ['-qq', ...aptArgs], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  } catch {
    // The messages of apt-get were already printed. Programs that are still missing are reported as not run.
  }
}
