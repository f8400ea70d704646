// Minha conta: the password, and the secret address of the calendar.
import { randomBytes } from 'node:crypto'
import { and, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { addMonths, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type account as rows } from '../../../shared/features/account.ts'
import { auditChanges, calendarAddresses as addresses, challenges, tokens, users } from '../db/schema.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { checkedHash, passwordFits } from '../passwords.ts'
import { hashOf } from '../tokens.ts'
import { found, nextVersion } from '../versions.ts'
import { eventsOf } from './calendar.ts'

/** Months before and after today that a subscribed calendar shows. */
const MONTHS = 12

export const account = ({ clock }: Api): Handlers<typeof rows> => ({
  'PUT /account/password': {
    before: async ({ db, me, body: { senhaAtual, password } }) => {
      const { passwordHash: before, email } = found(await db.select().from(users).where(eq(users.id, me.id)))
      if (!(await passwordFits(senhaAtual, before))) throw refusal(400, messages.wrongPassword)
      if (senhaAtual === password) throw refusal(400, messages.samePassword)
      const passwordHash = await checkedHash(password, email)
      return async (tx) => {
        const still = and(eq(users.id, me.id), eq(users.passwordHash, before))
        const done = await tx
          .update(users)
          .set({ passwordHash, version: nextVersion(users) })
          .where(still)
          .returning({ id: users.id })
        // Somebody else has set a password meanwhile, so the current one is not the one that was checked.
        if (done.length === 0) throw refusal(400, messages.wrongPassword)
        // Whoever knew the old password may have made the address.
        await tx.delete(addresses).where(eq(addresses.userId, me.id))
        await tx.delete(challenges).where(eq(challenges.userId, me.id))
        await tx.delete(tokens).where(and(eq(tokens.userId, me.id), ne(tokens.hash, me.token)))
        return {}
      }
    },
  },

  'GET /calendar-address': async ({ db, me }) => {
    const [own] = await db.select({ at: addresses.createdAt }).from(addresses).where(eq(addresses.userId, me.id))
    return { desde: own ? wallTime(own.at.getTime()) : null }
  },

  'PUT /calendar-address': async ({ db, me }) => {
    const chave = `agenda_${randomBytes(32).toString('base64url')}`
    const made = { hash: hashOf(chave), createdAt: new Date(clock()) }
    await db
      .insert(addresses)
      .values({ userId: me.id, ...made })
      .onConflictDoUpdate({ target: addresses.userId, set: made })
    return { chave }
  },

  'DELETE /calendar-address': async ({ db, me }) => {
    await db.delete(addresses).where(eq(addresses.userId, me.id))
    return {}
  },

  'GET /calendar-feed': async ({ db, me }) => {
    const today = wallDay(clock())
    const period = { dataInicio: addMonths(today, -MONTHS), dataFim: addMonths(today, MONTHS) }
    const events = await eventsOf(db, clock, { users: [me.id], estornados: true, ...period })
    const ids = events.map(({ id }) => id)
    const changes = await db
      .select({ id: auditChanges.recordId, at: max(auditChanges.at) })
      .from(auditChanges)
      .where(and(eq(auditChanges.relation, 'appointments'), ids.length > 0 ? inArray(auditChanges.recordId, ids) : sql`false`))
      .groupBy(auditChanges.recordId)
    const changedAt = new Map(changes.map(({ id, at }) => [id, at && wallTime(at.getTime())]))
    return events.map((event) => ({ ...event, alterado: changedAt.get(event.id) ?? null }))
  },
})
