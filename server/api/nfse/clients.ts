// The client of the register that the customer (tomador) of an account is.
import { and, asc, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { accounts } from '../db/schema.ts'
import { isAmong, type Db } from '../db/sql.ts'

/**
 * Links accounts without a client to the client of another account with the same CNPJ or CPF, else to the only active client of the same name. Returns
 * the ids of the linked accounts.
 */
export async function linkClients(db: Db, which: SQL) {
  const found = sql`(
    with known as (
      select distinct on (document) document, client_id from accounts where document is not null and client_id is not null order by document, id desc
    ), names as (
      select lower(name) as name, min(id) as id from clients where status = 'A' group by 1 having count(*) = 1
    )
    select accounts.id, coalesce(known.client_id, legal.id, trade.id) as client_id
    from accounts
      left join known on known.document = accounts.document
      left join names legal on legal.name = lower(accounts.name)
      left join names trade on trade.name = lower(accounts.trade_name)
    where accounts.issuer_id is not null and accounts.client_id is null and ${which}
  ) as found`
  const linked = await db
    .update(accounts)
    .set({ clientId: sql`found.client_id` })
    .from(found)
    .where(sql`found.id = ${accounts.id} and found.client_id is not null`)
    .returning({ id: accounts.id })
  return linked.map(({ id }) => id)
}

/** The accounts of the customer of an account: those with that document, and the account itself. Ordered by id, as they have to be locked. */
export const accountsOfCustomer = async (db: Db, id: number, document: string | null) =>
  (
    await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(or(eq(accounts.id, id), document === null ? undefined : and(eq(accounts.document, document), isNotNull(accounts.issuerId))))
      .orderBy(asc(accounts.id))
  ).map((one) => one.id)

/** Makes a client that of these accounts. */
export const setClient = (db: Db, ids: number[], clientId: number) =>
  db
    .update(accounts)
    .set({ clientId })
    .where(and(isAmong(accounts.id, ids), sql`${accounts.clientId} is distinct from ${clientId}`))
