// What of the accounts waits to be issued, and what keeps the others from it.
import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { accountEvents, accounts, emissions, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Api } from '../handlers.ts'
import { accountsWhere } from './account.ts'
import type { Documents } from './documents.ts'
import { slipFaultsOf } from './faults.ts'
import type { Step } from './jobs.ts'

type Document = 'N' | 'B'
export const documentsOf: Record<1 | 2 | 3, readonly Document[]> = { 1: ['N'], 2: ['B'], 3: ['N', 'B'] }
export const isOpen = ({ noteStatus, slipStatus }: { noteStatus: number; slipStatus: number }, document: Document) =>
  (document === 'N' ? noteStatus : slipStatus) === 1
interface Judged {
  accountId: number
  document: Document
  faults: string[]
}

/** What keeps each of them from being issued. */
export async function judge({ db, clock, documents }: Api & { documents: Documents }, ids: number[], which: readonly Document[]): Promise<Judged[]> {
  const those = await accountsWhere(db, inArray(accounts.id, ids))
  const noted = which.includes('N') ? those.filter((account) => isOpen(account, 'N')) : []
  const found = noted.length > 0 ? await documents.faults({ accounts: noted, at: clock() }) : []
  const notes = new Map(noted.map(({ id }, nth) => [id, found[nth]]))
  return those.flatMap((account) => {
    const wanted = which.filter((document) => isOpen(account, document))
    const found = wanted.map((document) => ({
      accountId: account.id,
      document,
      faults: (document === 'N' ? notes.get(account.id) : slipFaultsOf(account)) ?? [],
    }))
    // Both or none: a boleto says what of a note is withheld.
    const isWhole = found.every(({ faults }) => faults.length === 0)
    return found.filter(({ faults }) => isWhole || faults.length > 0)
  })
}

/** Those without a fault wait to be begun; of the others it is said why not. */
export async function queue(tx: Db, { me, at, observation }: { me: { id: number }; at: Date; observation: string | null }, judged: Judged[]) {
  const [good, bad] = [judged.filter(({ faults }) => faults.length === 0), judged.filter(({ faults }) => faults.length > 0)]
  const fresh = good.map(({ accountId, document }) => ({ accountId, document, state: 'waiting' as const, userId: me.id }))
  const queued =
    fresh.length === 0
      ? []
      : await tx
          .insert(emissions)
          .values(fresh)
          .onConflictDoUpdate({
            target: [emissions.accountId, emissions.document],
            // Made anew, of what the account says now.
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
      // Asked again, it says the same.
      .filter(({ accountId, document, description }) => known.get(`${accountId} ${document}`)?.why !== description),
    ...queued.map((one) => ({
      ...one,
      at,
      kind: 'queued' as const,
      description: `${one.document === 'N' ? 'Colocada' : 'Colocado'} na fila por ${name}`,
      detail: observation,
    })),
  ]
  if (events.length > 0) await tx.insert(accountEvents).values(events)
}

/** Seconds. */
const SOON = 60

/** What was sent of them is due now; what is tried again, soon: however often it is asked for, the authority is not. */
export const begin = (db: Db, ids: number[]) =>
  db
    .update(emissions)
    .set({
      state: 'queued',
      dueAt: sql`case ${emissions.state} when 'waiting' then now() else least(${emissions.dueAt}, now() + make_interval(secs => ${SOON})) end`,
    })
    .where(and(inArray(emissions.accountId, ids), or(eq(emissions.state, 'waiting'), eq(emissions.state, 'queued'))))

/** Seconds. */
const FORGOTTEN = 60

/** Begins what was marked and never begun: whoever sent it left in between. */
export const beginForgotten =
  ({ db }: { db: Db }): Step =>
  async () => {
    const forgotten = and(eq(emissions.state, 'waiting'), lte(emissions.dueAt, sql`now() - make_interval(secs => ${FORGOTTEN})`))
    // Skips emissions that another transaction holds: their account is being sent.
    const free = db.select({ id: emissions.id }).from(emissions).where(forgotten).for('update', { skipLocked: true })
    const begun = await db
      .update(emissions)
      .set({ state: 'queued', dueAt: sql`now()` })
      .where(inArray(emissions.id, free))
      .returning({ id: emissions.id })
    return begun.length > 0
  }

/** Why a document was refused, by account and document, where nothing came after it. `isOurs`: by our own rules, before it had a number. */
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
          .where(inArray(accountId, ids))
          .orderBy(accountId, document, desc(id))
  return new Map(
    newest
      .filter((event) => event.kind === 'refused')
      .map((event) => [`${event.accountId} ${event.document}`, { why: event.description, isOurs: event.number === null }]),
  )
}
