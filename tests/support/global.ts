// Once for all test files: the build, a PostgreSQL and a Redis where the machine has them.
import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { programs } from './programs.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty when this machine has none. */
    postgresUrl: string
    redisUrl: string
  }
}

export default async function setup({ provide }: TestProject) {
  execFileSync(process.execPath, ['scripts/up.mjs'], { stdio: 'inherit' })
  const [postgres, redis] = await Promise.all([
    programs.postgres.find() ? startPostgres() : undefined,
    programs.redis.find() ? startRedis() : undefined,
  ])
  provide('postgresUrl', postgres?.url ?? '')
  provide('redisUrl', redis?.url ?? '')
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()])
  }
}
