// Queues accounts whose documents can be issued, and records why the others cannot.
import { and, desc, eq, inArray, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { accountEvents, accounts, emissions, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Api } from '../handlers.ts'
import { accountsWhere } from './account.ts'
import type { Documents } from './documents.ts'
import { overdueFaults, slipFaultsBut } from './faults.ts'
import type { Step } from './jobs.ts'

type Document = 'N' | 'B'
export const documentsOf: Record<1 | 2 | 3, readonly Document[]> = { 1: ['N'], 2: ['B'], 3: ['N', 'B'] }
export const isOpen = ({ noteStatus, slipStatus }: { noteStatus: number; slipStatus: number }, document: Document) =>
  (document === 'N' ? noteStatus : slipStatus) === 1

interface Judged {
  accountId: number
  document: Document
  faults: string[]
  /** The due date of the account, only for an overdue boleto. */
  dueOn?: string
}

/** The documents of these accounts, each with the faults that prevent it from being issued. */
export async function judge(
  { db, clock, documents }: Api & { documents: Documents },
  ids: number[],
  which: readonly Document[],
  newDue?: string | null,
): Promise<Judged[]> {
  const those = await accountsWhere(db, inArray(accounts.id, ids))
  const today = wallDay(clock())
  const noted = which.includes('N') ? those.filter((account) => isOpen(account, 'N')) : []
  const found = noted.length > 0 ? await documents.faults({ accounts: noted, at: clock() }) : []
  const notes = new Map(noted.map(({ id }, nth) => [id, found[nth]]))
  return those.flatMap((account) => {
    const wanted = which.filter((document) => isOpen(account, document))
    const late = newDue ? [] : overdueFaults(account, today)
    const found = wanted.map((document) => ({
      accountId: account.id,
      document,
      faults: (document === 'N' ? notes.get(account.id) : slipFaultsBut(account)) ?? [],
    }))
    // A note and its boleto are issued together or not at all, because the boleto states the ISS that the note withholds. The exception is an overdue
    // boleto, which does not hold up its note.
    const isWhole = found.every(({ faults }) => faults.length === 0)
    return found
      .filter(({ faults }) => isWhole || faults.length > 0)
      .map((one) =>
        one.document === 'B'
          ? { ...one, faults: [...one.faults, ...late], ...(overdueFaults(account, today).length > 0 && { dueOn: account.dueOn }) }
          : one,
      )
  })
}

interface Queued {
  me: { id: number }
  at: Date
  observation: string | null
  newDue: string | null
}

/** Gives overdue boletos a new due date. Returns a sentence about it for each account that has the new date. */
async function renew(tx: Db, dueOn: string, good: Judged[]) {
  const late = new Map(good.flatMap(({ accountId, dueOn }) => (dueOn === undefined ? [] : [[accountId, dueOn] as const])))
  const pending = tx
    .select({ id: emissions.id })
    .from(emissions)
    .where(and(eq(emissions.accountId, accounts.id), eq(emissions.document, 'B'), inArray(emissions.state, ['waiting', 'queued'])))
  const renewed = await tx
    .update(accounts)
    .set({ dueOn, version: sql`${accounts.version} + 1` })
    .where(and(inArray(accounts.id, [...late.keys()]), eq(accounts.slipStatus, 1), notExists(pending)))
    .returning({ id: accounts.id })
  return new Map(renewed.map(({ id }) => [id, `Vencimento mudou de ${dayBr(late.get(id) ?? '')} para ${dayBr(dueOn)}.`]))
}

/** Marks the documents without faults as waiting, and records the faults of the others as events. */
export async function queue(tx: Db, { me, at, observation, newDue }: Queued, judged: Judged[]) {
  const [good, bad] = [judged.filter(({ faults }) => faults.length === 0), judged.filter(({ faults }) => faults.length > 0)]
  const renewed = newDue ? await renew(tx, newDue, good) : new Map<number, string>()
  const fresh = good.map(({ accountId, document }) => ({ accountId, document, state: 'waiting' as const, userId: me.id }))
  const queued =
    fresh.length === 0
      ? []
      : await tx
          .insert(emissions)
          .values(fresh)
          .onConflictDoUpdate({
            target: [emissions.accountId, emissions.document],
            targetWhere: sql`voided_as is null and (replaces_id is null or state = 'issued')`,
            // The stored DPS is dropped, because it is built anew from the current data of the account.
            set: { state: 'waiting', userId: me.id, attempts: 0, dps: null, dueAt: sql`now()` },
            setWhere: eq(emissions.state, 'refused'),
          })
          .returning({ accountId: emissions.accountId, document: emissions.document })
  const notes = queued.filter(({ document }) => document === 'N').map(({ accountId }) => accountId)
  await tx.update(accounts).set({ noteStatus: 2 }).where(inArray(accounts.id, notes))
  const [{ name } = { name: '' }] = await tx.select({ name: users.name }).from(users).where(eq(users.id, me.id))
  const known = await refusals(
    tx,
    bad.map(({ accountId }) => accountId),
  )
  const events = [
    ...bad
      .map(({ accountId, document, faults }) => ({ accountId, document, at, kind: 'refused' as const, description: faults.join(' ') }))
      // A refusal with the same text as the last one is not recorded again.
      .filter(({ accountId, document, description }) => known.get(`${accountId} ${document}`)?.why !== description),
    ...queued.map((one) => ({
      ...one,
      at,
      kind: 'queued' as const,
      description: `${one.document === 'N' ? 'Colocada' : 'Colocado'} na fila por ${name}`,
      detail: [one.document === 'B' ? renewed.get(one.accountId) : undefined, observation].filter(Boolean).join(' ') || null,
    })),
  ]
  if (events.length > 0) await tx.insert(accountEvents).values(events)
}

/** Seconds within which a document that waits for a retry becomes due. */
const SOON = 60

/**
 * Makes the marked documents due now. A document that already waits for a retry becomes due within SOON seconds instead, so that repeated requests do
 * not flood the authority.
 */
export const begin = (db: Db, ids: number[]) =>
  db
    .update(emissions)
    .set({
      state: 'queued',
      dueAt: sql`case ${emissions.state} when 'waiting' then now() else least(${emissions.dueAt}, now() + make_interval(secs => ${SOON})) end`,
    })
    .where(and(inArray(emissions.accountId, ids), or(eq(emissions.state, 'waiting'), eq(emissions.state, 'queued'))))

/** Seconds after which a marked document that was not begun is taken for forgotten. */
const FORGOTTEN = 60

/** Begins documents that were marked but never begun, because the client of the sender disconnected in between. */
export const beginForgotten =
  ({ db }: { db: Db }): Step =>
  async () => {
    const forgotten = and(eq(emissions.state, 'waiting'), lte(emissions.dueAt, sql`now() - make_interval(secs => ${FORGOTTEN})`))
    // Skip the emissions that another transaction has locked, because their account is being sent right now.
    const free = db.select({ id: emissions.id }).from(emissions).where(forgotten).for('update', { skipLocked: true })
    const begun = await db
      .update(emissions)
      .set({ state: 'queued', dueAt: sql`now()` })
      .where(inArray(emissions.id, free))
      .returning({ id: emissions.id })
    return begun.length > 0
  }

/**
 * The reason of each refusal that is still the latest event, by account and document. `isOurs` means that our own rules refused the document, before
 * it had a number.
 */
export async function refusals(db: Db, ids: number[]) {
  const { accountId, document, kind, description, id } = accountEvents
  const ofIt = and(eq(emissions.accountId, accountId), eq(emissions.document, document))
  const newest =
    ids.length === 0
      ? []
      : await db
          .selectDistinctOn([accountId, document], { accountId, document, kind, description, number: emissions.number })
          .from(accountEvents)
          .leftJoin(emissions, ofIt)
          // Events of the kind 'changed' are ignored, because a correction of the account does not change the state of a document.
          .where(and(inArray(accountId, ids), ne(kind, 'changed')))
          .orderBy(accountId, document, desc(id))
  return new Map(
    newest
      .filter((event) => event.kind === 'refused')
      .map((event) => [`${event.accountId} ${event.document}`, { why: event.description, isOurs: event.number === null }]),
  )
}
