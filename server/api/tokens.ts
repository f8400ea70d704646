// Tokens, and the person to whom a token belongs.
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lte, ne, notInArray, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY, type Clock } from '../../shared/clock.ts'
import { messages } from '../../shared/messages.ts'
import { menus, notices, timeEntries, tokens, userMenus, users, userTasks } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import { isEnrolled } from './enrolment.ts'
import { refusal } from './errors.ts'
import { unreadOf } from './features/notices.ts'

const LIFE = 365 * DAY
const AT_ONCE = 10

/** The form in which the database stores a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Makes a token for a person. Only the newest AT_ONCE of a person are kept. */
export async function issueToken(tx: Db, clock: Clock, userId: number) {
  const token = randomBytes(32).toString('base64url')
  const hash = hashOf(token)
  const now = new Date(clock())
  await tx.insert(tokens).values({ hash, userId, createdAt: now, expiresAt: new Date(now.getTime() + LIFE) })
  // The new token always survives, even if the clock was set back after the others were issued.
  const others = and(eq(tokens.userId, userId), ne(tokens.hash, hash))
  const newest = tx
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(others)
    .orderBy(desc(tokens.createdAt))
    .limit(AT_ONCE - 1)
  await tx.delete(tokens).where(and(others, or(notInArray(tokens.hash, newest), lte(tokens.expiresAt, now))))
  return token
}

/** The person as GET /auth describes them. */
export async function personOf(db: Db, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) throw refusal(401, messages.signedOut)
  const { name, supervisor, departmentId: departamento, status } = user
  const atividades = await db.$count(userTasks, and(eq(userTasks.userId, id), eq(userTasks.status, 'A')))
  const segundoFator = (await isEnrolled(db, id)) ? ('S' as const) : ('N' as const)
  const avisos = await db.$count(notices, unreadOf(id))
  const [running] = await db
    .select({ id: timeEntries.id })
    .from(timeEntries)
    .where(and(eq(timeEntries.userId, id), isNull(timeEntries.endedAt)))
  return { id, name, supervisor, departamento, status, acessos: await menusOf(db, id), atividades, tempo: running?.id ?? null, segundoFator, avisos }
}

/** Menu groups in order, each with the items granted to the person. A group without items is left out. */
async function menusOf(db: Db, userId: number) {
  const group = alias(menus, 'parent')
  const items = await db
    .select({ group: group.title, action: group.icon, title: menus.title, route: menus.route })
    .from(userMenus)
    .innerJoin(menus, eq(menus.id, userMenus.menuId))
    .innerJoin(group, eq(group.id, menus.parentId))
    .where(eq(userMenus.userId, userId))
    .orderBy(group.position, menus.position)
  return Array.from(
    Map.groupBy(items, (item) => item.group),
    ([title, granted]) => ({
      title,
      action: granted[0]?.action ?? null,
      // A check constraint ensures that an item has a route.
      items: granted.map((item) => ({ title: item.title, route: item.route ?? '' })),
    }),
  )
}
