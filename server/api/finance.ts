// Finance rights, checked against the person's record at the time of the statement.
import { and, eq, exists, or } from 'drizzle-orm'
import { FINANCE } from '../../shared/access.ts'
import { users } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import type { Caller } from './handlers.ts'

const ofFinance = (me: Caller) => and(eq(users.id, me.id), or(eq(users.supervisor, 'S'), eq(users.departmentId, FINANCE)))
/** The rights as a condition inside another statement. */
export const hasFinance = (db: Db, me: Caller) => exists(db.select({ id: users.id }).from(users).where(ofFinance(me)))
export const isOfFinance = async (db: Db, me: Caller) => (await db.$count(users, ofFinance(me))) > 0
