// Runs tests and ends with `N passed, N failed`. Arguments go to vitest: `npm test -- clients`.
//   npm test          the projects unit and usual: what a change can break
//   .ci/run           these and deep, with CI=true: both databases, and a program that this machine lacks is a failure
//   npm run nightly   each part of tests/nightly (scripts/nightly.ts)
import type { TestCase } from 'vitest/node'
import { installPrograms, nameOf, runTests } from './vitest.ts'

const notRun = installPrograms()
const { tests, broken, slow, tooSlow, chosen } = await runTests(process.argv.slice(2))
const inState = (state: string) => tests.filter((test) => test.result().state === state)
const passed = inState('passed').length - slow.length
const failed = inState('failed').length + broken + tooSlow.length

// With -t, the tests that do not match are skipped on purpose, so they are not reported.
if (!chosen)
  for (const test of inState('skipped').filter((one) => !broke(one))) {
    const result = test.result()
    notRun.push(`${nameOf(test)}${'note' in result && result.note ? `: ${result.note}` : ''}`)
  }

/** Whether a hook around the test failed before the test began. If so, that failure is already counted. */
function broke({ parent }: TestCase): boolean {
  for (let at: TestCase['parent'] = parent; ; at = at.parent) {
    if (at.errors().length > 0) return true
    if (at.type === 'module') return false
  }
}

// Each failure is repeated in one line at the end, because this is where readers of a long log begin.
for (const test of inState('failed')) console.log(`failed: ${nameOf(test)}: ${test.result().errors?.[0]?.message.split('\n')[0]?.slice(0, 200)}`)
for (const line of notRun) console.log(`not run: ${line}`)
for (const line of tooSlow) console.log(line)
if (passed + failed === 0)
  console.log('Nenhum teste foi executado. Os de tests/deep: npm run test:deep -- nome; os de tests/nightly: npm run nightly -- parte.')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 || (process.env['CI'] === 'true' && notRun.length > 0) ? 1 : 0)
