// What somebody makes is made once: who had no answer asks again with the same key, and has the answer of the first time.
import { and, eq, sql } from 'drizzle-orm'
import { answered } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import type { Caller } from './handlers.ts'

/** In the transaction of what is made, so that both are stored or none. `key`: of one attempt of that person; absent: made each time. */
export async function once<T>(tx: Db, me: Caller, call: string, key: string | undefined, make: () => Promise<T>): Promise<T> {
  if (key === undefined) return make()
  const first = { userId: me.id, call, key }
  // Waits for one that is still being made.
  const [begun] = await tx.insert(answered).values(first).onConflictDoNothing().returning({ key: answered.key })
  const which = and(eq(answered.userId, me.id), eq(answered.call, call), eq(answered.key, key))
  if (!begun) {
    const [was] = await tx.select({ reply: answered.reply }).from(answered).where(which)
    // It was this call's.
    return was?.reply as T
  }
  const reply = await make()
  await tx.update(answered).set({ reply }).where(which)
  return reply
}

export const forgetAnswered = (db: Db) => db.execute(sql`delete from answered where at < now() - interval '1 day'`)
