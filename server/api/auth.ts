// The sign-in, and the owners of tokens.
import { and, eq, or, sql } from 'drizzle-orm'
import { CALENDAR_KEY } from '../../shared/features/account.ts'
import type { auth as rows } from '../../shared/features/auth.ts'
import { messages, signIn } from '../../shared/messages.ts'
import type { Db } from './db/sql.ts'
import { calendarAddresses as addresses, tokens, users } from './db/schema.ts'
import { refusal } from './errors.ts'
import { secondStep } from './features/second-factor.ts'
import type { Api, Caller, Handlers } from './handlers.ts'
import { hashPassword, isOutdated, passwordFits, unusableHash } from './passwords.ts'
import { seen } from './tags.ts'
import { hashOf, issueToken, personOf } from './tokens.ts'

export const auth = ({ clock, origin }: Api & { origin?: string | undefined }): Handlers<typeof rows> => ({
  'POST /auth': {
    before: async ({ db, body: { email, password } }) => {
      const { id, passwordHash } = await verified(db, email, password)
      return async (tx) => {
        // The row stays locked until the token is stored. A password change or deactivation waits for the lock, and then ends this token too.
        const [still] = await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.status, 'A')))
          .for('no key update')
        if (!still) throw refusal(401, signIn.refused)
        const second = await secondStep(tx, clock, origin, id)
        if (second) return second
        const person = await personOf(tx, id)
        return { ...person, token: await issueToken(tx, clock, id) }
      }
    },
  },
  'GET /auth': ({ db, me }) => personOf(db, me.id),
})

/** The active person with this e-mail and password. An outdated hash is replaced by one with the current cost. */
async function verified(db: Db, email: string, password: string): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  // If the e-mail is unknown, compare with a hash that no password matches, so that the answer takes as long as for a wrong password and has the same
  // message.
  const fits = await passwordFits(password, user?.passwordHash ?? unusableHash())
  if (!user || !fits || user.status !== 'A') throw refusal(401, signIn.refused)
  if (!isOutdated(user.passwordHash)) return user
  const passwordHash = await hashPassword(password)
  const verifiedOne = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash))
  await db.update(users).set({ passwordHash }).where(verifiedOne)
  // The password may have been changed in the meantime, so verify it again with the stored hash.
  return verified(db, email, password)
}

/**
 * The active person of a live token. The key of a calendar address is a token only for the calls that read that calendar (`mayBeKey`).
 */
export async function callerOf({ db, clock }: Api, token: string, mayBeKey: boolean): Promise<Caller> {
  if (CALENDAR_KEY.test(token)) {
    const [owner] = await db
      .select({ id: users.id, token: addresses.hash, version: users.version })
      .from(addresses)
      .innerJoin(users, eq(users.id, addresses.userId))
      .where(and(eq(addresses.hash, hashOf(token)), eq(users.status, 'A')))
    if (!owner || !mayBeKey) throw refusal(401, messages.signedOut)
    return owner
  }
  const [caller] = await db
    .select({ id: users.id, token: tokens.hash, version: users.version, expiresAt: tokens.expiresAt, ...seen })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    // Only equality conditions, so that connections keep the plan of this query (isPlannedOnce), which runs with every call.
    .where(and(eq(tokens.hash, hashOf(token)), eq(users.status, 'A')))
  if (!caller || caller.expiresAt.getTime() <= clock()) throw refusal(401, messages.signedOut)
  const { snapshot, server, at, ...one } = caller
  return { ...one, seen: { snapshot, server, at } }
}

/**
 * Refuses a write if its caller was changed or signed out after the call arrived. Waiting for a slot, a hash or a lock may take seconds. This must be
 * the last query of the transaction. Changes of the caller by this transaction itself are ignored.
 */
export async function mustStillBe(tx: Db, { id, token, version }: Caller) {
  const byItself = sql<boolean>`${users}.xmin = pg_current_xact_id()::xid`
  const [caller] = await tx
    .select({ version: users.version, byItself })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(and(eq(tokens.hash, token), eq(users.id, id), or(eq(users.status, 'A'), byItself)))
  if (!caller) throw refusal(401, messages.signedOut)
  if (caller.version !== version && !caller.byItself) throw refusal(503, messages.unavailable)
}

export const revokeToken = (db: Db, token: string) => db.delete(tokens).where(eq(tokens.hash, hashOf(token)))

/** The person with an e-mail, whether active or not, or null. */
export async function personByEmail(db: Db, email: string) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
  return user ? personOf(db, user.id) : null
}
