// Cancels issued notes at the authority. The row of a cancellation is both the job and its result. With a note, its boleto is written off.
import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { dayBr, hourBr, wallTime } from '../../../shared/clock.ts'
import { CANCEL_REASONS, messages } from '../../../shared/features/cancellation.ts'
import { asChangeOf } from '../audit.ts'
import { accountEvents, accounts, bankOrders, cancellations, emissions, mails } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import { heldAccounts } from './account.ts'
import { isCurrent } from './current.ts'
import { PAUSES, waitBr, type Emitter } from './emission.ts'
import { noted as notedBy } from './events.ts'
import { Temporary } from './issuer.ts'
import type { Step } from './jobs.ts'
import { numberIn } from './key.ts'
import { writeOffNeedless } from './registration.ts'
import { cleaned } from './text.ts'

type Cancellation = typeof cancellations.$inferSelect

interface By {
  me: { id: number }
  now: number
}

/** The valid note of an account. */
export async function noteOf(db: Db, accountId: number) {
  const [note] = await db
    .select()
    .from(emissions)
    .where(and(eq(emissions.accountId, accountId), eq(emissions.document, 'N'), isCurrent))
  return note
}

/** The change of an account's note that is under way: its cancellation or its substitution. Null if there is none. */
export async function pendingOf(db: Db, accountId: number) {
  if ((await db.$count(cancellations, and(eq(cancellations.accountId, accountId), eq(cancellations.state, 'queued')))) > 0) return 'cancelamento'
  const replacing = and(
    eq(emissions.accountId, accountId),
    eq(emissions.document, 'N'),
    eq(emissions.state, 'queued'),
    isNotNull(emissions.replacesId),
  )
  return (await db.$count(emissions, replacing)) > 0 ? 'substituição' : null
}

/** Why the authority refused to cancel the valid notes of these accounts, unless it was asked again since then. By account. */
export async function refusedCancellations(db: Db, accountIds: number[]) {
  const newest = await db
    .selectDistinctOn([cancellations.accountId], { id: cancellations.accountId, refusal: cancellations.refusal })
    .from(cancellations)
    .innerJoin(emissions, eq(emissions.id, cancellations.emissionId))
    .where(and(inArray(cancellations.accountId, accountIds), isCurrent))
    .orderBy(cancellations.accountId, desc(cancellations.id))
  return new Map(newest.map(({ id, refusal }) => [id, refusal]))
}

/** Queues the cancellation of an account's note. The caller has locked the account. */
export async function queueCancellation(
  db: Db,
  { me, now }: By,
  accountId: number,
  { reason, explanation, isPaidToo }: { reason: 1 | 2 | 9; explanation: string; isPaidToo: boolean },
) {
  const note = await noteOf(db, accountId)
  if (!note) throw refusal(409, messages.noNote)
  if ((await pendingOf(db, accountId)) !== null) throw refusal(409, messages.underWay)
  const [account] = await db.select({ received: accounts.receivedCents }).from(accounts).where(eq(accounts.id, accountId))
  if ((account?.received ?? 0) > 0 && !isPaidToo) throw refusal(409, messages.paid)
  await db.insert(cancellations).values({ emissionId: note.id, accountId, reason, explanation, userId: me.id, at: new Date(now) })
  await notedBy(
    db,
    { id: accountId, userId: me.id, at: new Date(now), document: 'N', kind: 'queued', detail: explanation },
    (name) => `Cancelamento pedido por ${name}: ${CANCEL_REASONS[reason]}`,
  )
}

const free = or(isNull(cancellations.leasedUntil), lte(cancellations.leasedUntil, sql`now()`))

