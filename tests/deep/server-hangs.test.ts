// Tests the API with a PostgreSQL server that hangs, disconnects or is blocked. Each test freezes a server that no other test uses.
import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/api/db/connection.ts'
import { demo, missing, startDemo, TEMPLATE } from '../support/api.ts'
import { clientBody } from '../support/client-samples.ts'
import { restore, shorten } from '../support/deadlines.ts'
import { startPostgres } from '../support/postgres.ts'
import { ordinaryUser } from '../support/process.ts'
import { onPath } from '../support/programs.ts'
import { root } from '../support/server.ts'

/** Time in ms after which the API considers a silent connection dead. */
const SILENCE = 1_000
const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-hangs-'))
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
const secured = onPath('openssl') !== undefined

describe.skipIf(missing('server'))('a PostgreSQL server', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let admin: postgres.Sql
  let databases = 0
  beforeAll(async () => {
    server = await startPostgres(inject('postgresData'))
    admin = postgres(server.url, { max: 1 })
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  /** Starts the API on a new database of the server. */
  async function start(query = '', silence = SILENCE) {
    const name = `hangs_${(databases += 1)}`
    await admin.unsafe(`create database ${name} template ${TEMPLATE}`)
    const databaseUrl = server.urlOf(name + query)
    const api = await startDemo('server', { dataDir: '', databaseUrl, silence, [Symbol.asyncDispose]: () => Promise.resolve() })
    const token = await api.signIn('supervisor')
    const cars = async () => (await api.ask('GET', '/cars', { token })).status
    /** Returns the process ids behind all connections of the API. The simultaneous requests first make the API open all of its connections. */
    async function backends() {
      await Promise.all(Array.from({ length: 40 }, cars))
      const rows = await admin<{ pid: number }[]>`select pid from pg_stat_activity where datname = ${name}`
      return rows.map(({ pid }) => pid)
    }
    return { ...api, databaseUrl, token, cars, backends }
  }

  test.each(secured ? ['', '?sslmode=require'] : [''])(
    'with the connection options “%s”, hanging connections are replaced [2.4.1 15.1.3 13.2.6]',
    async (query) => {
      if (query) {
        const names = ['-subj', '/CN=localhost', '-keyout', key, '-out', certificate]
        execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names], { stdio: 'pipe' })
        // PostgreSQL accepts the key only if the key belongs to the user that runs the server.
        const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = ordinaryUser('postgres', 'nobody')
        for (const file of [folder, key, certificate]) chownSync(file, uid, gid)
        for (const setting of [`ssl_key_file = '${key}'`, `ssl_cert_file = '${certificate}'`, 'ssl = on'])
          await admin.unsafe(`alter system set ${setting}`)
        await admin`select pg_reload_conf()`
      }
      const api = await start(query)
      let hung: number[] = []
      // A slow machine opens fewer connections for the same requests, so the test polls for three.
      await expect.poll(async () => (hung = await api.backends()).length).toBeGreaterThanOrEqual(3)
      for (const pid of hung) process.kill(pid, 'SIGSTOP')
      // A hanging connection is noticed only when it is used, so there are enough requests for each connection to get one.
      const answers = await Promise.all(Array.from({ length: 40 }, api.cars))
      expect(answers).toContain(503)
      expect(await Promise.all(Array.from({ length: 10 }, api.cars))).toEqual(Array<number>(10).fill(200))
      for (const pid of hung) process.kill(pid, 'SIGCONT')
      await api.stop()
    },
  )

  test('a server that hangs completely is used again when it resumes [2.4.1 15.1.3 13.2.6]', async () => {
    const api = await start()
    await api.backends()
    server.signal('SIGSTOP')
    expect(await api.cars()).toBe(503)
    server.signal('SIGCONT')
    await expect.poll(api.cars).toBe(200)
    await api.stop()
  })

  test('a write is refused with 503 if the server ends its connection, and the next write succeeds [16.5.2-3]', async () => {
    const api = await start()
    const holder = postgres(api.databaseUrl, { max: 1 })
    const write = () => api.ask('POST', '/clients', { token: api.token, body: clientBody() })
    const [answer] = await holder.begin(async (tx) => {
      await tx`lock table clients`
      const asked = write()
      const waiting = () => tx<{ pid: number }[]>`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await waiting()).length).toBe(1)
      for (const { pid } of await waiting()) await tx`select pg_terminate_backend(${pid})`
      return [await asked] as const
    })
    expect(answer).toMatchObject({ status: 503 })
    await expect.poll(async () => (await write()).status).toBe(200)
    await holder.end()
    await api.stop()
  })

  test('a migration waits for a long read, and calls are answered in the meantime', async () => {
    // The start's connection is silent while it waits for its lock. With this longer limit, it does not count as dead.
    const api = await start('', 10 * SILENCE)
    const next = join(folder, 'migrations')
    cpSync(join(root, 'server/api/db/migrations'), next, { recursive: true })
    writeFileSync(join(next, '9999_next.sql'), 'alter table clients add column next integer')
    const journal = join(next, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: object[] }
    const entry = { idx: entries.length, version: '7', when: 4_102_444_800_000, tag: '9999_next', breakpoints: true }
    writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }))

    const reader = postgres(api.databaseUrl, { max: 1 })
    const started = await reader.begin(async (tx) => {
      await tx`select count(*) from clients`
      const starting = openDatabase({ dataDir: '', databaseUrl: api.databaseUrl, migrationsFolder: next }, demo)
      const waits = async () => (await admin`select from pg_locks where mode = 'AccessExclusiveLock' and not granted`).length
      await expect.poll(waits, { timeout: 10_000, interval: 20 }).toBe(1)
      for (let i = 0; i < 3; i += 1) expect((await api.ask('GET', '/clients/1000', { token: api.token })).status).toBe(200)
      return { starting }
    })
    const database = await started.starting
    expect((await reader`select from information_schema.columns where table_name = 'clients' and column_name = 'next'`).length).toBe(1)
    await reader.end()
    await database.close()
    await api.stop()
  })
})

describe.skipIf(missing('server'))('a lock on a server', () => {
  test('a call that waits too long for a lock is refused with 503 [2.4.1 13.2.6]', async () => {
    shorten(4)
    const api = await startDemo('server')
    const token = await api.signIn('supervisor')
    await api.db.transaction(async (tx) => {
      await tx.execute(sql`lock table clients`)
      expect(await api.ask('POST', '/clients', { token, body: clientBody() })).toMatchObject({ status: 503 })
    })
    await api.stop()
    restore()
  })
})
