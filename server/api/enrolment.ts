// People with a second factor.
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { authenticatorApps as apps, passkeys } from './db/schema.ts'
import type { Db } from './db/sql.ts'

/** Selects the app of a person, once it is confirmed. */
export const confirmed = (userId: number) => and(eq(apps.userId, userId), isNotNull(apps.confirmedAt))

export const passkeysFor = (db: Db, userId: number) => db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))

/** Whether a person signs in with a second factor. */
export async function isEnrolled(db: Db, userId: number) {
  return (await db.$count(apps, confirmed(userId))) + (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0
}
