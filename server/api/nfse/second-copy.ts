// Second copies: another boleto over what is still owed, with fine and interest until its new due date. It replaces the overdue one.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { openFrom } from '../../../shared/bank-days.ts'
import { addDays, dayBr, daysBetween, wallDay } from '../../../shared/clock.ts'
import { LONGEST_TERM, messages as nfse } from '../../../shared/features/nfse.ts'
import { messages } from '../../../shared/features/second-copy.ts'
import { moneyBr, reaisOf } from '../../../shared/money.ts'
import { NO_TERMS, type Terms } from '../banks/bank.ts'
import { centsIn } from '../banks/codes.ts'
import { accounts, collections, emissions } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import { found } from '../versions.ts'
import { accountsWhere } from './account.ts'
import { netOf } from './amounts.ts'
import { isCurrent } from './current.ts'
import { noted } from './events.ts'
import { queueMails } from './mails.ts'
import { quotient, share } from './money.ts'
import { dueOf, slipsOf, type Slip } from './registration.ts'

export interface Charges {
  /** Days between the two due dates. */
  days: number
  /** Amounts in cents. */
  fine: number
  interest: number
}

/**
 * Fine, once, and simple interest on an overdue amount in cents. A monthly rate is spread over 30 days, as banks do. Half a cent is rounded to even.
 */
export function chargesOf({ fine, interest }: Terms, cents: number, { from, until }: { from: string; until: string }): Charges {
  const days = Math.max(0, daysBetween(from, until))
  if (days === 0) return { days, fine: 0, interest: 0 }
  return {
    days,
    fine: fine.kind === 'none' ? 0 : fine.kind === 'fixed' ? fine.cents : share(cents, fine.rate),
    interest:
      interest.kind === 'none'
        ? 0
        : interest.kind === 'daily'
          ? interest.cents * days
          : quotient(BigInt(cents) * BigInt(interest.rate) * BigInt(days), 10_000n * 30n),
  }
}

/** The amount of a boleto without fine and interest, in cents. */
const askedBy = ({ emission: { barcode, fineCents, interestCents } }: Slip) => centsIn(barcode ?? '') - fineCents - interestCents

/** What a second copy due on a day would ask for. Throws a sentence if there can be none. */
export async function secondCopyOf(db: Db, accountId: number, { until, today }: { until: string; today: string }) {
  const account = found(await accountsWhere(db, eq(accounts.id, accountId)))
  const [slip] = await slipsOf(db, [account])
  if (!slip) throw refusal(409, messages.noSlip)
  const left = netOf(account) - account.receivedCents
  if (left <= 0) throw refusal(409, messages.nothingOwed)
  // A boleto over more than what is left cannot be paid as it is, even if it is not overdue.
  if (openFrom(dueOf(slip)) >= today && askedBy(slip) <= left) throw refusal(409, messages.notOverdue)
  if (until < today) throw refusal(400, nfse.dueInPast)
  if (until > addDays(today, LONGEST_TERM)) throw refusal(400, nfse.dueTooFar)
  // Terms and interest are those of the first boleto, so that a second copy of a second copy asks for no interest on interest.
  const [first] = await db
    .select({ issuer: emissions.issuer })
    .from(emissions)
    .where(and(eq(emissions.accountId, accountId), eq(emissions.document, 'B'), eq(emissions.state, 'issued')))
    .orderBy(emissions.id)
    .limit(1)
  const from = account.dueOn
  const isLate = openFrom(from) < today
  const charges = chargesOf((isLate && (first?.issuer ?? account.issuer).terms) || NO_TERMS, left, { from, until })
  return { slip, left, charges }
}

/** The accounts, among these, with a document that shall replace another one and is in the queue or was refused, by document. */
export async function replacementsOf(db: Db, ids: number[]) {
  const { accountId, document, state } = emissions
  return db
    .select({ accountId, document, state })
    .from(emissions)
    .where(and(inArray(accountId, ids), isNotNull(emissions.replacesId), inArray(state, ['queued', 'refused'])))
}

