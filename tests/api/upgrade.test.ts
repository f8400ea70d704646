// Tests that a database of an earlier release, with rows, is upgraded by today's migrations and keeps what it has.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openPrepared } from '../../server/api/db/connection.ts'
import { accounts, auditChanges, emissions, issuers, timeYears } from '../../server/api/db/schema.ts'
import { insertRows } from '../../server/api/db/sql.ts'
import { SCRATCH } from '../support/scratch.ts'

const folder = mkdtempSync(join(SCRATCH, 'csnoteweb-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Copies the migrations up to and including the named one. */
function migrationsUntil(last: string) {
  const copy = join(folder, last)
  cpSync(join(import.meta.dirname, '../../server/api/db/migrations'), copy, { recursive: true })
  const journal = join(copy, 'meta/_journal.json')
  // drizzle-kit writes the journal in this format, so the cast is safe.
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  const kept = entries.slice(0, 1 + entries.findIndex(({ tag }) => tag === last))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: kept }))
  return copy
}

const empty = { demo: false, demoPassword: '', now: Date.parse('2026-11-19T14:32:00Z') }

test('receivables, issuers, and issued boletos of the release before banks and payments are kept', async () => {
  const dir = join(folder, 'data')
  const before = await openPrepared(dir, empty, migrationsUntil('0024_commission_releases'))
  const { db } = before
  await insertRows(db, 'companies', [{ id: 1, name: 'Uma', status: 'A' }])
  await insertRows(db, 'cost_centres', [{ id: 1, name: 'Centro', status: 'A' }])
  await insertRows(db, 'clients', [{ id: 7, name: 'Cliente', city_id: 5_107_925, phone: '', status: 'A' }])
  await db.execute(sql`insert into users (id, name, email, password_hash, department_id, supervisor) values (1, 'Ana', 'ana@x.example', '', 1, 'S')`)
  const receivable = { company_id: 1, centre_id: 1, client_id: 7, due_on: '2026-11-10', cents: 1_000 }
  await insertRows(db, 'receivables', [
    { ...receivable, document: 'NFS-e 1', received_cents: 400, received_on: '2026-11-12' },
    { ...receivable, document: 'NFS-e 2', received_cents: 0, received_on: null },
  ])
  const issuer = {
    company_id: 1,
    cnpj: '26014883000182',
    name: 'Uma Ltda.',
    street: 'Rua A',
    number: '1',
    district: 'Centro',
    cep: '78890000',
    city_id: 5_107_925,
    simples: 1,
    series: 1,
  }
  await insertRows(db, 'issuers', [{ id: 1, ...issuer, agreement: '3344556', wallet: '17', branch: '1480-X', bank_account: '22418-9' }])
  const account = {
    issuer_id: 1,
    centre_id: 1,
    instalment: 1,
    month: '2026-11-01',
    name: 'Cliente',
    service_code: '010501',
    service: 'S',
    description: 'D',
  }
  // 2 % of 12,25 are 24.5 cents, which are rounded to the even cent.
  const amounts = { cents: 1_225, iss_rate: 2, due_on: '2026-12-10' }
  await insertRows(db, 'accounts', [
    { ...account, ...amounts, reference: 10, iss_withheld: true, note_status: 3, slip_status: 2 },
    { ...account, ...amounts, reference: 11, iss_withheld: false, note_status: 1, slip_status: 1 },
  ])
  const stored = { id: 1, company_id: 1, agreement: '3344556', wallet: '17', branch: '1480-2', bankAccount: '22418-7' }
  await db.execute(sql`insert into emissions (account_id, document, state, user_id, issuer_id, series, number, barcode, issued_at, issuer)
    values (1, 'B', 'issued', 1, 1, 0, 1, '00191', now(), ${JSON.stringify(stored)}::text::jsonb)`)
  await before.client.close()

  const after = await openPrepared(dir, empty)
  const rows = await after.db.select().from(accounts).orderBy(accounts.id)
  expect(
    rows.map(({ id, companyId, clientId, paper, reference, month, cents, owedCents, receivedCents, receivedOn }) =>
      [id > 2 ? 'new' : id, companyId, clientId, paper, reference, month, cents, owedCents, receivedCents, receivedOn].join(),
    ),
  ).toEqual([
    '1,1,7,,10,2026-11-01,1225,1201,0,',
    '2,1,7,,11,2026-11-01,1225,1225,0,',
    'new,1,7,NFS-e 1,,2026-11-01,1000,1000,400,2026-11-12',
    'new,1,7,NFS-e 2,,2026-11-01,1000,1000,0,',
  ])
  expect(await after.db.select({ bank: issuers.bank, agreement: issuers.agreement }).from(issuers)).toEqual([{ bank: '001', agreement: '3344556' }])
  const [emission] = await after.db.select({ issuer: emissions.issuer }).from(emissions)
  expect(emission?.issuer).toMatchObject({ ...stored, bank: '001', variation: '', post: '', transmission: '' })
  // The rules of what was issued hold again after the migrations.
  const refused = (change: PromiseLike<unknown>) =>
    expect(change).rejects.toMatchObject({ cause: { message: expect.stringContaining('kept as it is') as string } })
  await refused(after.db.update(emissions).set({ barcode: '00192' }))
  await refused(after.db.update(accounts).set({ cents: 1 }).where(eq(accounts.id, 1)))
  await after.db.update(accounts).set({ importedCents: 5, importedOn: '2026-11-19' }).where(eq(accounts.id, 1))
  expect(await after.db.$count(auditChanges, eq(auditChanges.relation, 'accounts'))).toBeGreaterThan(0)
  await after.client.close()
})

test('the sums of years contain the time from before the release that introduced them, and follow later changes', async () => {
  const dir = join(folder, 'time')
  const before = await openPrepared(dir, empty, migrationsUntil('0037_audit_of_factors'))
  await before.db.execute(
    sql`insert into users (id, name, email, password_hash, department_id, supervisor) values (1, 'Ana', 'ana@x.example', '', 1, 'S')`,
  )
  const named = { id: 1, description: 'Uma', status: 'A' }
  await insertRows(before.db, 'track_activities', [named])
  await insertRows(before.db, 'track_categories', [{ ...named, kind: 'Interno' }])
  await insertRows(before.db, 'track_modules', [{ ...named, color: '#000000' }])
  const work = { user_id: 1, activity_id: 1, category_id: 1, module_id: 1, description: 'Trabalho' }
  const times = ['2025-12-31', '2026-01-01', '2026-11-18'].map((day) => ({ ...work, started_at: `${day}T08:00:00`, ended_at: `${day}T09:00:00` }))
  await insertRows(before.db, 'time_entries', times)
  await before.client.close()
  const { db, client } = await openPrepared(dir, empty)
  const sums = () => db.select({ year: timeYears.year, seconds: timeYears.seconds }).from(timeYears).orderBy(timeYears.year)
  expect(await sums()).toEqual([
    { year: '2025-01-01', seconds: 3600 },
    { year: '2026-01-01', seconds: 7200 },
  ])
  await db.execute(sql`delete from time_entries where started_at > '2026-11-01'`)
  expect(await sums()).toMatchObject([{ seconds: 3600 }, { seconds: 3600 }])
  await client.close()
})
