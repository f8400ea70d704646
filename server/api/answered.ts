// What somebody makes is made once: who had no answer asks again with the same key, and has the answer of the first time.
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { messages } from '../../shared/messages.ts'
import { answered } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import { refusal } from './errors.ts'
import type { Caller } from './handlers.ts'

/** An attempt to make something: its key, of that person alone, and what is sent. */
interface Attempt {
  key: string
  sent: unknown
}

/** In the transaction of what is made, so that both are stored or none. `attempt` absent: made each time. Throws 409 where the key was another thing's. */
export async function once<T>(tx: Db, me: Caller, call: string, attempt: Attempt | undefined, make: () => Promise<T>): Promise<T> {
  if (!attempt) return make()
  // Without passwords: of one, a quick hash would be kept beside the slow one.
  const told = JSON.stringify(attempt.sent, (key, value: unknown) => (/password|senha/i.test(key) ? undefined : value))
  const digest = createHash('sha256').update(told).digest('base64url')
  const first = { userId: me.id, call, key: attempt.key }
  // Waits for one that is still being made.
  const [begun] = await tx
    .insert(answered)
    .values({ ...first, digest })
    .onConflictDoNothing()
    .returning({ key: answered.key })
  const which = and(eq(answered.userId, me.id), eq(answered.call, call), eq(answered.key, attempt.key))
  if (!begun) {
    const [was] = await tx.select({ digest: answered.digest, reply: answered.reply }).from(answered).where(which)
    if (was?.digest !== digest) throw refusal(409, messages.anotherAttempt)
    // It was this call's.
    return was.reply as T
  }
  const reply = await make()
  await tx.update(answered).set({ reply }).where(which)
  return reply
}

export const forgetAnswered = (db: Db) => db.execute(sql`delete from answered where at < now() - interval '1 day'`)
