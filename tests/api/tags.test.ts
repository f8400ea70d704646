// Tests the ETags of the API: 304 only if the same request of the same person would get the same answer.
import { hash } from 'node:crypto'
import { assert, asyncProperty, constantFrom, nat } from 'fast-check'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import * as schema from '../../server/api/db/schema.ts'
import { UNNOTED } from '../../server/api/tags.ts'
import { atWall, DAY } from '../../shared/clock.ts'
import { calls } from '../../shared/calls.ts'
import { onBoth } from '../support/api.ts'

const { appointments, clients, userTasks } = schema
const CLIENT = 949
/** The lists and registers of the table: every call that is read without an id. */
const READS = calls.filter(
  ({ method, path, answeredByBff }: { method: string; path: string; answeredByBff?: true }) =>
    method === 'GET' && !path.includes('{') && !answeredByBff,
)

onBoth('a tag', (api, kind) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('supervisor')
  })
  const read = (path: string, tag?: string | null, as = token) =>
    api.ask('GET', path, { token: as, ...(tag && { headers: { 'if-none-match': tag } }) })
  const tagOf = async (path: string, as = token) => {
    const { headers } = await read(path, undefined, as)
    const tag = headers.get('etag')
    expect(tag).toMatch(/^"[\w-]{16}"$/)
    return tag
  }
  const statusOf = async (path: string, tag: string | null, as = token) => (await read(path, tag, as)).status

  test('the same request is answered with 304 until a table of its answer changes', async () => {
    const tag = await tagOf('/clients')
    expect(await statusOf('/clients', tag)).toBe(304)
    await api.db.update(userTasks).set({ description: 'Other' }).where(eq(userTasks.id, 1))
    expect(await statusOf('/clients', tag)).toBe(304)
    await api.db.update(clients).set({ name: 'Other' }).where(eq(clients.id, -1))
    expect(await statusOf('/clients', tag)).toBe(304)
    await api.db.update(clients).set({ name: 'Renomeado' }).where(eq(clients.id, CLIENT))
    const { status, headers } = await read('/clients', tag)
    expect(status).toBe(200)
    expect(await statusOf('/clients', headers.get('etag'))).toBe(304)
    expect(await statusOf('/clients', tag)).toBe(200)
  })

  test('a tag is worth nothing for another person or another request, and an unknown one for nobody', async () => {
    const tag = await tagOf('/datatocompromise')
    expect(await statusOf('/datatocompromise', tag, await api.signIn('projetos'))).toBe(200)
    expect(await statusOf('/compromises', tag)).toBe(200)
    for (const unknown of ['"AAAAAAAAAAAAAAAA"', '*', 'W/"x"', `${tag}, ${tag}`]) expect(await statusOf('/datatocompromise', unknown)).toBe(200)
  })

  test('a tag is worth nothing after the tables were restored from a copy', async () => {
    const tag = await tagOf('/clients')
    await api.db.execute(sql`alter table table_changes rename to table_changes_before`)
    await api.db.execute(sql`create table table_changes (like table_changes_before including all)`)
    const status = await statusOf('/clients', tag)
    await api.db.execute(sql`drop table table_changes`)
    await api.db.execute(sql`alter table table_changes_before rename to table_changes`)
    expect(status).toBe(200)
    expect(await statusOf('/clients', tag)).toBe(304)
  })

  test('a change is noticed if its transaction began before the answer and ended after it', async () => {
    let tag: string | null = null
    let held = ''
    let seen: Promise<void> | undefined
    await api.db.transaction(async (tx) => {
      await tx.update(clients).set({ name: 'Em andamento' }).where(eq(clients.id, CLIENT))
      // On the embedded database the answer waits for the end of the transaction.
      seen = read('/clients').then(({ headers, body }) => {
        tag = headers.get('etag')
        held = JSON.stringify(body)
      })
      if (kind === 'server') await seen
    })
    await seen
    const fresh = await read('/clients')
    expect((fresh.body as { NOMEFANTASIACLIENTE: string }[]).some(({ NOMEFANTASIACLIENTE: name }) => name === 'Em andamento')).toBe(true)
    expect(held === JSON.stringify(fresh.body) || (await statusOf('/clients', tag)) === 200).toBe(true)
  })

  test('an answer that depends on the day is given anew after midnight', async () => {
    const tag = await tagOf('/datatocompromise')
    expect(await statusOf('/datatocompromise', tag)).toBe(304)
    api.time.now += DAY
    expect(await statusOf('/datatocompromise', tag)).toBe(200)
  })

  test('the wall is given anew when an appointment starts or ends', async () => {
    const all = await api.db.select({ startsAt: appointments.startsAt, endsAt: appointments.endsAt, status: appointments.status }).from(appointments)
    const path = '/dash/painelOndeEstou'
    // A day of work, minute by minute: whenever the wall has changed, its old tag is refused.
    let { body, headers } = await read(path)
    const ends = all.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).map((wall) => atWall(wall.replace(' ', 'T')))
    const today = [...new Set(ends)].filter((ms) => ms > api.time.now && ms < api.time.now + DAY).toSorted((a, b) => a - b)
    expect(today.length).toBeGreaterThan(3)
    for (const ms of today.flatMap((one) => [one - 1000, one, one + 1000])) {
      api.time.now = ms
      const again = await read(path, headers.get('etag'))
      const fresh = await read(path)
      expect(again.status === 304 ? body : again.body).toEqual(fresh.body)
      ;({ body, headers } = fresh)
    }
  })

  test('whatever is changed between two requests, a 304 is only given for an answer that is still the same', async () => {
    const noted = Object.values(schema).flatMap((table) => (is(table, PgTable) && !UNNOTED.has(getTableName(table)) ? [getTableName(table)] : []))
    const held = new Map<string, { tag: string; body: unknown }>()
    const hold = ({ headers, body }: { headers: Headers; body: unknown }, path: string) => {
      const tag = headers.get('etag')
      if (tag) held.set(path, { tag, body })
    }
    for (const { path } of READS) hold(await read(path), path)
    expect(held.size).toBeGreaterThan(8)
    let unchanged = 0
    await assert(
      asyncProperty(constantFrom(...noted), nat(), constantFrom(...held.keys()), async (table, at, path) => {
        await change(table, at)
        const { tag, body } = held.get(path) ?? {}
        const again = await read(path, tag)
        const fresh = await read(path)
        if (again.status === 304) unchanged += 1
        expect(hash('sha256', JSON.stringify(again.status === 304 ? body : again.body)), path).toBe(hash('sha256', JSON.stringify(fresh.body)))
        hold(fresh, path)
      }),
      { numRuns: 120 },
    )
    expect(unchanged).toBeGreaterThan(10)
  })

  /** Changes a record of a table in a column of text or numbers, as far as the table's constraints let it. */
  async function change(table: string, at: number) {
    const columns = await api.db
      .select({ name: sql<string>`column_name`, type: sql<string>`data_type` })
      .from(sql`information_schema.columns`)
      .where(sql`table_name = ${table} and data_type in ('text', 'integer', 'bigint', 'timestamp without time zone', 'date') and is_identity = 'NO'`)
    const column = columns[at % columns.length]
    if (!column) return
    const name = sql.identifier(column.name)
    const next =
      column.type === 'text' ? sql`${name} || '.'` : column.type.startsWith('timestamp') ? sql`${name} + interval '1 hour'` : sql`${name} + 1`
    await api.db
      .execute(
        sql`update ${sql.identifier(table)} set ${name} = ${next} where ctid = (select ctid from ${sql.identifier(table)} offset ${at % 5} limit 1)`,
      )
      .catch(() => undefined)
  }
})

onBoth('the database', (api) => {
  test('the changes of each table are noted, except for those that no tag may depend on', async () => {
    const tables = await api.db
      .select({
        name: sql<string>`relname`,
        noted: sql<number>`(select count(*)::int from pg_trigger where tgrelid = pg_class.oid and tgname like 'noted\\_%')`,
      })
      .from(sql`pg_class`)
      .where(sql`relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
    const known = new Set<string>(Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])))
    const faults = tables.flatMap(({ name, noted }) => [
      ...(known.has(name) ? [] : [`server/api/db/schema.ts: tags need the table ${name}`]),
      ...(noted === (UNNOTED.has(name) ? 0 : 3) ? [] : [`server/api/db/migrations: call note_changes_of('${name}')`]),
    ])
    expect(tables.length).toBeGreaterThan(60)
    expect(faults).toEqual([])
  })
})
