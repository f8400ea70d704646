// `npm test`: gets what the tests need, runs them and ends with `N passed, N failed`. Arguments go to vitest: `npm test -- clients`.
// `npm run test:deep` the same for those of tests/deep, which wait for seconds or take minutes each; .ci/run runs both.
// What this machine cannot have is told, never silently skipped; with CI=true it is a failure.
import type { TestCase } from 'vitest/node'
import { installPrograms, runTests } from './vitest.ts'

const notRun = installPrograms()
const { tests, broken, chosen } = await runTests(process.argv.slice(2))
const inState = (state: string) => tests.filter((test) => test.result().state === state)
const passed = inState('passed').length
const failed = inState('failed').length + broken

// With -t whatever does not match counts as skipped, on purpose.
if (!chosen)
  for (const test of inState('skipped').filter((one) => !broke(one))) {
    const result = test.result()
    notRun.push(`${test.module.relativeModuleId} > ${test.fullName}${'note' in result && result.note ? `: ${result.note}` : ''}`)
  }

/** What stands around it failed before it began: that is told once. */
function broke({ parent }: TestCase): boolean {
  for (let at: TestCase['parent'] = parent; ; at = at.parent) {
    if (at.errors().length > 0) return true
    if (at.type === 'module') return false
  }
}

for (const line of notRun) console.log(`not run: ${line}`)
if (passed + failed === 0) console.log('Nenhum teste foi executado.')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 || (process.env['CI'] === 'true' && notRun.length > 0) ? 1 : 0)
