// The events of an account.
import { eq } from 'drizzle-orm'
import { accountEvents, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'

interface Change {
  /** The account. */
  id: number
  userId: number
  at: Date
  document?: 'N' | 'B'
  kind?: 'changed' | 'queued'
  detail?: string
}

/** Stores the event of a change that a person made to an account. `says` words it with the person's name. */
export async function noted(db: Db, { id, userId, at, document = 'B', kind = 'changed', detail }: Change, says: (name: string) => string) {
  const [by] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  await db.insert(accountEvents).values({ accountId: id, document, at, kind, description: says(by?.name ?? ''), detail })
}
