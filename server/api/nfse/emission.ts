// Issues the documents that are due. The row of an emission is both the job and its result. A document is issued once, however often its job is
// retried.
import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { wallDay } from '../../../shared/clock.ts'
import { MAILED } from '../../../shared/features/nfse.ts'
import { asChangeOf } from '../audit.ts'
import { accountEvents, accounts, bankOrders, cities, costCentres, emissions, issuers, mails, type Substitution } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Api } from '../handlers.ts'
import { accountsWhere, heldAccounts, type Account } from './account.ts'
import { netOf } from './amounts.ts'
import type { Documents } from './documents.ts'
import { writtenDps } from './dps.ts'
import { overdueFaults, slipFaultsBut } from './faults.ts'
import { Temporary, type Authority } from './issuer.ts'
import type { Step } from './jobs.ts'
import { numberIn } from './key.ts'
import { dropCollections, messagesTo } from './mails.ts'
import { writeOffNeedless } from './registration.ts'
import { madeSlip } from './slip.ts'
import { cleaned } from './text.ts'

/** Pauses in seconds before the retries. The last one is used for all further retries. */
export const PAUSES = [5, 15, 60, 300, 900, 3600]
/** Index in PAUSES of the longest pause of all notes while the authority does not answer at all. */
const LONGEST = 2
const CALL = 'emissão'
const NOTHING_OWED = 'Desta conta não falta mais receber.'
const AUTHORITIES = { 1: 'de produção', 2: 'de homologação' }

type Emission = typeof emissions.$inferSelect
type Event = Omit<typeof accountEvents.$inferInsert, 'accountId' | 'document'>

const free = or(isNull(emissions.leasedUntil), lte(emissions.leasedUntil, sql`now()`))
/** Condition that no other worker has claimed the job since this one did. */
const isMine = ({ attempts }: Pick<Emission, 'attempts'>) => and(eq(emissions.state, 'queued'), eq(emissions.attempts, attempts))
const pending = inArray(emissions.state, ['waiting', 'queued'])

/** Thrown if another worker has claimed the job first. */
const taken = new Error('this job is taken')

export interface Emitter extends Api {
  authority: Authority
  lease: number
  documents: Documents
  /** Called with each unexpected error. */
  failed: (error: Error) => void
}

/**
 * Issues the document that has waited longest, boletos first because they are quick. `lease` is the time in seconds that a worker has for one
 * document. If a worker is killed, another one takes over after that time. The lease must be longer than the timeouts of the authority.
 */
