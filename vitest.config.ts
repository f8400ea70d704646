// Separate from vite.config.ts, whose `ssr.noExternal` would make vitest bundle every package.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { random } from './server/api/db/demo-days.ts'

/** Long files start first, in the shuffled order of the seed, so that no long file runs alone at the end. */
class LongFilesFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    const rankOf = ({ moduleId }: TestSpecification) =>
      Number(!/\/tests\/(browser|deep|nightly)\//.test(moduleId)) + random(`${this.ctx.config.sequence.seed} ${moduleId}`)()
    return Promise.resolve(files.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }
}

const withProduct = {
  globalSetup: 'tests/support/global.ts',
  setupFiles: ['tests/support/seed.ts', 'tests/support/setup.ts'],
  hookTimeout: 60_000,
  // The same number in all projects makes them one group, whose files share the workers.
  maxWorkers: 3,
}

export default defineConfig({
  test: {
    pool: 'forks',
    runner: 'tests/support/runner.ts',
    // Modules that the files share are loaded once per worker, and the browser is started once.
    isolate: false,
    sequence: { shuffle: { tests: true, files: false }, sequencer: LongFilesFirst },
    // Maximum time in ms of a wait: a busy machine may need all of it, an idle one never does.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', setupFiles: 'tests/support/seed.ts', include: ['tests/unit/**/*.test.ts'], testTimeout: 30_000, maxWorkers: 3 },
      },
      {
        extends: true,
        test: {
          ...withProduct,
          name: 'usual',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/unit/**', 'tests/deep/**', 'tests/nightly/**'],
          // A test should need only half of this, even on a machine that two other programs keep busy.
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { ...withProduct, name: 'deep', include: ['tests/deep/**/*.test.ts'], testTimeout: 240_000 } },
      { extends: true, test: { ...withProduct, name: 'nightly', include: ['tests/nightly/**/*.test.ts'], testTimeout: 30 * 60_000 } },
    ],
  },
})
