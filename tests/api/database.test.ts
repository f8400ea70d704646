// Tests guarantees of queries on both databases. Some queries are planned only once, and the database keeps the plan.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, gt, gte, inArray, is, isNotNull, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '../../server/api/db/schema.ts'
import { REFUSED } from '../../server/api/errors.ts'
import { onBoth } from '../support/api.ts'

const { regions } = schema

onBoth('a query', (api) => {
  const named = async (id: number) => (await api.db.select({ name: regions.description }).from(regions).where(eq(regions.id, id)))[0]?.name
  const rename = (db: typeof api.db, description: string) => db.update(regions).set({ description }).where(eq(regions.id, 1))

  test('when the same query is executed again, it returns the values changed in the meantime', async () => {
    for (const name of ['Norte', 'São João d’Aliança ✓', '', 'Norte', 'x'.repeat(50), '\\N', 'null', "'"]) {
      await rename(api.db, name)
      expect(await named(1)).toBe(name)
    }
    expect(await named(2_147_483_647)).toBeUndefined()
  })

  test('a query does not see uncommitted changes', async () => {
    await rename(api.db, 'Whole')
    let seen: Promise<string | undefined> | undefined
    const half = api.db.transaction(async (tx) => {
      await rename(tx, 'Half')
      seen = named(1)
      await tx.execute(sql`select 1`)
      tx.rollback()
    })
    await expect(half).rejects.toThrow('Rollback')
    expect(await seen).toBe('Whole')
  })

  test('a failing query is rejected with the error code of PostgreSQL, and the next query succeeds', async () => {
    await rename(api.db, 'Whole')
    await expect(api.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
    await expect(api.db.execute(sql`select no_such_column`)).rejects.toMatchObject({ cause: { code: '42703' } })
    await expect(named(2_147_483_648)).rejects.toMatchObject({ cause: { code: '22003' } })
    expect(await named(1)).toBe('Whole')
  })

  test('PostgreSQL keeps a prepared statement only for a query whose plan is the same for all parameters', async () => {
    const { timeEntries } = schema
    const entries = (which: SQL | undefined) => api.db.select({ id: timeEntries.id }).from(timeEntries).where(which).limit(10)
    const since = gte(timeEntries.startedAt, '2026-01-01')
    const asked = [
      api.db.select({ name: regions.description }).from(regions).where(eq(regions.id, 1)),
      entries(and(eq(timeEntries.userId, 5), since)),
      entries(since),
      api.db.select({ id: regions.id }).from(regions).where(gt(regions.id, 1)),
    ]
    // Repeated, so that every connection of the server runs each query.
    for (const query of asked) for (let times = 0; times < 20; times += 1) await query
    const kept = (await api.db.select({ statement: sql<string>`statement` }).from(sql`pg_prepared_statements`)).map(({ statement }) => statement)
    expect(asked.map((query) => kept.filter((text) => text === query.toSQL().sql).length)).toEqual([1, 1, 0, 0])
  })
})

/** Constraints that no person can violate. The referenced record was looked up before, belongs to the company itself, or was just created. */
const LOOKED_UP = [
  /^appointments_(activity|car|client|region|user)_id_fkey$/,
  /^(time_entries_(activity|category|module|tag|user)|sprint_tasks_sprint|tokens_user|user_menus_(menu|user))_id_fkey$/,
  /^menus_(parent_id_fkey|route_key)$/,
  /^(batch_receipts_movement|dre_filters_(dre|user)|(bank_accounts|cash_boxes|dre_accounts|payables|postings)_(company|centre|client|account))_id_fkey$/,
  // No person can violate these, because only the API writes the records.
  /^commission_releases_(movement|user)_id_fkey$/,
  /^commission_closing(s_(closed_by|paid_by)|_rows_(release_id|closing_id|user_id))_fkey$/,
  /^payments_(account_id|user_id|undone_by|return_line_id)_fkey$/,
  /^(bank_orders|registrations|remittances|return_lines|returns)_\w+_id_fkey$/,
  /^(payments_return_line_id|remittances_issuer_id_bank_number|return_lines_emission_id_key)_key$/,
  /^bank_orders_one_waiting$/,
  // The API looks a month up under a lock before it closes one, and an appointment before it is answered.
  /^month_closings_(month|changed_by_fkey)$/,
  // The API writes these for the caller, or for people and appointments that it has just read.
  /^(authenticator_apps|calendar_addresses|challenges|notice_settings|passkeys|recovery_codes)_user_id_fkey$/,
  /^notices_(user_id|appointment_id|by_id)_fkey$/,
  // A random key.
  /^calendar_addresses_hash$/,
  /^answered_visits_(once|appointment_id_fkey|user_id_fkey)$/,
  /^audit_reads_user_id_call_md5_date_trunc_idx$/,
  /^(account_events_account|data_loads_user|emissions_(account|issuer|user)|mails_(account|user)|issuers_company|(removed_)?accounts_(centre|client|company|issuer))_id_fkey$/,
  /^(collections_(account|user)_id|emissions_replaces_id|cancellations_(account|emission|user)_id)_fkey$/,
  /^(emissions_one|emissions_replaces_id_key|collections_pkey|cancellations_one)$/,
  /^(data_loads_month|emissions_document_issuer_id_series_number|mails_message_id)_key$/,
  // Unique keys for the lines of a spreadsheet. The import looks each record up before it writes.
  /^(issuers_company_id|accounts_issuer_id_reference_instalment)_key$/,
  /^(sprints_description|sprint_tasks_sprint_id_description)_key$/,
  /^(companies_name|cost_centres_name|dre_accounts_dre_name_analytic|(bank_accounts|cash_boxes)_company_id_description)_key$/,
  /^(accounts_company_id_paper|payables_company_id_supplier_document)_key$/,
]
/** Returns the database name of a column. */
const columnName = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

onBoth('the database schema', (api) => {
  test.each(
    Object.values(schema)
      .filter((one) => is(one, PgTable))
      .map((table) => [getTableConfig(table).name, getTableConfig(table)] as const),
  )('the table %s in the database equals its definition in schema.ts', async (name, { columns }) => {
    const found = await api.db
      .select({
        name: sql<string>`attname`,
        type: sql<string>`replace(format_type(coalesce(nullif(typbasetype, 0), atttypid), case typbasetype when 0 then atttypmod else typtypmod end), ' without time zone', '')`,
        required: sql<boolean>`attnotnull or typnotnull`,
      })
      .from(sql`pg_attribute join pg_type on pg_type.oid = atttypid`)
      .where(sql`attrelid = to_regclass(${name}) and attnum > 0 and not attisdropped`)
      .orderBy(sql`attname collate "C"`)
    const said = columns.map((column) => ({ name: columnName(column.name), type: column.getSQLType().replace(', ', ','), required: column.notNull }))
    expect(found, `server/api/db/migrations: a new one makes ${name} what server/api/db/schema.ts says`).toEqual(
      said.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
  })

  test('every constraint or unique index that a person can violate has a message', async () => {
    const constraints = await api.db
      .select({ name: sql<string>`conname` })
      .from(sql`pg_constraint`)
      .where(sql`contype in ('u', 'f', 'x') and connamespace = 'public'::regnamespace`)
    const indexes = await api.db
      .select({ name: sql<string>`relname` })
      .from(sql`pg_index join pg_class on pg_class.oid = indexrelid`)
      .where(sql`indisunique and relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`)
    const found = [...constraints, ...indexes]
    const silent = found.map(({ name }) => name).filter((name) => !REFUSED.has(name) && !LOOKED_UP.some((one) => one.test(name)))
    expect(silent, 'server/api/errors.ts: REFUSED has no sentence for them').toEqual([])
  })
})

onBoth('plates from before the migration', (api) => {
  test('plates are normalized, and if two cars get the same plate, the first active car keeps it', async () => {
    const { cars, auditChanges } = schema
    const before: [plate: string, status: 'A' | 'I'][] = [
      ['QDC4D08', 'I'],
      ['qdc-4d08', 'A'],
      [' Qdc 4D08', 'A'],
      ['ABC1234', 'A'],
      ['abc.1d23', 'I'],
      ['--', 'A'],
      ['çao-1', 'A'],
    ]
    const entered = await api.db
      .insert(cars)
      .values(before.map(([plate, status]) => ({ plate, status, number: '1', description: 'x' })))
      .returning({ id: cars.id })
    const ids = entered.map(({ id }) => id)
    const migration = readFileSync(join(import.meta.dirname, '../../server/api/db/migrations/0005_plates.sql'), 'utf8')
    await api.db.transaction(async (tx) => {
      for (const statement of migration.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement))
    })
    const after = await api.db.select().from(cars).where(inArray(cars.id, ids)).orderBy(cars.id)
    expect(after.map(({ plate, status, version }) => [plate, status, version])).toEqual([
      ['QDC4D08-3', 'I', 2],
      ['QDC4D08', 'A', 2],
      ['QDC4D08-2', 'I', 2],
      ['ABC1234', 'A', 1],
      ['ABC1D23', 'I', 2],
      ['--', 'A', 1],
      ['ÇAO1', 'A', 2],
    ])
    await expect(api.db.insert(cars).values({ plate: 'QDC4D08', number: '1', description: 'x' })).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(
      await api.db.$count(auditChanges, and(eq(auditChanges.relation, 'cars'), inArray(auditChanges.recordId, ids), isNotNull(auditChanges.before))),
    ).toBe(5)
  })
})