export function emitter({ db, clock, authority, lease, documents, failed }: Emitter): Step {
  /** While the authority does not answer: the number of failed attempts, and the time in ms until which no note is sent. */
  let [silences, rest] = [0, 0]
  const change = <T>(emission: Emission, write: (tx: Db) => Promise<T>) => asChangeOf(db, { id: emission.userId }, CALL, write)
  const noted = (tx: Db, { accountId, document }: Emission, event: Event) =>
    tx.insert(accountEvents).values({ accountId, document, at: new Date(clock()), ...event })

  /** Claims a job for this worker. Undefined if another worker has claimed it first. */
  const claimed = async (tx: Db, { id, attempts }: Emission, set: Partial<Emission> = {}) => {
    const leasedUntil = sql`now() + make_interval(secs => ${lease})`
    const [mine] = await tx
      .update(emissions)
      .set({ ...set, attempts: attempts + 1, leasedUntil })
      .where(and(eq(emissions.id, id), eq(emissions.state, 'queued'), eq(emissions.attempts, attempts), free))
      .returning()
    return mine
  }

  async function issueNote(next: Emission, account: Account) {
    const emission = next.dps === null ? await withDps(next, account) : await change(next, (tx) => claimed(tx, next))
    if (!emission?.dps) return
    const dps = writtenDps(emission.dps)
    // An earlier attempt may have reached the authority, so its note is looked for before the DPS is sent again.
    const outcome = (emission.attempts > 1 ? await authority.find(dps) : undefined) ?? (await authority.send(dps))
    if ('refused' in outcome)
      return refuse(
        emission,
        outcome.refused.map(({ code, message }) => `${code}: ${message}`),
      )
    const { issued: nfse, key } = outcome
    const event = { description: `NFS-e ${numberIn(key).toLocaleString('pt-BR')} emitida`, detail: `Chave ${key}` }
    await change(emission, (tx) => issued(tx, emission, { nfse, accessKey: key }, event))
  }

  /** Takes the next number and signs a DPS with it. If the account has faults, the document is refused instead. */
  async function withDps(next: Emission, account: Account) {
    const at = clock()
    // If an earlier DPS of this document was refused, its number is used again in the same series: nobody but the authority has seen it.
    const { series, number } =
      next.series === null || next.number === null
        ? { series: account.issuer.series, number: account.issuer.nextNumber }
        : { series: next.series, number: next.number }
    const { substitution } = next
    const dps = await documents.dps({
      account: { ...(substitution ? await corrected(account, substitution) : account), issuer: { ...account.issuer, series } },
      number,
      at,
      environment: authority.environment,
      replaced: substitution ? await replacedBy(next, substitution) : undefined,
    })
    if ('faults' in dps) {
      if (dps.reason !== undefined) failed(new Error('a DPS could not be built', { cause: new Error(dps.reason) }))
      await refuse(next, dps.faults)
      return undefined
    }
    return change(next, async (tx) => {
      if (next.number === null && !(await took(tx, account, 'nextNumber'))) throw taken
      const mine = await claimed(tx, next, { issuerId: account.issuerId, series, number, dps: dps.xml })
      if (!mine) throw taken
      await noted(tx, next, {
        kind: 'sent',
        description: `DPS ${number.toLocaleString('pt-BR')} enviada ao ambiente ${AUTHORITIES[authority.environment]}`,
      })
      return mine
    })
  }

  /** The account with the data of its new note. */
  async function corrected(account: Account, { correction }: Substitution): Promise<Account> {
    const { cityId = account.cityId } = correction
    const [city] = cityId === null ? [] : await db.select().from(cities).where(eq(cities.id, cityId))
    // The correction has only columns of an account, none of which is missing in it.
    return { ...account, ...(correction as Partial<Account>), cityId, city: city ?? null }
  }

  async function replacedBy({ replacesId }: Emission, { reason, explanation }: Substitution) {
    const [old] = await db
      .select({ key: emissions.accessKey })
      .from(emissions)
      .where(eq(emissions.id, replacesId ?? 0))
    return { key: old?.key ?? '', reason, explanation }
  }

  async function issueSlip(next: Emission, account: Account) {
    const today = wallDay(clock())
    const dueOn = next.dueOn ?? account.dueOn
    const left = netOf(account) - account.receivedCents
    const faults = [...slipFaultsBut(account), ...overdueFaults({ dueOn }, today), ...(next.replacesId && left <= 0 ? [NOTHING_OWED] : [])]
    if (faults.length > 0) return refuse(next, faults)
    const number = account.issuer.nextSlip
    // What was received before is not asked for again.
    const cents = (left > 0 ? left : netOf(account)) + next.fineCents + next.interestCents
    let made: ReturnType<typeof madeSlip>
    try {
      made = madeSlip({ issuer: account.issuer, account, number, issuedOn: today, dueOn, cents })
    } catch (error) {
      return refuse(next, [(error as Error).message])
    }
    const { slip, pix } = made
    await change(next, async (tx) => {
      // Somebody may have paid since the account was read. The account is locked before its company, as everywhere.
      const asRead = and(eq(accounts.id, account.id), eq(accounts.receivedCents, account.receivedCents), isNull(accounts.cancelledAt))
      if ((await tx.select({ id: accounts.id }).from(accounts).where(asRead).for('no key update')).length === 0) throw taken
      if (!(await took(tx, account, 'nextSlip'))) throw taken
      const { issuerId, issuer } = account
      const what = { issuerId, issuer, series: 0, number, barcode: slip.barcode, pix }
      const name = next.replacesId === null ? 'Boleto emitido' : 'Segunda via emitida'
      const event = { description: `${name}, nosso número ${slip.ourNumber}`, detail: `Linha digitável ${slip.line.formatted}` }
      if (!(await issued(tx, next, what, event))) throw taken
    })
  }

  /**
   * Stores an issued document once. False if it was stored before or belongs to another worker. A note is stored whichever worker sent it and
   * whatever happened to its job since. A boleto is stored only by the worker that made it.
   */
  async function issued(tx: Db, mine: Emission, what: Partial<Emission>, event: Omit<Event, 'kind'>) {
    const { id, accountId, document, dps } = mine
    // The account is locked first: if two documents end at once, the second one sees the result of the first. The number of statements is kept low,
    // because on the embedded database nothing else runs between the statements of a transaction.
    await tx
      .update(accounts)
      .set(
        mine.substitution
          ? { ...mine.substitution.correction, version: sql`${accounts.version} + 1` }
          : document === 'N'
            ? { noteStatus: 3 }
            : { slipStatus: 2 },
      )
      .where(eq(accounts.id, accountId))
    if (mine.replacesId !== null)
      await tx
        .update(emissions)
        .set({ voidedAs: 'replaced' })
        .where(and(eq(emissions.id, mine.replacesId), isNull(emissions.voidedAs)))
    // Other instructions about the replaced boleto have no purpose any more.
    if (mine.replacesId !== null)
      await tx
        .delete(bankOrders)
        .where(and(eq(bankOrders.emissionId, mine.replacesId), isNull(bankOrders.remittanceId), ne(bankOrders.movement, 'writeOff')))
    const [done] = await tx
      .update(emissions)
      .set({ ...what, dps, state: 'issued', leasedUntil: null, issuedAt: new Date(clock()) })
      .where(and(eq(emissions.id, id), dps === null ? isMine(mine) : ne(emissions.state, 'issued')))
      .returning({ id: emissions.id })
    if (!done) return false
    await noted(tx, mine, { kind: 'issued', ...event })
    if (mine.replacesId === null || document === 'N') await mailWhatIsIssued(tx, accountId)
    else
      for (const { description } of await writeOffNeedless(tx, { me: { id: mine.userId }, now: clock() }, [accountId]))
        await noted(tx, mine, { kind: 'changed', description })
    return true
  }

  const refuse = (emission: Emission, reasons: string[]) =>
    change(emission, async (tx) => {
      // Locks the account before the emission, as PUT /nfse does. The opposite order could deadlock.
      await heldAccounts(tx, [emission.accountId])
      const [refused] = await tx
        .update(emissions)
        .set({ state: 'refused', leasedUntil: null })
        .where(and(eq(emissions.id, emission.id), isMine(emission)))
        .returning()
      if (!refused) return
      if (refused.document === 'N' && refused.replacesId === null)
        await tx.update(accounts).set({ noteStatus: 1 }).where(eq(accounts.id, refused.accountId))
      await noted(tx, refused, { kind: 'refused', description: cleaned(reasons.join(' ')) })
      if (refused.replacesId === null) await mailWhatIsLeft(tx, refused.accountId)
      else if (refused.document === 'B')
        await dropCollections(tx, refused.accountId, {
          why: 'A segunda via foi recusada: o motivo está em Processamento.',
          today: wallDay(clock()),
        })
    })

  const postpone = (emission: Emission, reason: string) =>
    change(emission, async (tx) => {
      const pause = PAUSES[Math.min(emission.attempts, PAUSES.length - 1)] ?? 0
      const [later] = await tx
        .update(emissions)
        .set({ attempts: emission.attempts + 1, leasedUntil: null, dueAt: sql`now() + make_interval(secs => ${pause})` })
        // The emission must be as it was read, or as this worker has claimed it.
        .where(and(eq(emissions.id, emission.id), or(isMine(emission), isMine({ attempts: emission.attempts + 1 }))))
        .returning()
      // Events are added only for the first retries, because further ones would only repeat the same event.
      if (later && emission.attempts < PAUSES.length)
        await noted(tx, later, { kind: 'retried', description: `Ainda não confirmada (${reason}): nova tentativa em ${waitBr(pause)}` })
    })

  return async () => {
    // While the authority does not answer, only boletos are issued, because they do not depend on it.
    const which = performance.now() < rest ? eq(emissions.document, 'B') : undefined
    const [next] = await db
      .select()
      .from(emissions)
      .where(and(which, eq(emissions.state, 'queued'), lte(emissions.dueAt, sql`now()`), free))
      .orderBy(emissions.document, emissions.dueAt, emissions.id)
      .limit(1)
    const [account] = next ? await accountsWhere(db, eq(accounts.id, next.accountId)) : []
    if (!next || !account) return false
    // Lets requests that have arrived in the meantime run first.
    await setImmediate()
    try {
      await (next.document === 'B' ? issueSlip(next, account) : issueNote(next, account))
      if (next.document === 'N') silences = 0
    } catch (error) {
      // Another worker has taken the job, so this one looks for the next job.
      if (error === taken) return true
      await postpone(next, error instanceof Temporary ? error.message : 'falha interna')
      if (error instanceof Temporary && error.ofAll) {
        rest = performance.now() + 1000 * (PAUSES[Math.min(silences, LONGEST)] ?? 0)
        silences += 1
      }
      // An error in one document must not hold up the others, so it is reported and not thrown.
      if (!(error instanceof Temporary)) failed(error as Error)
    }
    return true
  }
}

