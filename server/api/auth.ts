// Sign-in, who a token belongs to, and its end.
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { auth as rows } from '../../shared/features/auth.ts'
import { DAY, type Clock } from '../../shared/clock.ts'
import { messages, signIn } from '../../shared/messages.ts'
import type { Db } from './db/sql.ts'
import { menus, timeEntries, tokens, userMenus, users, userTasks } from './db/schema.ts'
import { refusal } from './errors.ts'
import type { Api, Caller, Handlers } from './handlers.ts'
import { hashPassword, isOutdated, passwordFits, unusableHash } from './passwords.ts'

const LIFE = 365 * DAY
const AT_ONCE = 10

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const auth = ({ clock }: Api): Handlers<typeof rows> => ({
  'POST /auth': {
    before: async ({ db, body: { email, password } }) => {
      const { id, passwordHash } = await verified(db, email, password)
      return async (tx) => {
        // Held until the token is there: whoever sets another password or ends the person's access waits, and then ends this token too.
        const [still] = await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.status, 'A')))
          .for('no key update')
        if (!still) throw refusal(401, signIn.refused)
        const person = await personOf(tx, id)
        return { ...person, token: await issueToken(tx, clock, id) }
      }
    },
  },
  'GET /auth': ({ db, me }) => personOf(db, me.id),
})

/** The active person of this e-mail and password, with a hash of today's numbers. */
async function verified(db: Db, email: string, password: string): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  // Unknown, wrong and inactive: the same work, the same words.
  const fits = await passwordFits(password, user?.passwordHash ?? unusableHash())
  if (!user || !fits || user.status !== 'A') throw refusal(401, signIn.refused)
  if (!isOutdated(user.passwordHash)) return user
  const passwordHash = await hashPassword(password)
  const verifiedOne = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash))
  await db.update(users).set({ passwordHash }).where(verifiedOne)
  // Somebody may have set another meanwhile: what is stored now decides.
  return verified(db, email, password)
}

/** The active person whom a live token belongs to. */
export async function callerOf({ db, clock }: Api, token: string): Promise<Caller> {
  const [caller] = await db
    .select({ id: users.id, token: tokens.hash, version: users.version, expiresAt: tokens.expiresAt })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    // Only equals, so that it is planned once: this is asked with every call.
    .where(and(eq(tokens.hash, hashOf(token)), eq(users.status, 'A')))
  if (!caller || caller.expiresAt.getTime() <= clock()) throw refusal(401, messages.signedOut)
  return caller
}

/**
 * Refuses a write when its caller was changed or signed out since it came: its turn, a hash or a lock may have taken seconds. The last that its
 * transaction asks; what it changed of the caller by itself counts as no change.
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

async function issueToken(tx: Db, clock: Clock, userId: number) {
  const token = randomBytes(32).toString('base64url')
  const hash = hashOf(token)
  const now = new Date(clock())
  await tx.insert(tokens).values({ hash, userId, createdAt: now, expiresAt: new Date(now.getTime() + LIFE) })
  // The new one stays even if the clock was set back since the others.
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

/** The person of an e-mail, whatever the status; null: there is none. */
export async function personByEmail(db: Db, email: string) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
  return user ? personOf(db, user.id) : null
}

async function personOf(db: Db, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) throw refusal(401, messages.signedOut)
  const { name, supervisor, departmentId: departamento, status } = user
  const atividades = await db.$count(userTasks, and(eq(userTasks.userId, id), eq(userTasks.status, 'A')))
  const [running] = await db
    .select({ id: timeEntries.id })
    .from(timeEntries)
    .where(and(eq(timeEntries.userId, id), isNull(timeEntries.endedAt)))
  return { id, name, supervisor, departamento, status, acessos: await menusOf(db, id), atividades, tempo: running?.id ?? null }
}

/** The groups in order, each with the items that the person was granted; a group without one is left out. */
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
      // An item has a route: the table's own check.
      items: granted.map((item) => ({ title: item.title, route: item.route ?? '' })),
    }),
  )
}
