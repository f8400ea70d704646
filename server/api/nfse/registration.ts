// Registers issued boletos at their banks, and passes on instructions about them: makes the remessas.
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, max, notExists, or, sql, type SQL } from 'drizzle-orm'
import { openFrom } from '../../../shared/bank-days.ts'
import { addDays, dayBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/bank-files.ts'
import { reaisOf } from '../../../shared/money.ts'
import { contractFaults, padded, type Order, type Payer, type Title } from '../banks/bank.ts'
import { bankOf } from '../banks/banks.ts'
import { centsIn } from '../banks/codes.ts'
import { termsFor } from '../banks/terms.ts'
import { registrationFaults, remittanceOf } from '../banks/remittance.ts'
import { accounts, bankOrders, emissions, issuers, registrations, remittances, users } from '../db/schema.ts'
import { insertRows, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import { inserted } from '../versions.ts'
import { accountsWhere, type Account } from './account.ts'
import { netOf } from './amounts.ts'
import { isCurrent } from './current.ts'
import { contractOf } from './slip.ts'
import { documentOf } from './taker.ts'

/** An issued boleto. */
export interface Slip {
  account: Account
  emission: typeof emissions.$inferSelect
}

/** The day on which a boleto is due. A second copy has one of its own. */
export const dueOf = ({ account, emission }: Slip) => emission.dueOn ?? account.dueOn

/** The valid boletos of these accounts, in the order of the accounts, which is also the order of a remessa. */
export const slipsOf = (db: Db, those: Account[]) =>
  slipsWhere(
    db,
    those,
    and(
      inArray(
        emissions.accountId,
        those.map(({ id }) => id),
      ),
      isCurrent,
    ),
  )

async function slipsWhere(db: Db, those: Account[], which: SQL | undefined): Promise<Slip[]> {
  const issued = await db
    .select()
    .from(emissions)
    .where(and(eq(emissions.document, 'B'), which))
    .orderBy(emissions.accountId, emissions.id)
  const byId = new Map(those.map((account) => [account.id, account]))
  return issued.flatMap((emission) => {
    const account = byId.get(emission.accountId)
    return account ? [{ account, emission }] : []
  })
}

/**
 * The company as it was when the boleto was issued, with its bank and contract. Parts that only files need are taken from the company as it is, because
 * a boleto may be older than they are.
 */
function partiesOf({ account, emission }: Slip) {
  const company = emission.issuer ?? account.issuer
  const bank = bankOf(company.bank)
  const then = contractOf(company)
  const now = account.issuer.bank === company.bank ? contractOf(account.issuer) : then
  return {
    company,
    bank,
    contract: {
      ...then,
      variation: then.variation || now.variation,
      transmission: then.transmission || now.transmission,
      account: then.account || now.account,
    },
  }
}

function payerOf({ document, name, street, number, complement, district, cep, city, emails }: Account): Payer {
  const { kind, digits } = documentOf(document ?? '') ?? { kind: 'CNPJ' as const, digits: document ?? '' }
  return {
    kind,
    document: digits,
    name,
    street: [street, number, complement].filter(Boolean).join(', '),
    district,
    cep: cep.replaceAll(/\D/g, ''),
    city: city?.name ?? '',
    uf: city?.uf ?? '',
    emails,
  }
}

/** The boleto as its bank's files describe it. */
export function titleOf(slip: Slip): Title {
  const { account, emission } = slip
  const { company, contract } = partiesOf(slip)
  return {
    contract,
    number: emission.number ?? 0,
    issuedOn: wallDay(emission.issuedAt?.getTime() ?? 0),
    id: account.id,
    document: `${account.reference}/${account.instalment}`,
    dueOn: dueOf(slip),
    // The amount is read from the barcode, because that is what the payer has.
    cents: centsIn(emission.barcode ?? ''),
    payer: payerOf(account),
    terms: termsFor(emission, company.terms),
  }
}

/** On a day on which banks are closed, a boleto is not overdue yet, but it is too late to register it. */
const overdueFault = (dueOn: string, today: string) =>
  `Boleto vencido em ${dayBr(dueOn)}: emita a segunda via${openFrom(dueOn) < today ? '' : ` a partir de ${dayBr(addDays(openFrom(dueOn), 1))}`}.`

/** Faults that prevent an issued boleto from being registered on that day. */
export function faultsOfRegistration(slip: Slip, today: string): string[] {
  const { company, bank, contract } = partiesOf(slip)
  const { account, emission } = slip
  const { payer, terms, cents } = titleOf(slip)
  const isReceived = cents - emission.fineCents - emission.interestCents > netOf(account) - account.receivedCents
  return [
    ...(dueOf(slip) < today ? [overdueFault(dueOf(slip), today)] : []),
    ...(isReceived ? ['Desta conta já se recebeu.'] : []),
    ...contractFaults(bank, contract, { forFiles: true }),
    ...bank.termsFaults(terms),
    ...registrationFaults(bank, company, { payer }),
  ]
}

interface By {
  me: { id: number }
  now: number
}

const accountsOf = (db: Db, ids: number[]) => accountsWhere(db, inArray(accounts.id, ids))

/**
 * Puts the boletos of these accounts, and the instructions of their companies that wait, into new remessas: one for each company, bank and contract.
 * Without accounts, the instructions of all companies. The caller has locked the accounts. A boleto that the bank refused may be sent again; any other
 * is in one remessa for ever.
 */
export async function makeRemittances(db: Db, by: By, ids: number[]) {
  const slips = await slipsOf(db, await accountsOf(db, ids))
  if (slips.length < ids.length) throw refusal(409, messages.notIssued)
  if (slips.length > 0) await enter(db, by, slips)
  const waiting = await waitingOrders(db, [...new Set(slips.map(({ account }) => account.issuerId))])
  if (waiting.length === 0) throw refusal(409, messages.nothing)
  const ofOrders = await accountsOf(
    db,
    waiting.map(({ accountId }) => accountId),
  )
  // The bank is also told to write off boletos that others have replaced.
  const those = await slipsWhere(
    db,
    ofOrders,
    inArray(
      emissions.id,
      waiting.map(({ order }) => order.emissionId),
    ),
  )
  const known = new Map(those.map((slip) => [slip.emission.id, slip]))
  const groups = Map.groupBy(
    waiting.flatMap(({ order }) => {
      const slip = known.get(order.emissionId)
      return slip ? [{ order, slip, ...partiesOf(slip) }] : []
    }),
    ({ slip, bank, contract }) => JSON.stringify([slip.account.issuerId, bank.code, contract]),
  )
  const made = []
  // In the order of the companies, so that two requests cannot deadlock.
  for (const [, group] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))) made.push(await makeFile(db, by, group))
  return made
}

