// An account with all that its documents are made of.
import type { accounts, cities, issuers } from '../db/schema.ts'

export type City = typeof cities.$inferSelect
export type Issuer = typeof issuers.$inferSelect & { city: City }
/** `city`: the taker's, where it is known. */
export type Account = typeof accounts.$inferSelect & { city: City | null; issuer: Issuer }
