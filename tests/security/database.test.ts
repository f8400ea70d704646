// Tests protections that only a PostgreSQL server offers: its statement timeouts, and a role with minimal rights.
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../server/api/db/connection.ts'
import { missing, NOW, startDemo } from '../support/api.ts'
import { root } from '../support/server.ts'

describe.skipIf(missing('server'))('a PostgreSQL server', () => {
  let api: Awaited<ReturnType<typeof startDemo>>
  beforeAll(async () => {
    api = await startDemo('server')
  })
  afterAll(() => api.stop())

  it('a statement times out after 12 s, before the timeout of the BFF, and an idle transaction times out after 10 s [2.4.1 13.2.6]', async () => {
    const [row] = (await api.db.execute(
      sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    )) as object[]
    expect(row).toEqual({ statement: '12s', lock: '5s', idle: '10s' })
  })

  it('the role in compose.yaml can run the API, but cannot create roles or databases or run programs on the machine [13.2.1-2]', async () => {
    const [, content = ''] = /role:\n {4}content: \|\n((?: {6}.*\n)+)/.exec(readFileSync(join(root, 'compose.yaml'), 'utf8')) ?? []
    const admin = postgres(inject('postgresUrl'), { max: 1 })
    for (const statement of content
      .replace('${POSTGRES_PASSWORD}', 'abc123')
      .split(';')
      .map((text) => text.trim())
      .filter(Boolean))
      await admin.unsafe(statement)
    const url = new URL(inject('postgresUrl'))
    Object.assign(url, { username: 'csnoteweb', password: 'abc123', pathname: '/csnoteweb' })
    const database = await openDatabase({ dataDir: '', databaseUrl: url.href }, { demo: false, demoPassword: '', now: NOW })
    const refused = async (statement: string) => {
      const own = postgres(url.href, { max: 1 })
      const words = await own.unsafe(statement).then(() => 'done', String)
      await own.end()
      return words
    }
    expect(await refused('create role outro')).toMatch(/permission denied/)
    expect(await refused('create database outra')).toMatch(/permission denied/)
    expect(await refused("select pg_read_file('/etc/passwd')")).toMatch(/permission denied/)
    expect(await refused("copy (select 1) to program 'true'")).toMatch(/permission denied|must be superuser/)
    await database.close()
    await admin.unsafe('drop database csnoteweb')
    await admin.unsafe('drop role csnoteweb')
    await admin.end()
  })
})
