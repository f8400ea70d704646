// Adds mails to the queue; mail.ts sends them.
import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { messages } from '../../../shared/features/nfse.ts'
import { collections, mails, type accounts } from '../db/schema.ts'
import { insertRows, type Db } from '../db/sql.ts'

type Mail = typeof mails.$inferInsert

/** `kind` is D for the documents, R for the receipt, and C for a request to pay. */
export const messagesTo = (accountId: number, kind: Mail['kind'], addresses: string[]): Mail[] =>
  (addresses.length > 0 ? addresses : ['']).map((address) => ({
    accountId,
    kind,
    address,
    messageId: `<${randomUUID()}@csnoteweb>`,
    ...(address === '' ? { state: 'failed' as const, log: messages.noAddress } : kind === 'C' && { log: WAITS }),
  }))

/** Time in ms. A second request within this time is taken for a double click and ignored. */
const TWICE = 10_000

interface Asked {
  me: { id: number }
  now: number
  kind: Mail['kind']
  /** Addresses to use instead of those of the customer (tomador). */
  emails: string[] | null
}

/**
 * Queues one message per address. Skips addresses for which such a message is waiting, or was requested by a person and sent within the last TWICE
 * ms.
 */
export async function queueMails(db: Db, { me, now, kind, emails: others }: Asked, those: Pick<typeof accounts.$inferSelect, 'id' | 'emails'>[]) {
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
        .selectDistinctOn([mails.accountId, mails.kind, mails.address], {
          accountId: mails.accountId,
          kind: mails.kind,
          state: mails.state,
          attempts: mails.attempts,
        })
        .from(mails)
        .where(inArray(mails.accountId, ids))
        .orderBy(mails.accountId, mails.kind, mails.address, desc(mails.id))

/** The text shown for a request for payment whose boleto cannot be paid yet. */
const WAITS = 'Sai quando o boleto puder ser pago.'

/** Gives up the requests to pay an account that were made on a day, so that others can be made. */
export async function dropCollections(db: Db, accountId: number, { why, today }: { why: string; today: string }) {
  await db
    .update(mails)
    .set({ state: 'failed', log: why })
    .where(and(eq(mails.accountId, accountId), eq(mails.kind, 'C'), eq(mails.state, 'pending')))
  await db.delete(collections).where(and(eq(collections.accountId, accountId), eq(collections.onDay, today)))
}

/** Gives up the requests to pay accounts that owe nothing any more, or whose boleto the bank has written off. */
export const dropSettled = (db: Db) =>
  db
    .update(mails)
    .set({ state: 'failed', log: 'Não saiu: a conta já foi recebida, ou o boleto não vale mais.' })
    .where(
      and(
        eq(mails.kind, 'C'),
        eq(mails.state, 'pending'),
        // A boleto that the bank has written off is no obstacle while a second copy of it is in the queue.
        sql`exists (
          select from accounts a where a.id = ${mails.accountId} and (a.received_cents >= a.owed_cents or exists (
            select from emissions e join registrations r on r.emission_id = e.id
            where e.account_id = a.id and e.state = 'issued' and e.voided_as is null and r.state in ('paid', 'writtenOff')
          ) and not exists (
            select from emissions q where q.account_id = a.id and q.document = 'B' and q.state in ('waiting', 'queued')
          ))
        )`,
      ),
    )

/**
 * Condition that a message may be sent now. A request to pay waits until no second copy is in the queue, and, if the company registers boletos at its
 * bank, until the bank knows the present one.
 */
export const maySend = or(
  ne(mails.kind, 'C'),
  sql`not exists (select from emissions e where e.account_id = ${mails.accountId} and e.document = 'B' and e.state in ('waiting', 'queued'))
    and not exists (
      select from emissions e left join registrations now on now.emission_id = e.id
      where e.account_id = ${mails.accountId} and e.document = 'B' and e.state = 'issued' and e.voided_as is null
        and now.state is distinct from 'registered' and exists (select from remittances r where r.issuer_id = e.issuer_id)
    )`,
)