/** Registers boletos as sent, with an order for their entry. Throws if one of them cannot be registered, or is in a remessa already. */
async function enter(db: Db, { me, now }: By, slips: Slip[]) {
  for (const slip of slips) {
    const [fault] = faultsOfRegistration(slip, wallDay(now))
    if (fault) throw refusal(409, `${slip.account.name}: ${fault}`)
  }
  const rows = slips.map((slip) => {
    const { account, emission } = slip
    const { bank } = partiesOf(slip)
    return { emissionId: emission.id, accountId: account.id, issuerId: account.issuerId, bank: bank.code, ourNumber: bank.ourNumberOf(titleOf(slip)) }
  })
  const taken = await db
    .insert(registrations)
    .values(rows)
    .onConflictDoUpdate({
      target: registrations.emissionId,
      set: { state: 'sent', reason: null, bank: sql`excluded.bank`, ourNumber: sql`excluded.our_number` },
      setWhere: eq(registrations.state, 'refused'),
    })
    .returning({ emissionId: registrations.emissionId })
  if (taken.length < rows.length) throw refusal(409, messages.already)
  await db.insert(bankOrders).values(rows.map(({ emissionId }) => ({ emissionId, movement: 'entry' as const, userId: me.id, at: new Date(now) })))
}

/** Locks the orders of these companies that are in no remessa yet, or of all companies if none is named. */
const waitingOrders = (db: Db, issuerIds: number[]) =>
  db
    .select({ order: bankOrders, accountId: registrations.accountId })
    .from(bankOrders)
    .innerJoin(registrations, eq(registrations.emissionId, bankOrders.emissionId))
    .where(and(isNull(bankOrders.remittanceId), issuerIds.length > 0 ? inArray(registrations.issuerId, issuerIds) : undefined))
    .orderBy(bankOrders.id)
    .for('update', { of: bankOrders })

type Entry = ReturnType<typeof partiesOf> & { order: typeof bankOrders.$inferSelect; slip: Slip }

