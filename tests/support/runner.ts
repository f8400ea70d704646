// Runs tests as vitest does, and also measures the hooks before them: vitest reports only how long tests take.
/* oxlint-disable no-restricted-properties -- measures hooks for the rule about half of their limit */
import { TestRunner, type RunnerTestSuite } from 'vitest'

interface SlowHook {
  name: string
  /** Duration and time limit in ms. */
  took: number
  limit: number
}
declare module 'vitest' {
  interface TaskMeta {
    /** The hooks of a suite that took more than half of their time limit. */
    slowHooks?: SlowHook[]
  }
}

/** The property in which vitest keeps the time limit of a hook. */
const LIMIT = Symbol.for('VITEST_CLEANUP_TIMEOUT')

export default class Runner extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    const hooks = TestRunner.getSuiteHooks(suite)
    hooks.beforeAll = hooks.beforeAll.map((hook) => measured('beforeAll', hook, suite))
    hooks.beforeEach = hooks.beforeEach.map((hook) => measured('beforeEach', hook, suite))
    await super.onBeforeRunSuite(suite)
  }
}

/** A hook that notes in its suite if it took more than half of its limit. */
function measured<A extends unknown[], R>(name: string, hook: (...args: A) => R, suite: RunnerTestSuite) {
  const limit: unknown = Reflect.get(hook, LIMIT)
  if (typeof limit !== 'number') throw new Error('vitest no longer keeps the time limit of a hook where tests/support/runner.ts looks for it')
  const timed = async (...args: A): Promise<Awaited<R>> => {
    const start = performance.now()
    const result = await hook(...args)
    const took = performance.now() - start
    if (took > limit / 2) (suite.meta.slowHooks ??= []).push({ name, took, limit })
    return result
  }
  return Object.assign(timed, hook)
}
