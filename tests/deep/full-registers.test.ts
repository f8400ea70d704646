// Registers filled as far as any hand could: whoever did it takes no screen from the others.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { withoutAudit } from '../../server/api/audit.ts'
import { insertRows } from '../../server/api/db/sql.ts'
import { onBoth } from '../support/api.ts'

const MB = 1024 * 1024
const COUNT = 50_000
/** A long name, in characters of three bytes each; first in the order of names, as whoever wants to be in the way would have it. */
const name = (index: number) => `! ${index} `.padEnd(100, '漢')

/** Each register's table, and what a new row of it has besides. */
const tables: Record<string, (index: number) => Record<string, unknown>> = {
  clients: (index) => ({ name: name(index), city_id: 3_106_200 }),
  cars: (index) => ({ plate: `P${index}`, number: '1', description: name(index) }),
  regions: (index) => ({ description: name(index) }),
  activities: (index) => ({ description: name(index) }),
  departments: (index) => ({ name: name(index) }),
}

onBoth('with full registers', (api) => {
  let token: string
  const ask = async (path: string) => {
    const { status, body } = await api.ask('GET', path, { token })
    return { status, body, bytes: Buffer.byteLength(JSON.stringify(body)) }
  }
  const offers = ['/datatocompromise', '/compromises/data-filter', '/dash/calendarioOndeEstou', '/users/data']
  const before = new Map<string, Record<string, unknown>>()
  beforeAll(async () => {
    token = await api.signIn('supervisor')
    for (const path of offers) before.set(path, (await ask(path)).body as Record<string, unknown>)
    await api.db.transaction(async (tx) => {
      await withoutAudit(tx)
      for (const [table, row] of Object.entries(tables))
        await insertRows(
          tx,
          table,
          Array.from({ length: COUNT }, (_, index) => row(index)),
        )
      await tx.execute(sql`analyze`)
    })
  })

  it.each(['/clients', '/cars', '/region', '/tasks', '/department'])('%s answers the newest, as many as one answer holds', async (path) => {
    const { status, body, bytes } = await ask(path)
    expect({ status, tooLarge: bytes > 16 * MB, newest: JSON.stringify((body as object[])[0]).includes(`! ${COUNT - 1} `) }).toEqual({
      status: 200,
      tooLarge: false,
      newest: true,
    })
  })

  describe.each(offers)('%s', (path) => {
    it('answers, and offers everything that it did before', async () => {
      const { status, body, bytes } = await ask(path)
      expect({ status, tooLarge: bytes > 16 * MB }).toEqual({ status: 200, tooLarge: false })
      for (const [part, then] of Object.entries(before.get(path) ?? {}))
        if (Array.isArray(then)) expect((body as Record<string, unknown[]>)[part], part).toEqual(expect.arrayContaining(then))
    })
  })
})
