// `npm test`: gets what the tests need, runs them all and ends with `N passed, N failed`. Arguments go to vitest: `npm test -- clients`.
// What this machine cannot have is told, never silently skipped; with CI=true it is a failure.
import { execFileSync } from 'node:child_process'
import { parseCLI, startVitest } from 'vitest/node'
import { onPath, programs } from '../tests/support/programs.ts'

const args = process.argv.slice(2)
process.env.NODE_ENV = 'test'
const notRun: string[] = []

const missing = Object.values(programs).filter(({ find }) => !find())
if (missing.length && process.getuid?.() === 0 && onPath('apt-get')) installWithApt(missing.map(({ debian }) => debian))
for (const { name, debian, find } of missing)
  if (!find()) notRun.push(`${name}: não está nesta máquina e não pôde ser instalado. Como root: apt-get install ${debian}`)

const { filter, options } = parseCLI(['vitest', 'run', ...args])
const vitest = await startVitest('test', filter, options)
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const inState = (state: string) => tests.filter((test) => test.result().state === state)
// A file that cannot be loaded, a hook that fails and an error outside every test count as failures too.
const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
const broken = suites.filter((suite) => suite.errors().length > 0).length + vitest.state.getUnhandledErrors().length
const passed = inState('passed').length
const failed = inState('failed').length + broken

// With -t whatever does not match counts as skipped, on purpose.
if (!options.testNamePattern)
  for (const test of inState('skipped')) {
    const result = test.result()
    notRun.push(`${test.module.relativeModuleId} > ${test.fullName}${'note' in result && result.note ? `: ${result.note}` : ''}`)
  }
await vitest.close()

for (const line of notRun) console.log(`not run: ${line}`)
if (passed + failed === 0) console.log('Nenhum teste foi executado.')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 || (process.env['CI'] === 'true' && notRun.length > 0) ? 1 : 0)

function installWithApt(packages: string[]) {
  console.log(`Instalando ${packages.join(', ')}…`)
  const apt = (...aptArgs: string[]) =>
    execFileSync('apt-get', ['-qq', ...aptArgs], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  } catch {
    // apt-get's own words are above; what is still missing is told as not run.
  }
}
