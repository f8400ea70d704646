// Apart from vite.config.ts, whose `ssr.noExternal` would make vitest bundle every package.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // `npm run test:deep`.
    exclude: ['tests/deep/**', '**/node_modules/**'],
    globalSetup: 'tests/support/global.ts',
    setupFiles: 'tests/support/cleanup.ts',
    pool: 'forks',
    // What the files share is imported once for each worker, and its browser started once.
    isolate: false,
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
