// Loads an account with everything that its documents need.
import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accounts, cities, issuers } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'

export type City = typeof cities.$inferSelect
export type Issuer = typeof issuers.$inferSelect & { city: City }
/** An account from which documents are issued. `city` is the customer's city, or null if it is not known. */
export type Account = Omit<typeof accounts.$inferSelect, 'owedCents' | keyof Invoiced> & Invoiced & { city: City | null; issuer: Issuer }
/** The fields that are set in every account with an issuer. */
export interface Invoiced {
  issuerId: number
  reference: number
  instalment: number
}

const issuersCity = alias(cities, 'issuers_city')

/** The accounts from which documents are issued, among those of the condition. */
export async function accountsWhere(db: Db, where: SQL | undefined): Promise<Account[]> {
  const found = await db
    .select({ account: accounts, issuer: issuers, city: cities, issuersCity })
    .from(accounts)
    .innerJoin(issuers, eq(issuers.id, accounts.issuerId))
    .innerJoin(issuersCity, eq(issuersCity.id, issuers.cityId))
    .leftJoin(cities, eq(cities.id, accounts.cityId))
    .where(where)
    .orderBy(asc(accounts.name), asc(accounts.id))
  return found.map(({ account, issuer, city, issuersCity: ofIssuer }) => ({
    // The database stores these three together, and the join leaves out accounts without an issuer, so the cast is safe.
    ...(account as typeof account & Invoiced),
    city,
    issuer: { ...issuer, city: ofIssuer },
  }))
}

/**
 * Locks those of these accounts that have an issuer against changes until the transaction ends. They are locked in the order of their ids, so that two requests cannot deadlock.
 * Other transactions can still insert events for the accounts.
 */
export const heldAccounts = (db: Db, ids: number[]) =>
  db
    .select({ id: accounts.id, noteStatus: accounts.noteStatus, slipStatus: accounts.slipStatus })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), isNotNull(accounts.issuerId)))
    .orderBy(asc(accounts.id))
    .for('no key update')
