// The documents of an account that are valid: issued, and replaced by no other.
import { and, eq, isNull } from 'drizzle-orm'
import { emissions } from '../db/schema.ts'

/** Condition for such a document. */
export const isCurrent = and(eq(emissions.state, 'issued'), isNull(emissions.voidedAs))
