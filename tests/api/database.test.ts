// What a query may rely on, on both databases: in the embedded one some are planned once and kept.
import { eq, gt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { regions } from '../../server/api/db/schema.ts'
import { onBoth } from '../support/api.ts'

onBoth('a query', (api, kind) => {
  const named = async (id: number) => (await api.db.select({ name: regions.description }).from(regions).where(eq(regions.id, id)))[0]?.name
  const rename = (db: typeof api.db, description: string) => db.update(regions).set({ description }).where(eq(regions.id, 1))

  test('sees each change since it was asked last', async () => {
    for (const name of ['Norte', 'São João d’Aliança ✓', '', 'Norte', 'x'.repeat(50), '\\N', 'null', "'"]) {
      await rename(api.db, name)
      expect(await named(1)).toBe(name)
    }
    expect(await named(2_147_483_647)).toBeUndefined()
  })

  test('is told nothing of what is not committed', async () => {
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

  test('that fails says why, and leaves the next one unharmed', async () => {
    await rename(api.db, 'Whole')
    await expect(api.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
    await expect(api.db.execute(sql`select no_such_column`)).rejects.toMatchObject({ cause: { code: '42703' } })
    await expect(named(2_147_483_648)).rejects.toMatchObject({ cause: { code: '22003' } })
    expect(await named(1)).toBe('Whole')
  })

  // What a server keeps is its driver's affair.
  if (kind === 'server') return
  test('is planned once when its plan is the same for whatever is asked', async () => {
    const above = api.db.select({ id: regions.id }).from(regions).where(gt(regions.id, 1))
    for (const id of [1, 2, 3]) await named(id)
    await above
    const kept = (await api.db.execute(sql`select statement from pg_prepared_statements`)) as { rows: { statement: string }[] }
    const texts = kept.rows.map(({ statement }) => statement)
    const text = api.db.select({ name: regions.description }).from(regions).where(eq(regions.id, 1)).toSQL().sql
    expect(texts.filter((one) => one === text)).toHaveLength(1)
    expect(texts).not.toContain(above.toSQL().sql)
  })
})
