// Apart from vite.config.ts, whose `ssr.noExternal` would make vitest bundle every package.
import { defineConfig } from 'vitest/config'

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
          isolate: false,
          // One file at a time: what they measure is how the product bears others, not how it bears them.
          maxWorkers: 1,
          testTimeout: 20 * 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