/** Writes one remessa with these orders, which are of one company, bank and contract. */
async function makeFile(db: Db, { me, now }: By, entries: Entry[]) {
  const [first] = entries
  if (!first) throw new Error('a remessa needs an order')
  const { bank, contract, company, slip } = first
  const { issuerId } = slip.account
  const number = await nextNumber(db, issuerId, bank.code)
  const orders = entries.map(({ order, slip: one }): Order => {
    const title = titleOf(one)
    return {
      movement: order.movement,
      title: order.dueOn === null ? title : { ...title, dueOn: order.dueOn },
      ...(order.abatementCents !== null && { abatementCents: order.abatementCents }),
    }
  })
  const remittance = { bank, contract, company, sequence: number, at: wallTime(now).replace('T', ' '), orders }
  const name = bank.layout.fileNameOf?.(remittance) ?? `${bank.code}-${padded(number, 6)}.rem`
  const at = new Date(now)
  const file = { issuerId, bank: bank.code, number, name, content: remittanceOf(remittance), userId: me.id, at }
  const { id } = inserted(await db.insert(remittances).values(file).returning({ id: remittances.id }))
  const ids = entries.map(({ order }) => order.id)
  await db.update(bankOrders).set({ remittanceId: id }).where(inArray(bankOrders.id, ids))
  await insertRows(
    db,
    'account_events',
    entries.map(({ order, slip: { account } }) => ({
      account_id: account.id,
      document: 'B',
      at,
      kind: order.movement === 'entry' ? 'sent' : 'changed',
      description: `${MOVEMENT_WORDS[order.movement]} na remessa ${number} ao ${bank.name}`,
    })),
  )
  return { id, numero: number }
}

/**
 * Takes the next number of a company's files for a bank. The counter of the company belongs to its present bank; files for a former bank go on from
 * the last one.
 */
async function nextNumber(db: Db, issuerId: number, bank: string) {
  const [issuer] = await db.select({ next: issuers.nextFile, bank: issuers.bank }).from(issuers).where(eq(issuers.id, issuerId)).for('update')
  const ofBank = and(eq(remittances.issuerId, issuerId), eq(remittances.bank, bank))
  const [last] = await db
    .select({ number: max(remittances.number) })
    .from(remittances)
    .where(ofBank)
  const isPresent = issuer?.bank === bank
  const number = Math.max((last?.number ?? 0) + 1, isPresent ? issuer.next : 1)
  if (isPresent)
    await db
      .update(issuers)
      .set({ nextFile: number + 1 })
      .where(eq(issuers.id, issuerId))
  return number
}

/** The movements, in the words of an event. */
export const MOVEMENT_WORDS = {
  entry: 'Registro pedido',
  writeOff: 'Baixa pedida',
  abatement: 'Abatimento pedido',
  cancelAbatement: 'Cancelamento do abatimento pedido',
  dueDate: 'Mudança de vencimento pedida',
}

type Instruction = Pick<typeof bankOrders.$inferInsert, 'movement' | 'dueOn' | 'abatementCents'>

/** The valid boletos of these accounts as their banks know them. */
export const registrationsOf = async (db: Db, accountIds: number[]) =>
  (
    await db
      .select({ registration: registrations })
      .from(registrations)
      .innerJoin(emissions, eq(emissions.id, registrations.emissionId))
      .where(and(inArray(registrations.accountId, accountIds), isCurrent))
  ).map(({ registration }) => registration)

/** The valid boleto of an account as its bank knows it, or undefined. */
export const registrationOf = async (db: Db, accountId: number) => (await registrationsOf(db, [accountId]))[0]

/** Whether a boleto can be paid: its bank has confirmed it, and has neither received nor written it off. */
export const isRegistered = async (db: Db, emissionId: number) =>
  (await db.$count(registrations, and(eq(registrations.emissionId, emissionId), eq(registrations.state, 'registered')))) > 0

/** Keeps an instruction about a registered boleto for the next remessa. The caller has locked the account. */
export async function instruct(db: Db, { me, now }: By, account: Account, instruction: Instruction) {
  const registration = await registrationOf(db, account.id)
  if (registration?.state !== 'registered') throw refusal(409, messages.notRegistered)
  const bank = bankOf(registration.bank)
  if (bank.layout.movements[instruction.movement] === undefined)
    throw refusal(409, `O ${bank.name} não recebe esta instrução no arquivo: faça-a pelo site do banco.`)
  const { emissionId } = registration
  const stored = { ...instruction, emissionId, userId: me.id, at: new Date(now) }
  const [kept] = await db.insert(bankOrders).values(stored).onConflictDoNothing().returning({ id: bankOrders.id })
  if (!kept) throw refusal(409, messages.orderWaits)
}

