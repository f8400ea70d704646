// Once for all test files: the build, a PostgreSQL and a Redis where the machine has them, and the demo company to copy.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgresClient from 'postgres'
import type { TestProject } from 'vitest/node'
import { withoutAudit } from '../../server/api/audit.ts'
import { openDatabase, type Opened } from '../../server/api/db/connection.ts'
import { makeFolder } from '../../server/api/db/pglite.ts'
import { accounts, emissions } from '../../server/api/db/schema.ts'
import { demo, TEMPLATE } from './api.ts'
import { cheapPasswords } from './password-cost.ts'
import { startPostgres } from './postgres.ts'
import { programs } from './programs.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty when this machine has none. */
    postgresUrl: string
    redisUrl: string
    /** A data folder whose database is the demo company. */
    demoDir: string
  }
}

export default async function setup({ provide }: TestProject) {
  const migrations = join(import.meta.dirname, '../../server/api/db/migrations')
  const journal = readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')
  for (const file of readdirSync(migrations).filter((name) => name.endsWith('.sql')))
    if (!journal.includes(`"${file.slice(0, -4)}"`)) throw new Error(`server/api/db/migrations/meta/_journal.json has no entry for ${file}.`)
  execFileSync(process.execPath, ['scripts/up.mjs'], { stdio: 'inherit' })
  cheapPasswords()
  const demoDir = await mkdtemp(join(tmpdir(), 'csnoteweb-demo-'))
  const [postgres, redis] = await Promise.all([
    programs.postgres.find() ? startPostgresWithDemo() : undefined,
    programs.redis.find() ? startRedis() : undefined,
    makeDemo(demoDir),
  ])
  provide('postgresUrl', postgres?.url ?? '')
  provide('redisUrl', redis?.url ?? '')
  provide('demoDir', demoDir)
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop(), rm(demoDir, { recursive: true, force: true })])
  }
}

/** The demo company with nothing to be done: what it sends on its first day would be issued at the start of every test that starts the product. */
async function fill(place: Opened) {
  const database = await openDatabase(place, demo)
  await database.db.transaction(async (tx) => {
    await withoutAudit(tx)
    await tx.delete(emissions)
    await tx.update(accounts).set({ noteStatus: 1 })
  })
  await database.close()
}

/** A child fills it, with a password of today's cost: another one is what this process makes. */
async function makeDemo(dataDir: string) {
  await makeFolder(dataDir, { ...demo, demoPassword: 'another' })
  await fill({ dataDir })
}

async function startPostgresWithDemo() {
  const server = await startPostgres()
  const url = new URL(server.url)
  const admin = postgresClient(url.href, { max: 1 })
  await admin.unsafe(`create database ${TEMPLATE}`)
  await admin.end()
  url.pathname = TEMPLATE
  await fill({ dataDir: '', databaseUrl: url.href })
  return server
}
