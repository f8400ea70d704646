// Loads an account with everything that its documents need.
import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accounts, cities, issuers } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'

export type City = typeof cities.$inferSelect
export type Issuer = typeof issuers.$inferSelect & { city: City }
/** `city` is the customer's city, or null if it is not known. */
export type Account = typeof accounts.$inferSelect & { city: City | null; issuer: Issuer }

const issuersCity = alias(cities, 'issuers_city')

export async function accountsWhere(db: Db, where: SQL | undefined): Promise<Account[]> {
  const found = await db
    .select({ account: accounts, issuer: issuers, city: cities, issuersCity })
    .from(accounts)
    .innerJoin(issuers, eq(issuers.id, accounts.issuerId))
    .innerJoin(issuersCity, eq(issuersCity.id, issuers.cityId))
    .leftJoin(cities, eq(cities.id, accounts.cityId))
    .where(where)
    .orderBy(asc(accounts.name), asc(accounts.id))
  return found.map(({ account, issuer, city, issuersCity: ofIssuer }) => ({ ...account, city, issuer: { ...issuer, city: ofIssuer } }))
}

/**
 * Locks these accounts against changes until the transaction ends. They are locked in the order of their ids, so that two requests cannot deadlock.
 * Other transactions can still insert events for the accounts.
 */
export const heldAccounts = (db: Db, ids: number[]) =>
  db
    .select({ id: accounts.id, noteStatus: accounts.noteStatus, slipStatus: accounts.slipStatus })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update')
