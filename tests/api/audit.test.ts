// Tests the audit of the embedded API: an append-only record of changes, and of reads about other people.
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { forgetOld, newestChanges, newestReads, readsNoted } from '../../server/api/audit.ts'
import { auditChanges, auditReads, users } from '../../server/api/db/schema.ts'
import { HOUR } from '../../shared/clock.ts'
import { onBoth, startDemo } from '../support/api.ts'
import { clientBody } from '../support/client-samples.ts'

const saved = clientBody({ nome: 'Sementes Auditadas' })

onBoth('the audit', (api, kind) => {
  let token: string
  let me: number
  beforeAll(async () => {
    token = await api.signIn('supervisor')
    me = ((await api.ask('GET', '/auth', { token })).body as { id: number }).id
  })
  const changesOf = (relation: string, id: number) =>
    api.db
      .select()
      .from(auditChanges)
      .where(sql`${auditChanges.relation} = ${relation} and ${auditChanges.recordId} = ${id}`)
      .orderBy(asc(auditChanges.id))

  const readsOf = (call: string) => api.db.select().from(auditReads).where(eq(auditReads.call, call)).orderBy(asc(auditReads.id))

  test('the audit of a new company is empty, because no person made the changes that create the company', async () => {
    const fresh = await startDemo(kind)
    expect([await fresh.db.$count(auditChanges), await fresh.db.$count(auditReads)]).toEqual([0, 0])
    await fresh.stop()
  })

  test('the audit stores the person and call of each change, and the values before and after it [16.3.1-4]', async () => {
    const { body } = await api.ask('POST', '/clients', { token, body: saved })
    const { CODIGOCLIENTE: id } = body as { CODIGOCLIENTE: number }
    await api.ask('PUT', '/clients', { token, body: { ...saved, id, nome: 'Outro nome' } })
    const [created, changed, ...more] = await changesOf('clients', id)
    expect(created).toMatchObject({ userId: me, call: 'POST /clients', before: null, after: { id, name: saved.nome, status: 'A' } })
    expect(changed).toMatchObject({ userId: me, call: 'PUT /clients', before: { name: saved.nome }, after: { name: 'Outro nome' } })
    expect(await api.db.$count(auditChanges, sql`id = ${changed?.id} and at between now() - interval '1 hour' and now()`)).toBe(1)
    expect(more).toEqual([])
  })

  test('newestChanges returns the changes that match a query, and throws an error if it cannot parse the query', async () => {
    for (let time = 0; time < 2; time += 1) await api.ask('POST', '/clients', { token, body: saved })
    const relations = async (about: string) => new Set((await newestChanges(api.db, about)).map(({ relation }) => relation))
    expect(await relations('')).toContain('clients')
    expect(await relations('clients')).toEqual(new Set(['clients']))
    expect(await relations(`user:${me}`)).toContain('clients')
    expect(await relations('user:999999')).toEqual(new Set())
    const [newest, ...older] = await newestChanges(api.db, 'clients')
    expect(await newestChanges(api.db, `clients antes:${newest?.id}`)).toEqual(older)
    expect(older.length).toBeGreaterThan(0)
    expect(await relations(`antes:${newest?.id}`)).toContain('clients')
    for (const unclear of ['user:x', 'clients/x', 'clients 949']) {
      expect(() => newestChanges(api.db, unclear)).toThrow('Não entendi')
      expect(() => newestReads(api.db, unclear)).toThrow('Não entendi')
    }
  })

  test('a refused change is not stored in the audit', async () => {
    const before = await api.db.$count(auditChanges)
    expect((await api.ask('PUT', '/clients', { token, body: { ...saved, id: 999_999 } })).status).toBe(404)
    expect((await api.ask('POST', '/clients', { token, body: { ...saved, idCidade: 1 } })).status).toBe(400)
    expect(await api.db.$count(auditChanges)).toBe(before)
  })

  test('a password change is stored in the audit without the password or its hash [16.2.5]', async () => {
    await api.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, me))
    const [change] = (await changesOf('users', me)).slice(-1)
    expect(change).toMatchObject({ userId: null, after: { password_changed: true } })
    expect(JSON.stringify(change)).not.toContain('another')
    expect(JSON.stringify(change)).not.toContain('argon2')
  })

  test('every table of the database has an audit trigger, except for the tables in the test’s list of exceptions', async () => {
    // The driver of the embedded database returns an object with `rows`, and the driver of a server returns the rows themselves.
    const found = (await api.db.execute(sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'audit') order by relname`)) as { rows?: unknown }
    const rows = (found.rows ?? found) as { relname: string }[]
    const why = 'server/api/db/migrations: a table that people fill has no trigger `audit`'
    expect(
      rows.map(({ relname }) => relname),
      why,
    ).toEqual([
      // Not audited, because the events already record who did what to an account.
      'account_events',
      'answered',
      'audit_changes',
      'audit_reads',
      // Not audited, because the audit of the movement already records who attached a receipt, and when.
      'batch_receipts',
      'batch_types',
      // Not audited, because its rows are jobs, whose outcome is an event of the account.
      'cancellations',
      // Not audited, because it holds secrets that live for minutes.
      'challenges',
      'cities',
      // Not audited, because no row is ever changed, and each names the person and the time.
      'collections',
      'data_loads',
      // Not audited, because it holds only a person's own filters.
      'dre_filters',
      'emissions',
      'mails',
      'menus',
      // Not audited, because each names the person and the time.
      'notice_settings',
      'notices',
      // Not audited, because it has millions of rows and is written only by imports.
      'postings',
      'priorities',
      // Not audited, because no row is ever changed, and each names the person and the time (as do two more below).
      'remittances',
      // Not audited, because the audit of the accounts already records who deleted an account.
      'removed_accounts',
      'return_lines',
      'returns',
      'settings',
      'statuses',
      // Not audited, because it only counts changes, for the tags of answers.
      'table_changes',
      'time_months',
      'time_years',
      'tokens',
    ])
  })

  test('the audit stores who reads the wall, at most once an hour per person [LGPD 37]', async () => {
    // No other test reads the wall in this hour.
    api.time.now += 50 * HOUR
    const before = (await readsOf('GET /dash/painelOndeEstou')).length
    const noted = async () => (await readsOf('GET /dash/painelOndeEstou')).slice(before)
    for (let i = 0; i < 3; i += 1) expect((await api.ask('GET', '/dash/painelOndeEstou', { token })).status).toBe(200)
    await api.ask('GET', '/dash/Home', { token })
    const read = { userId: me, call: 'GET /dash/painelOndeEstou', about: 'whereabouts', input: {} }
    expect(await noted()).toMatchObject([read])
    expect(await readsOf('GET /dash/Home')).toEqual([])
    // Another process on the same database stores the read again, because it does not know the reads that this process has stored.
    await readsNoted({ db: api.db, clock: () => api.time.now })(
      { id: me, token: '', version: 1 },
      read.call,
      { path: {}, query: undefined, body: undefined },
      [],
    )
    expect(await noted()).toHaveLength(1)
    api.time.now += HOUR
    await api.ask('GET', '/dash/painelOndeEstou', { token })
    expect(await noted()).toMatchObject([read, { ...read, at: new Date(api.time.now) }])
  })

  test('if a query contains long lists, the audit stores the first items, the length and a digest of each list [LGPD 37 16.4.2-3]', async () => {
    const call = 'POST /dash/calendarioOndeEstou'
    const ids = Array.from({ length: 1000 }, (_, index) => 2_000_000_000 + index)
    const ask = (users: number[]) =>
      api.ask('POST', '/dash/calendarioOndeEstou', { token, body: { users, atividade: ids, veiculo: ids, departamento: ids } })
    for (const users of [ids, ids, ids.toReversed()]) expect((await ask(users)).status).toBe(200)
    const [first, other, ...more] = await readsOf(call)
    expect(more).toEqual([])
    expect(first?.input).toMatchObject({
      users: { primeiros: ids.slice(0, 20), total: 1000, sha256: expect.stringMatching(/^[\w-]{43}$/) as string },
    })
    expect(other?.input).not.toEqual(first?.input)
    expect(JSON.stringify(first?.input).length).toBeLessThan(1500)
  })

  test('the audit stores at most sixty different reads per person and hour, and one entry for all further reads [LGPD 37 16.4.2-3]', async () => {
    const call = 'GET /detailcalendar/{id}'
    const note = readsNoted({ db: api.db, clock: () => api.time.now })
    const ask = (id: number, by = me) => note({ id: by, token: '', version: 1 }, call, { path: { id }, query: undefined, body: undefined }, {})
    for (let id = 1; id <= 100; id += 1) await ask(id)
    await ask(7)
    expect((await readsOf(call)).map(({ input }) => input)).toEqual([
      ...Array.from({ length: 60 }, (_, index) => ({ id: index + 1 })),
      { maisDe: 60 },
    ])
    await ask(61, me + 1)
    api.time.now += 3600_000
    await ask(62)
    expect((await readsOf(call)).slice(61)).toMatchObject([
      { userId: me + 1, input: { id: 61 } },
      { userId: me, input: { id: 62 } },
    ])
  })

  test.each(['audit_changes', 'audit_reads'])('an update, deletion or truncation of %s is refused [16.4.2-3]', async (table) => {
    await api.ask('POST', '/clients', { token, body: saved })
    await api.ask('GET', '/dash/painelOndeEstou', { token })
    const name = sql.identifier(table)
    const refused = [sql`update ${name} set user_id = 1`, sql`delete from ${name}`, sql`truncate ${name}`]
    for (const statement of refused)
      await expect(api.db.execute(statement)).rejects.toMatchObject({ cause: { message: `${table} is only added to` } })
  })

  test('entries about changes are deleted after five years, and entries about reads after one year', async () => {
    const left = async () => [await api.db.$count(auditChanges), await api.db.$count(auditReads)] as const
    const [changes, reads] = await left()
    await api.db.execute(
      sql`insert into audit_changes (at, relation, after) values (now() - interval '5 years 1 day', 'old', '{}'), (now() - interval '4 years', 'old', '{}')`,
    )
    await api.db.execute(
      sql`insert into audit_reads (at, user_id, call, about, input) values (now() - interval '1 year 1 day', 1, 'old', 'hours', '{}'), (now() - interval '11 months', 1, 'old', 'hours', '{}')`,
    )
    await forgetOld(api.db)
    expect(await left()).toEqual([changes + 1, reads + 1])
  })
})