/** The second copies that are the valid boletos of these accounts, as lists show them. */
export async function secondCopiesOf(db: Db, ids: number[]) {
  const { accountId, dueOn, barcode, fineCents, interestCents } = emissions
  const copies = await db
    .select({ accountId, dueOn, barcode, fineCents, interestCents })
    .from(emissions)
    .where(and(inArray(accountId, ids), eq(emissions.document, 'B'), isCurrent, isNotNull(dueOn)))
  return copies.map((copy) => ({
    accountId: copy.accountId,
    vencimento: copy.dueOn ?? '',
    valor: reaisOf(centsIn(copy.barcode ?? '')),
    multa: reaisOf(copy.fineCents),
    juros: reaisOf(copy.interestCents),
  }))
}

interface By {
  me: { id: number }
  now: number
}

/** Queues a second copy for an account that the caller has locked. `isFree` leaves out fine and interest. */
export async function queueSecondCopy(db: Db, { me, now }: By, accountId: number, { until, isFree }: { until: string; isFree: boolean }) {
  const { slip, charges } = await secondCopyOf(db, accountId, { until, today: wallDay(now) })
  const { fine, interest } = isFree ? { fine: 0, interest: 0 } : charges
  const set = { state: 'queued' as const, userId: me.id, attempts: 0, dueAt: sql`now()`, dueOn: until, fineCents: fine, interestCents: interest }
  const [queued] = await db
    .insert(emissions)
    .values({ accountId, document: 'B', replacesId: slip.emission.id, ...set })
    .onConflictDoUpdate({ target: emissions.replacesId, set, setWhere: eq(emissions.state, 'refused') })
    .returning({ id: emissions.id })
  if (!queued) throw refusal(409, messages.waits)
  const detail = isFree ? 'Sem multa e juros' : `Multa de R$ ${moneyBr(fine)}, juros de R$ ${moneyBr(interest)}`
  await noted(
    db,
    { id: accountId, userId: me.id, at: new Date(now), kind: 'queued', detail },
    (name) => `Segunda via pedida por ${name}, com vencimento em ${dayBr(until)}`,
  )
}

/**
 * Asks for the payment of overdue accounts that the caller has locked: queues one message per address, and second copies for boletos that are overdue.
 * At most once per account and day. A message waits until its boleto can be paid.
 */
export async function collect(db: Db, by: By, ids: number[], until: string) {
  const today = wallDay(by.now)
  const those = await accountsWhere(db, inArray(accounts.id, ids))
  const slips = new Map((await slipsOf(db, those)).map((slip) => [slip.account.id, slip]))
  for (const account of those) {
    const { id, name, emails, dueOn, issuer } = account
    const refuse = (why: string) => refusal(409, those.length === 1 ? why : `${name}: ${why}`)
    const slip = slips.get(id)
    if (!slip) throw refuse(messages.noSlip)
    if (netOf(account) <= account.receivedCents) throw refuse(messages.nothingOwed)
    if (openFrom(dueOn) >= today) throw refuse(messages.notOverdue)
    if (emails.length === 0) throw refuse(nfse.noAddress)
    if (!issuer.email) throw refuse(messages.noSender)
    const fresh = { accountId: id, onDay: today, userId: by.me.id, at: new Date(by.now) }
    const [first] = await db.insert(collections).values(fresh).onConflictDoNothing().returning({ id: collections.accountId })
    if (!first) throw refuse(messages.collectedToday)
    const waits = await db.$count(emissions, and(eq(emissions.replacesId, slip.emission.id), eq(emissions.state, 'queued')))
    const isTooMuch = askedBy(slip) > netOf(account) - account.receivedCents
    if ((openFrom(dueOf(slip)) < today || isTooMuch) && waits === 0) await queueSecondCopy(db, by, id, { until, isFree: false })
  }
  await queueMails(db, { ...by, kind: 'C', emails: null }, those)
}
