// Idempotency keys. A caller that lost the answer to a creating call repeats it with the same key and receives the first answer.
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { messages } from '../../shared/messages.ts'
import { answered } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import { refusal } from './errors.ts'
import type { Caller } from './handlers.ts'

/** An attempt to create something. The key is unique per person and call; `sent` is the request's content. */
interface Attempt {
  key: string
  sent: unknown
}

/**
 * Runs `make` once per key, in the transaction that creates the record, so that the record and the answer are both stored or neither. Without
 * `attempt`, the record is created each time. Throws 409 if the key was used for another request.
 */
export async function once<T>(tx: Db, me: Caller, call: string, attempt: Attempt | undefined, make: () => Promise<T>): Promise<T> {
  if (!attempt) return make()
  // Passwords are left out: otherwise a fast hash of a password would be stored, and it could be guessed faster than the slow hash of the password.
  const told = JSON.stringify(attempt.sent, (key, value: unknown) => (/password|senha/i.test(key) ? undefined : value))
  const digest = createHash('sha256').update(told).digest('base64url')
  const first = { userId: me.id, call, key: attempt.key }
  // If the same attempt is still running, this insert waits for it to end.
  const [begun] = await tx
    .insert(answered)
    .values({ ...first, digest })
    .onConflictDoNothing()
    .returning({ key: answered.key })
  const which = and(eq(answered.userId, me.id), eq(answered.call, call), eq(answered.key, attempt.key))
  if (!begun) {
    const [was] = await tx.select({ digest: answered.digest, reply: answered.reply }).from(answered).where(which)
    if (was?.digest !== digest) throw refusal(409, messages.anotherAttempt)
    // This reply was stored for the same call, so the cast is safe.
    return was.reply as T
  }
  const reply = await make()
  await tx.update(answered).set({ reply }).where(which)
  return reply
}

export const forgetAnswered = (db: Db) => db.execute(sql`delete from answered where at < now() - interval '1 day'`)
