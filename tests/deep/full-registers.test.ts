// Even if somebody fills the registers by hand as far as possible, every screen must still work for other people.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { withoutAudit } from '../../server/api/audit.ts'
import { onOne } from '../support/api.ts'

const MB = 1024 * 1024
const COUNT = 50_000
/** A long name in characters of three bytes each. It begins with '!', as an attacker would choose, so it sorts first. */
const name = sql.raw(`rpad('! ' || i || ' ', 100, '漢')`)

/** The insert for each register, where i is the number of the record. */
const rows = [
  sql`insert into clients (name, city_id) select ${name}, 3106200`,
  sql`insert into cars (plate, number, description) select 'P' || i, '1', ${name}`,
  sql`insert into regions (description) select ${name}`,
  sql`insert into activities (description) select ${name}`,
  sql`insert into departments (name) select ${name}`,
]

onOne('full registers', (api) => {
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
      for (const insert of rows) await tx.execute(sql`${insert} from generate_series(0, ${COUNT - 1}::int) as i`)
      await tx.execute(sql`analyze`)
    })
  })

  it.each(['/clients', '/cars', '/region', '/tasks', '/department'])('GET %s of 50,000 records returns the newest, within 16 MB', async (path) => {
    const { status, body, bytes } = await ask(path)
    expect({ status, tooLarge: bytes > 16 * MB, newest: JSON.stringify((body as object[])[0]).includes(`! ${COUNT - 1} `) }).toEqual({
      status: 200,
      tooLarge: false,
      newest: true,
    })
  })

  describe.each(offers)('%s', (path) => {
    it('with 50,000 new records per register, the response still contains all earlier records, within 16 MB', async () => {
      const { status, body, bytes } = await ask(path)
      expect({ status, tooLarge: bytes > 16 * MB }).toEqual({ status: 200, tooLarge: false })
      for (const [part, then] of Object.entries(before.get(path) ?? {}))
        if (Array.isArray(then)) {
          const offered = new Set((body as Record<string, unknown[]>)[part]?.map((one) => JSON.stringify(one)))
          expect(
            then.filter((one) => !offered.has(JSON.stringify(one))),
            part,
          ).toEqual([])
        }
    })
  })
})
