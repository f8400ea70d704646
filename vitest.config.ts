// Apart from vite.config.ts, whose `ssr.noExternal` would make vitest bundle every package.
import { defineConfig } from 'vitest/config'

/** What these measure is how the product bears others, not how it bears them. */
const alone = ['crossings', 'databases', 'grid', 'import', 'misbehaving', 'money', 'numbers', 'queue', 'sigterm', 'sign-in-cost', 'users'].map(
  (name) => `tests/deep/${name}.test.ts`,
)

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global.ts',
    setupFiles: 'tests/support/setup.ts',
    pool: 'forks',
    hookTimeout: 60_000,
    // A busy machine may take long over what comes at last.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/deep/**'],
          // What the files share is imported once for each worker, and its browser started once.
          isolate: false,
          maxWorkers: 3,
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['tests/deep/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          // Most of their time they wait.
          maxWorkers: 2,
          testTimeout: 20 * 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-alone',
          include: alone,
          isolate: false,
          maxWorkers: 1,
          testTimeout: 20 * 60_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