/** The abatement that was last asked for, in cents. Zero if there is none, or it was cancelled. */
export async function abatementOf(db: Db, accountId: number) {
  const [last] = await db
    .select({ movement: bankOrders.movement, cents: bankOrders.abatementCents })
    .from(bankOrders)
    .innerJoin(registrations, eq(registrations.emissionId, bankOrders.emissionId))
    .innerJoin(emissions, eq(emissions.id, bankOrders.emissionId))
    .where(and(eq(registrations.accountId, accountId), isCurrent, inArray(bankOrders.movement, ['abatement', 'cancelAbatement'])))
    .orderBy(desc(bankOrders.id))
    .limit(1)
  return last?.movement === 'abatement' ? (last.cents ?? 0) : 0
}

/** Maximum number of times that a bank is asked by itself to write off a boleto. */
const ASKED_MOST = 3

/**
 * Asks the banks to write off those of these accounts' registered boletos that nobody shall pay any more: the account was paid by another way, or
 * another boleto replaces this one. Every bank takes this order. Returns the accounts for which it was asked, each with an event that says why.
 */
export async function writeOffNeedless(db: Db, { me, now }: By, accountIds: number[]) {
  const needless = await db
    .select({ emissionId: registrations.emissionId, accountId: registrations.accountId, voidedAs: emissions.voidedAs })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(emissions, eq(emissions.id, registrations.emissionId))
    .where(
      and(
        inArray(accounts.id, accountIds),
        eq(registrations.state, 'registered'),
        or(gte(accounts.receivedCents, accounts.owedCents), isNotNull(emissions.voidedAs)),
        // The bank was not asked before, or has refused since then, but not so often that asking is useless.
        sql`(select count(*) from bank_orders o where o.emission_id = ${registrations.emissionId} and o.movement = 'writeOff') < ${ASKED_MOST}`,
        notExists(
          db
            .select({ id: bankOrders.id })
            .from(bankOrders)
            .where(
              and(
                eq(bankOrders.emissionId, registrations.emissionId),
                eq(bankOrders.movement, 'writeOff'),
                sql`not exists (
                  select from return_lines l where l.emission_id = ${bankOrders.emissionId} and l.applied_at >= ${bankOrders.at}
                    and l.happening ->> 'meaning' = 'refused'
                )`,
              ),
            ),
        ),
      ),
    )
  if (needless.length === 0) return []
  const asked = await db
    .insert(bankOrders)
    .values(needless.map(({ emissionId }) => ({ emissionId, movement: 'writeOff' as const, userId: me.id, at: new Date(now) })))
    .onConflictDoNothing()
    .returning({ emissionId: bankOrders.emissionId })
  const ids = new Set(asked.map(({ emissionId }) => emissionId))
  return needless
    .filter(({ emissionId }) => ids.has(emissionId))
    .map(({ accountId, voidedAs }) => ({
      accountId,
      description: `${WHY[voidedAs ?? 'paid']}: a baixa vai na próxima remessa`,
    }))
}

const WHY = { replaced: 'Boleto substituído', cancelled: 'NFS-e cancelada', paid: 'Boleto pago de outra forma' }

/** Drops the write-off that waits for a boleto whose payment was undone. Returns whether there was one. */
export async function keepUnpaid(db: Db, accountId: number) {
  const unpaid = db
    .select({ id: registrations.emissionId })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(emissions, eq(emissions.id, registrations.emissionId))
    .where(and(eq(accounts.id, accountId), isNull(emissions.voidedAs), lt(accounts.receivedCents, accounts.owedCents)))
  const dropped = await db
    .delete(bankOrders)
    .where(and(inArray(bankOrders.emissionId, unpaid), eq(bankOrders.movement, 'writeOff'), isNull(bankOrders.remittanceId)))
    .returning({ id: bankOrders.id })
  return dropped.length > 0
}

/** The newest instructions to the bank about the boleto of an account, newest first. */
export async function ordersOf(db: Db, accountId: number, most: number) {
  const those = await db
    .select({ order: bankOrders, number: remittances.number, by: users.name, ourNumber: registrations.ourNumber })
    .from(bankOrders)
    .innerJoin(registrations, eq(registrations.emissionId, bankOrders.emissionId))
    .innerJoin(users, eq(users.id, bankOrders.userId))
    .leftJoin(remittances, eq(remittances.id, bankOrders.remittanceId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(desc(bankOrders.id))
    .limit(most)
  return those.map(({ order, number, by, ourNumber }) => ({
    id: order.id,
    nossoNumero: ourNumber,
    movimento: order.movement,
    vencimento: order.dueOn,
    abatimento: order.abatementCents === null ? null : reaisOf(order.abatementCents),
    remessa: number,
    por: by,
    quando: wallTime(order.at.getTime()),
  }))
}