/** Cancels the note that has waited longest. */
export function canceller({ db, clock, authority, lease, documents, failed }: Emitter): Step {
  const change = <T>(one: Cancellation, write: (tx: Db) => Promise<T>) => asChangeOf(db, { id: one.userId }, 'cancelamento', write)
  const noted = (tx: Db, { accountId }: Cancellation, event: Omit<typeof accountEvents.$inferInsert, 'accountId' | 'document'>) =>
    tx.insert(accountEvents).values({ accountId, document: 'N', at: new Date(clock()), ...event })
  /** Condition that no other worker has claimed the job since this one did. */
  const isMine = ({ id, attempts }: Cancellation) =>
    and(eq(cancellations.id, id), eq(cancellations.state, 'queued'), eq(cancellations.attempts, attempts))

  /** Claims a job for this worker, and signs its request once. Undefined if another worker has it, or the request is refused. */
  async function claimed(next: Cancellation, key: string, cnpj: string) {
    let { request } = next
    if (request === null) {
      const { reason, explanation } = next
      const made = await documents.cancellation({ key, cnpj, reason, explanation, at: clock(), environment: authority.environment })
      if ('faults' in made) {
        await refuse(next, made.faults)
        return undefined
      }
      request = made.request
    }
    const set = { request, attempts: next.attempts + 1, leasedUntil: sql`now() + make_interval(secs => ${lease})` }
    const [mine] = await db
      .update(cancellations)
      .set(set)
      .where(and(isMine(next), free))
      .returning()
    return mine && { ...mine, request }
  }

  const refuse = (one: Cancellation, reasons: string[]) =>
    change(one, async (tx) => {
      await heldAccounts(tx, [one.accountId])
      const refusal = cleaned(`Cancelamento recusado: ${reasons.join(' ')}`)
      const [refused] = await tx.update(cancellations).set({ state: 'refused', leasedUntil: null, refusal }).where(isMine(one)).returning()
      if (refused) await noted(tx, refused, { kind: 'refused', description: refusal })
    })

  const register = (mine: Cancellation, key: string, event: string) =>
    change(mine, async (tx) => {
      const { accountId } = mine
      await heldAccounts(tx, [accountId])
      const [done] = await tx
        .update(cancellations)
        .set({ state: 'registered', event, leasedUntil: null })
        .where(and(eq(cancellations.id, mine.id), eq(cancellations.state, 'queued')))
        .returning({ id: cancellations.id })
      if (!done) return
      const at = new Date(clock())
      await tx.update(accounts).set({ cancelledAt: at }).where(eq(accounts.id, accountId))
      // With the note, the boleto is no longer valid. A second copy that waits to be issued will find the account cancelled.
      await tx
        .update(emissions)
        .set({ voidedAs: 'cancelled' })
        .where(and(eq(emissions.accountId, accountId), isCurrent))
      // Neither mails nor other instructions to the bank have a purpose any more.
      await tx
        .update(mails)
        .set({ state: 'failed', log: messages.cancelled })
        .where(and(eq(mails.accountId, accountId), eq(mails.state, 'pending')))
      const voided = tx.select({ id: emissions.id }).from(emissions).where(eq(emissions.accountId, accountId))
      await tx
        .delete(bankOrders)
        .where(and(inArray(bankOrders.emissionId, voided), isNull(bankOrders.remittanceId), ne(bankOrders.movement, 'writeOff')))
      const when = wallTime(at.getTime())
      await noted(tx, mine, {
        kind: 'changed',
        description: `NFS-e ${numberIn(key).toLocaleString('pt-BR')} cancelada em ${dayBr(when)} ${hourBr(when)}`,
      })
      for (const { description } of await writeOffNeedless(tx, { me: { id: mine.userId }, now: at.getTime() }, [accountId]))
        await tx.insert(accountEvents).values({ accountId, document: 'B', at, kind: 'changed', description })
    })

  const postpone = (one: Cancellation, reason: string) =>
    change(one, async (tx) => {
      const pause = PAUSES[Math.min(one.attempts, PAUSES.length - 1)] ?? 0
      const [later] = await tx
        .update(cancellations)
        .set({ attempts: one.attempts + 1, leasedUntil: null, dueAt: sql`now() + make_interval(secs => ${pause})` })
        .where(
          and(eq(cancellations.id, one.id), eq(cancellations.state, 'queued'), inArray(cancellations.attempts, [one.attempts, one.attempts + 1])),
        )
        .returning()
      if (later && one.attempts < PAUSES.length)
        await noted(tx, later, { kind: 'retried', description: `Cancelamento ainda não confirmado (${reason}): nova tentativa em ${waitBr(pause)}` })
    })

  return async () => {
    const [next] = await db
      .select({ cancellation: cancellations, key: emissions.accessKey })
      .from(cancellations)
      .innerJoin(emissions, eq(emissions.id, cancellations.emissionId))
      .where(and(eq(cancellations.state, 'queued'), lte(cancellations.dueAt, sql`now()`), free))
      .orderBy(cancellations.dueAt, cancellations.id)
      .limit(1)
    if (!next?.key) return false
    const { cancellation, key } = next
    try {
      // The key names the company: the CNPJ follows the city and the two kinds.
      const mine = await claimed(cancellation, key, key.slice(9, 23))
      if (!mine) return true
      // An earlier attempt may have reached the authority.
      const outcome =
        (mine.attempts > 1 ? await authority.findCancellation({ key, request: mine.request }) : undefined) ??
        (await authority.cancel({ key, request: mine.request }))
      await ('event' in outcome
        ? register(mine, key, outcome.event)
        : refuse(
            mine,
            outcome.refused.map(({ code, message }) => `${code}: ${message}`),
          ))
    } catch (error) {
      await postpone(cancellation, error instanceof Temporary ? error.message : 'falha interna')
      if (!(error instanceof Temporary)) failed(error as Error)
    }
    return true
  }
}
