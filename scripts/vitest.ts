// Shared code of `npm test` and `npm run security`: finds the programs that tests need, and runs vitest once.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseCLI, startVitest, type CliOptions, type TestCase, type TestModule, type TestSuite } from 'vitest/node'
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
 * and errors outside every test. `slow` has the passed tests that took more than half of their time limit, and `tooSlow` one line for each of them and
 * for each such hook: they could fail by chance on a busier machine.
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
  const slow = tests.filter((test) => test.result().state === 'passed' && (test.diagnostic()?.duration ?? 0) > (test.options.timeout ?? Infinity) / 2)
  const tooSlow = [
    ...slow.map((test) => slowLine(nameOf(test), test.diagnostic()?.duration, test.options.timeout)),
    ...suites.flatMap((suite) => suite.meta().slowHooks?.map(({ name, took, limit }) => slowLine(`${nameOf(suite)}, ${name}`, took, limit)) ?? []),
  ]
  return { tests, broken, slow, tooSlow, chosen: options.testNamePattern !== undefined }
}

export const nameOf = (one: TestCase | TestSuite | TestModule) =>
  one.type === 'module' ? one.relativeModuleId : `${one.module.relativeModuleId} > ${one.fullName}`
const slowLine = (name: string, took = 0, limit = 0) => `too slow: ${name} took ${Math.round(took)} ms, more than half of its ${limit} ms`

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
