// Runs once per test run, for the projects whose tests need the product. Builds the pages. Provides a PostgreSQL and a Redis server if the
// machine has them, and a demo company that tests copy. The demo company of both databases stays in .cache until one of its sources changes.
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import postgresClient from 'postgres'
import type { TestProject } from 'vitest/node'
import { withoutAudit } from '../../server/api/audit.ts'
import { openDatabase, type Opened } from '../../server/api/db/connection.ts'
import { makeFolder } from '../../server/api/db/pglite.ts'
import { accounts, emissions } from '../../server/api/db/schema.ts'
import { demo, TEMPLATE } from './api.ts'
import { FOLDER as FAILURES } from './failures.ts'
import { cheapPasswords } from './password-cost.ts'
import { startPostgres } from './postgres.ts'
import { programs } from './programs.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server. Empty if this machine has no PostgreSQL. */
    postgresUrl: string
    /**
     * Data folder of a PostgreSQL cluster that contains the demo company as a database. Tests start their own servers from it. Empty if this machine
     * has no PostgreSQL.
     */
    postgresData: string
    redisUrl: string
    /** Data folder whose embedded database contains the demo company. */
    demoDir: string
  }
}

const root = join(import.meta.dirname, '../..')
const CACHE = join(root, '.cache/tests')
/** Number of older versions of the demo company that are kept, for changes that are taken back. */
const KEPT = 2
/** The files that determine the demo company: those of server/api/db with their imports, and the files of this set-up. */
const SOURCES = [
  'server/api/db/**/*.{ts,sql,json}',
  'server/api/{*,features/{account-sheet,issuer-sheet,nfse-sheet-fields},nfse/load}.ts',
  'shared/**/*.ts',
  'tests/support/{api,global,password-cost,postgres}.ts',
  'package-lock.json',
]

export default async function setup({ provide }: TestProject) {
  const journal = readFileSync(join(root, 'server/api/db/migrations/meta/_journal.json'), 'utf8')
  for (const file of globSync('server/api/db/migrations/*.sql', { cwd: root }))
    if (!journal.includes(`"${file.split('/').at(-1)?.slice(0, -4)}"`))
      throw new Error(`server/api/db/migrations/meta/_journal.json has no entry for ${file}.`)
  cheapPasswords()
  // Each project loads this file again in the same process, so the servers are kept in globalThis and shared.
  const { postgres, redis, demoDir } = await (shared.csnotewebServers ??= start())
  provide('postgresUrl', postgres?.url ?? '')
  provide('postgresData', postgres?.from ?? '')
  provide('redisUrl', redis?.url ?? '')
  provide('demoDir', demoDir)
  return async () => {
    const servers = await shared.csnotewebServers
    shared.csnotewebServers = undefined
    await Promise.all([servers?.postgres?.stop(), servers?.redis?.stop()])
  }
}

const shared = globalThis as { csnotewebServers?: ReturnType<typeof start> | undefined }

async function start() {
  rmSync(FAILURES, { recursive: true, force: true })
  execFileSync(process.execPath, ['scripts/up.mjs'], { cwd: root, stdio: ['ignore', 2, 2] })
  const [postgres, redis, demoDir] = await Promise.all([
    programs.postgres.find() ? postgresWithDemo() : undefined,
    programs.redis.find() ? startRedis() : undefined,
    folderWithDemo(),
  ])
  return { postgres, redis, demoDir }
}

/** Returns a hash of the demo company's sources, which identifies its version. */
function demoVersion() {
  const sources = globSync(SOURCES, { cwd: root }).toSorted()
  const texts = sources.map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`)
  return hash('sha256', texts.join('\n')).slice(0, 16)
}

/**
 * Returns the folder for this version of the sources; `make` fills the folder if it is missing. The folder gets its final name only when it is
 * complete, so a killed run leaves no partial folder.
 */
async function cached(name: string, make: (folder: string) => Promise<void>) {
  mkdirSync(CACHE, { recursive: true })
  const folder = join(CACHE, `${name}-${demoVersion()}`)
  if (existsSync(folder)) return folder
  console.log(`Criando a empresa de demonstração dos testes (${name})…`)
  const older = globSync(join(CACHE, `${name}-*`)).toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const one of older.slice(KEPT)) rmSync(one, { recursive: true, force: true })
  const made = mkdtempSync(join(CACHE, 'new-'))
  await make(made)
  // Another test run may have finished the same folder first. Then that one is used.
  if (existsSync(folder)) rmSync(made, { recursive: true })
  else renameSync(made, folder)
  return folder
}

/**
 * Fills a database with the demo company, but empties its issuing queue. Otherwise every test that starts the product would first issue the documents
 * in the queue.
 */
async function fill(place: Opened) {
  const database = await openDatabase(place, demo)
  await database.db.transaction(async (tx) => {
    await withoutAudit(tx)
    await tx.delete(emissions)
    await tx.update(accounts).set({ noteStatus: 1 })
  })
  await database.close()
}

const folderWithDemo = () =>
  cached('embedded', async (dataDir) => {
    // The child process hashes the passwords at the product's real cost. Because the password differs from the tests' password, this process hashes
    // them again at the low cost of the tests.
    await makeFolder(dataDir, { ...demo, demoPassword: 'another' })
    await fill({ dataDir })
  })

async function postgresWithDemo() {
  const folder = await cached('server', async (made) => {
    const server = await startPostgres()
    const url = new URL(server.url)
    const admin = postgresClient(url.href, { max: 1 })
    await admin.unsafe(`create database ${TEMPLATE}`)
    await admin.end()
    url.pathname = TEMPLATE
    await fill({ dataDir: '', databaseUrl: url.href })
    await server.stop(join(made, 'data'))
  })
  const from = join(folder, 'data')
  return { from, ...(await startPostgres(from)) }
}