/** Takes an issuer's next number. False if another worker has taken it. */
async function took(tx: Db, { issuer }: Account, which: 'nextNumber' | 'nextSlip') {
  const column = issuers[which]
  const [mine] = await tx
    .update(issuers)
    .set({ [which]: sql`${column} + 1` })
    .where(and(eq(issuers.id, issuer.id), eq(column, issuer[which])))
    .returning({ id: issuers.id })
  return mine !== undefined
}

/** Queues a mail with the issued documents to each address of the customer, once no other document of the account is pending. */
async function mailWhatIsIssued(tx: Db, accountId: number) {
  const [account] = await tx
    .select({ emails: accounts.emails, centre: costCentres.name, more: emissions.id })
    .from(accounts)
    .innerJoin(costCentres, eq(costCentres.id, accounts.centreId))
    .leftJoin(emissions, and(eq(emissions.accountId, accounts.id), pending, isNull(emissions.replacesId)))
    .where(eq(accounts.id, accountId))
    .limit(1)
  if (account?.more === null && MAILED.includes(account.centre)) await tx.insert(mails).values(messagesTo(accountId, 'D', account.emails))
}

/** If one document was issued and the other is then refused, mails the issued one alone, once. */
async function mailWhatIsLeft(tx: Db, accountId: number) {
  const issued = await tx.$count(emissions, and(eq(emissions.accountId, accountId), eq(emissions.state, 'issued')))
  const mailed = await tx.$count(mails, and(eq(mails.accountId, accountId), eq(mails.kind, 'D')))
  if (issued > 0 && mailed === 0) await mailWhatIsIssued(tx, accountId)
}

export const waitBr = (seconds: number) => (seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : '1 h, e a cada hora')
