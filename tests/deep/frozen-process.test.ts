// Two processes share a PostgreSQL server. If one of them freezes, the server must release the locks of that process.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/api/db/connection.ts'
import { shortened } from '../support/deadlines.ts'
import { demo, missing, newStorage, PASSWORD } from '../support/api.ts'
import { clientBody } from '../support/client-samples.ts'
import { launch } from '../support/process.ts'
import { root } from '../support/server.ts'

const json = { 'x-channel': 'channel', 'content-type': 'application/json' }
/** Returns the environment of a process with all timeouts divided by `divisor`. */
const env = (divisor: number) => ({ ...process.env, ...shortened(divisor) })
const api = (databaseUrl = '', divisor = 1) =>
  launch(process.execPath, [join(root, 'tests/support/api-process.ts'), '', 'channel', databaseUrl], { env: env(divisor) })

describe.skipIf(missing('server'))('a frozen process', () => {
  test('if a process freezes in the middle of a write, PostgreSQL ends its transaction, and another process can write [2.4.1 15.1.3 13.2.6]', async () => {
    await using place = await newStorage('server', 'demo')
    // The first process has longer timeouts, so its transaction is still open when it freezes. The second process soon gives up waiting for a lock.
    const both = [api(place.databaseUrl, 2), api(place.databaseUrl, 10)] as const
    const ask = await Promise.all(
      both.map(async (child) => {
        await child.said('ready ')
        const url = /ready (\S+)/.exec(child.output())?.[1] ?? ''
        const credentials = { email: 'supervisor@exemplo.com.br', password: PASSWORD }
        const signedIn = await fetch(`${url}/auth`, { method: 'POST', headers: json, body: JSON.stringify(credentials) })
        const { token } = (await signedIn.json()) as { token: string }
        const body = JSON.stringify(clientBody({ id: 1000, nome: 'Depois da parada' }))
        return () => fetch(`${url}/clients`, { method: 'PUT', headers: { ...json, authorization: `Bearer ${token}` }, body })
      }),
    )
    const holder = postgres(place.databaseUrl ?? '', { max: 1 })
    await holder.begin(async (tx) => {
      await tx`lock table audit_changes`
      ask[0]?.().catch(() => undefined)
      // A transaction that has changed a client and now waits for the audit table holds the row lock. The table lock alone would not prove this,
      // because it is granted before the row is changed.
      const holding = () => tx`
        select from pg_locks changed join pg_locks waiting using (pid)
        where changed.relation = 'clients'::regclass and changed.mode = 'RowExclusiveLock' and changed.granted
          and waiting.relation = 'audit_changes'::regclass and not waiting.granted`
      await expect.poll(async () => (await holding()).length).toBe(1)
      both[0].kill('SIGSTOP')
    })
    // The frozen process holds the row lock and does not commit, so the other process gets 503 at first.
    expect((await ask[1]?.())?.status).toBe(503)
    await expect.poll(async () => (await ask[1]?.())?.status).toBe(200)
    both[0].kill('SIGKILL')
    await both[1].stop()
    await holder.end()
  })

  test('a process that freezes while it prepares the database does not block another process for ever', async () => {
    await using place = await newStorage('server', 'demo')
    const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-frozen-'))
    cpSync(join(root, 'server/api/db/migrations'), folder, { recursive: true })
    writeFileSync(join(folder, '9999_next.sql'), 'select pg_sleep(2)')
    const journal = join(folder, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: object[] }
    const entry = { idx: entries.length, version: '7', when: 4_102_444_800_000, tag: '9999_next', breakpoints: true }
    writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }))
    const options = JSON.stringify({ ...place, migrationsFolder: folder })
    const code = `const { openDatabase } = await import('${join(root, 'server/api/db/connection.ts')}'); await openDatabase(${options}, ${JSON.stringify(demo)})`
    const first = launch(process.execPath, ['--input-type=module', '-e', code], { env: env(10) })
    const admin = postgres(place.databaseUrl ?? '', { max: 1 })
    const sleeps = () =>
      admin`select from pg_stat_activity where query like '%pg_sleep(2)%' and pid <> pg_backend_pid() and datname = current_database()`
    await expect.poll(async () => (await sleeps()).length).toBe(1)
    first.kill('SIGSTOP')
    const database = await openDatabase(place, demo)
    await database.close()
    first.kill('SIGKILL')
    await admin.end()
    rmSync(folder, { recursive: true })
  })
})
