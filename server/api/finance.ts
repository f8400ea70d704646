// Finance rights. The person's record decides about them at the time of the statement.
import { and, eq, exists, or } from 'drizzle-orm'
import { FINANCE } from '../../shared/access.ts'
import { users } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import type { Caller } from './handlers.ts'

const ofFinance = (me: Caller) => and(eq(users.id, me.id), or(eq(users.supervisor, 'S'), eq(users.departmentId, FINANCE)))
/** The condition, to be used as part of a statement. */
export const hasFinance = (db: Db, me: Caller) => exists(db.select({ id: users.id }).from(users).where(ofFinance(me)))
export const isOfFinance = async (db: Db, me: Caller) => (await db.$count(users, ofFinance(me))) > 0
