// Adds mails to the queue; mail.ts sends them.
import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import { messages } from '../../../shared/features/nfse.ts'
import { mails, type accounts } from '../db/schema.ts'
import { insertRows, type Db } from '../db/sql.ts'

type Mail = typeof mails.$inferInsert

/** `kind` is D for the documents and R for the receipt. */
export const messagesTo = (accountId: number, kind: Mail['kind'], addresses: string[]): Mail[] =>
  (addresses.length > 0 ? addresses : ['']).map((address) => ({
    accountId,
    kind,
    address,
    messageId: `<${randomUUID()}@csnoteweb>`,
    ...(address === '' && { state: 'failed' as const, log: messages.noAddress }),
  }))

/** Time in ms. A second request within this time is taken for a double click and ignored. */
const TWICE = 10_000

interface Asked {
  me: { id: number }
  now: number
  kind: 'D' | 'R'
  /** Addresses to use instead of those of the customer (tomador). */
  emails: string[] | null
}

/**
 * Queues one message per address. Skips addresses for which such a message is waiting, or was requested by a person and sent within the last TWICE
 * ms.
 */
export async function queueMails(db: Db, { me, now, kind, emails: others }: Asked, those: (typeof accounts.$inferSelect)[]) {
  const justNow = new Date(now - TWICE)
  const ids = those.map(({ id }) => id)
  const waiting = await db
    .select({ accountId: mails.accountId, address: mails.address })
    .from(mails)
    .where(
      and(
        inArray(mails.accountId, ids),
        eq(mails.kind, kind),
        or(inArray(mails.state, ['pending', 'sending']), and(eq(mails.state, 'sent'), gt(mails.at, justNow), isNotNull(mails.userId))),
      ),
    )
  const waits = new Set(waiting.map(({ accountId, address }) => `${accountId} ${address}`))
  const fresh = those
    .flatMap(({ id, emails }) => messagesTo(id, kind, others ?? emails))
    .filter(({ accountId, address }) => !waits.has(`${accountId} ${address}`))
  const rows = fresh.map(({ accountId, kind, address, messageId, state = 'pending', log = null }) => ({
    account_id: accountId,
    kind,
    address,
    message_id: messageId,
    state,
    log,
    user_id: me.id,
  }))
  if (fresh.length > 0) await insertRows(db, 'mails', rows)
}

/** The newest message for each address and kind. */
export const newestMails = (db: Db, ids: number[]) =>
  ids.length === 0
    ? []
    : db
        .selectDistinctOn([mails.accountId, mails.kind, mails.address], { accountId: mails.accountId, state: mails.state })
        .from(mails)
        .where(inArray(mails.accountId, ids))
        .orderBy(mails.accountId, mails.kind, mails.address, desc(mails.id))
