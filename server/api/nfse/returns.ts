// Reads the return files of banks. A file is judged and stored as a whole; a background job then applies its messages, each of them once.
import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { moneyBr } from '../../../shared/money.ts'
import { asChangeOf } from '../audit.ts'
import { bankOf, banks } from '../banks/banks.ts'
import { returnFileOf, type Happening, type Problem, type ReturnFile } from '../banks/return-file.ts'
import { accounts, bankOrders, emissions, issuers, registrations, returnLines, returns } from '../db/schema.ts'
import { insertRows, isAmong, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api } from '../handlers.ts'
import { inserted } from '../versions.ts'
import type { Step } from './jobs.ts'
import { writeOffNeedless } from './registration.ts'

/** Number of problems of a file that its refusal names. */
const NAMED = 20
/** Number of transactions in a row, before other jobs have their turn. */
const IN_A_ROW = 40
/** Pause in ms after each of them, in which a call that waited for one transaction ends before the next one begins. */
const PAUSE = 1

const refused = (problems: Problem[]) => {
  const named = problems.slice(0, NAMED).map(({ line, problem }) => `Linha ${line}: ${problem}`)
  const more = problems.length - named.length
  return refusal(400, ['O arquivo não foi lido.', ...named, ...(more > 0 ? [`… e mais ${more}.`] : [])].join('\n'))
}

/** Ids of the companies that a file may belong to: those with the CNPJ of its header, or all if the bank states none. */
async function ownersOf(db: Db, { cnpj }: ReturnFile) {
  const isStated = /[1-9A-Z]/.test(cnpj)
  const those = await db
    .select({ id: issuers.id })
    .from(issuers)
    .where(isStated ? eq(issuers.cnpj, cnpj) : undefined)
  if (those.length === 0) throw refused([{ line: 1, problem: `O arquivo é de outra empresa, de CNPJ ${cnpj}.` }])
  return new Set(those.map(({ id }) => id))
}

/** Stores a file of a bank with its messages. Returns its id, and whether an earlier file had told the same. */
export async function storeReturn(
  db: Db,
  { me, now }: { me: { id: number }; now: number },
  given: { name: string; text: string; skipUnknown: boolean },
) {
  if (given.text.includes('\0')) throw refused([{ line: 1, problem: 'O arquivo tem caracteres nulos.' }])
  const { file, problems } = returnFileOf(banks, given.text)
  if (!file) throw refused(problems)
  const owners = await ownersOf(db, file)
  const numbers = [...new Set(file.happenings.map(({ ourNumber }) => ourNumber))]
  const known = await db
    .select({
      emissionId: registrations.emissionId,
      accountId: registrations.accountId,
      issuerId: registrations.issuerId,
      ourNumber: registrations.ourNumber,
      cents: sql<number>`substr(${emissions.barcode}, 10, 10)::float8`,
      isAbated: sql<boolean>`exists (select from bank_orders o where o.emission_id = ${registrations.emissionId} and o.movement = 'abatement')`,
    })
    .from(registrations)
    .innerJoin(emissions, eq(emissions.id, registrations.emissionId))
    .where(and(eq(registrations.bank, file.bank.code), inArray(registrations.ourNumber, numbers)))
  const byNumber = Map.groupBy(known, ({ ourNumber }) => ourNumber)
  const wrong: Problem[] = []
  const counts = new Map<string, number>()
  const told = file.happenings.flatMap((happening) => {
    const { line, ourNumber, companyUse, amounts } = happening
    const found = byNumber.get(ourNumber) ?? []
    // Another system of the company may have given the same number, so what the message states besides must agree.
    const isOurs = (one: (typeof known)[number]) =>
      owners.has(one.issuerId) &&
      (!/^\d+$/.test(companyUse) || Number(companyUse) === one.accountId) &&
      (amounts.title === 0 || one.isAbated || amounts.title === one.cents)
    const ours = found.filter(isOurs)
    const one = ours.length === 1 ? ours[0] : undefined
    if (!one) {
      wrong.push({
        line,
        problem: `O título ${ourNumber} ${found.length > 0 ? 'é de outra empresa ou de outro sistema' : 'não foi registrado por este sistema'}.`,
      })
      return []
    }
    // Two equal messages in one file are two; one that another file repeats is the same.
    const { occurrence, meaning, on, creditedOn, fee, dueOn, reasons } = happening
    // A boleto may be refused again on the day on which it was sent again, and get two due dates in a day.
    const ofFile = meaning === 'refused' || meaning === 'dueDateChanged' ? file.sequence : ''
    const what = [one.emissionId, occurrence, on, creditedOn, amounts.paid, fee, dueOn, reasons.join('+'), ofFile].join(' ')
    const nth = counts.get(what) ?? 0
    counts.set(what, nth + 1)
    return [{ one, happening, key: `${what} ${nth}` }]
  })
  if (wrong.length > 0 && (!given.skipUnknown || told.length === 0)) throw refused(wrong)
  const digest = hash('sha256', JSON.stringify([file.bank.code, told.map(({ key }) => key), wrong]))
  const [before] = await db.select({ id: returns.id }).from(returns).where(eq(returns.digest, digest))
  if (before) return { id: before.id, jaLido: true }
  const [{ issuerId } = { issuerId: [...owners][0] ?? 0 }] = told.map(({ one }) => one)
  const row = {
    issuerId,
    bank: file.bank.code,
    number: file.sequence,
    writtenOn: file.writtenOn,
    name: given.name,
    digest,
    messages: file.happenings.length,
    unknown: wrong.length,
    userId: me.id,
    at: new Date(now),
  }
  const { id } = inserted(await db.insert(returns).values(row).returning({ id: returns.id }))
  if (told.length > 0)
    await insertRows(
      db,
      'return_lines',
      told.map(({ one, happening, key }) => ({ return_id: id, line: happening.line, emission_id: one.emissionId, key, happening })),
      sql`on conflict (emission_id, key) do nothing`,
    )
  return { id, jaLido: false }
}

interface Owed {
  owed: number
  received: number
}

/**
 * The payment that a message tells, or undefined if nothing was paid. `left` is what was to be received, and `charges` the fine and interest that the
 * boleto itself asks for. What was paid beyond `left` is an addition, so that a boleto that was paid twice loses nothing.
 */
export function paymentIn(
  { amounts, on, creditedOn, line }: Happening,
  { left, charges = 0, writtenOn, number, bank }: { left: number; charges?: number; writtenOn: string; number: number; bank: string },
) {
  const { paid, additions, discount, abatement } = amounts
  if (paid <= 0) return undefined
  const granted = discount + abatement
  const settled = Math.max(0, paid - additions + granted)
  const cents = Math.min(left, settled)
  const discountCents = Math.min(granted, cents)
  const credited = creditedOn ?? on ?? writtenOn
  const paidOn = on ?? credited
  // The paid amount consists of the part that settles the debt, without what the bank granted, and of the part beyond.
  const added = paid - (cents - discountCents)
  const surplus = added - (cents > 0 ? Math.min(additions + charges, added) : 0)
  return {
    cents,
    additions_cents: added,
    discount_cents: discountCents,
    paid_on: paidOn < credited ? paidOn : credited,
    credited_on: credited,
    way: 'Boleto',
    note: [`Retorno ${number} do ${bank}, linha ${line}`, surplus > 0 && `R$ ${moneyBr(surplus)} a mais: devolver ao pagador`]
      .filter(Boolean)
      .join(' · '),
  }
}

/** Applies the messages that wait, the oldest first, `batch` of them in one transaction. */
export function returnReader({ db, batch, clock }: Api & { batch: number }): Step {
  return async () => {
    const [first] = await db
      .select({ returnId: returnLines.returnId, returned: returns })
      .from(returnLines)
      .innerJoin(returns, eq(returns.id, returnLines.returnId))
      .where(isNull(returnLines.appliedAt))
      .orderBy(returnLines.returnId, returnLines.id)
      .limit(1)
    if (!first) return false
    const { returned } = first
    for (let nth = 0; nth < IN_A_ROW; nth += 1) {
      if (!(await asChangeOf(db, { id: returned.userId }, 'retorno', (tx) => apply(tx, { returned, batch, at: new Date(clock()) })))) break
      await setTimeout(PAUSE)
    }
    return true
  }
}

/** Applies the next messages of a file. Returns whether there were any. */
async function apply(tx: Db, { returned, batch, at }: { returned: typeof returns.$inferSelect; batch: number; at: Date }) {
  // If another worker has taken the same messages, this one waits for it and then finds none of them.
  const lines = await tx
    .select()
    .from(returnLines)
    .where(and(eq(returnLines.returnId, returned.id), isNull(returnLines.appliedAt)))
    .orderBy(returnLines.id)
    .limit(batch)
    .for('update')
  if (lines.length === 0) return false
  // A query of its own, because a join with a limit would be made for all messages of the file.
  const slips = await tx
    .select({ accountId: registrations.accountId, slip: emissions })
    .from(emissions)
    .innerJoin(registrations, eq(registrations.emissionId, emissions.id))
    .where(
      isAmong(
        emissions.id,
        lines.map(({ emissionId }) => emissionId),
      ),
    )
  const byId = new Map(slips.map((one) => [one.slip.id, one]))
  const told = lines.flatMap((line) => {
    const found = byId.get(line.emissionId)
    return found ? [{ line, ...found }] : []
  })
  const bank = bankOf(returned.bank).name
  const ids = told.map(({ accountId }) => accountId)
  const owed = new Map<number, Owed>()
  const held = await tx
    .select({ id: accounts.id, owed: accounts.owedCents, received: accounts.receivedCents })
    .from(accounts)
    .where(isAmong(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update')
  for (const one of held) owed.set(one.id, one)
  // The states are read only now, because whoever changes one has locked the account.
  const registered = await tx.select().from(registrations).where(isAmong(registrations.accountId, ids))
  const stateBefore = new Map(registered.map(({ emissionId, state }) => [emissionId, state]))

  const paid: Record<string, unknown>[] = []
  const events: Record<string, unknown>[] = []
  const states = new Map<number, { emission_id: number; state: string; reason: string | null }>()
  const days = { accounts: new Map<number, string>(), emissions: new Map<number, string>() }
  for (const { line, accountId, slip } of told) {
    const { happening, emissionId } = line
    const state = states.get(emissionId)?.state ?? stateBefore.get(emissionId)
    const become = (to: string, reason: string | null = null) => states.set(emissionId, { emission_id: emissionId, state: to, reason })
    const reasons = happening.reasons.join(', ')
    let detail = reasons
    let kind = 'changed'
    if (happening.meaning === 'registered') {
      if (state === 'sent' || state === 'refused') become('registered')
    } else if (happening.meaning === 'refused') {
      kind = 'refused'
      if (state === 'sent') become('refused', reasons || happening.name)
    } else if (happening.meaning === 'writtenOff') {
      if (state !== 'paid') become('writtenOff')
    } else if (happening.meaning === 'dueDateChanged') {
      // No boleto has another day, because of the factor in its barcode.
      if (happening.dueOn !== null && happening.dueOn >= '2000-07-03' && happening.dueOn < '2100') {
        // A second copy has a due date of its own. That of a replaced boleto no longer matters.
        if (slip.dueOn !== null) days.emissions.set(emissionId, happening.dueOn)
        else if (slip.voidedAs === null) days.accounts.set(accountId, happening.dueOn)
      }
      if (happening.dueOn !== null) detail = [`Vence em ${dayBr(happening.dueOn)}`, reasons].filter(Boolean).join(' · ')
    } else if (happening.meaning === 'paid') {
      const amounts = owed.get(accountId) ?? { owed: 0, received: 0 }
      const left = amounts.owed - amounts.received
      const charges = slip.fineCents + slip.interestCents
      const payment = paymentIn(happening, { left, charges, writtenOn: returned.writtenOn ?? wallDay(at.getTime()), number: returned.number, bank })
      if (payment) {
        owed.set(accountId, { ...amounts, received: amounts.received + payment.cents })
        paid.push({ account_id: accountId, user_id: returned.userId, at, return_line_id: line.id, ...payment })
        detail = [`R$ ${moneyBr(happening.amounts.paid)}, crédito em ${dayBr(payment.credited_on)}`, reasons].filter(Boolean).join(' · ')
        if (left - payment.cents <= 0) become('paid')
      }
    } else if (happening.meaning === 'fee') detail = [`R$ ${moneyBr(happening.fee)}`, reasons].filter(Boolean).join(' · ')
    events.push({
      account_id: accountId,
      document: 'B',
      at,
      kind,
      description: `${happening.name} (retorno ${returned.number} do ${bank}, linha ${happening.line})`,
      detail: detail || null,
    })
  }
  const rowsOf = (days: Map<number, string>) => JSON.stringify([...days].map(([id, due_on]) => ({ id, due_on })))
  if (days.accounts.size > 0)
    await tx.execute(
      sql`update accounts as t set due_on = r.due_on, version = version + 1 from json_to_recordset(${rowsOf(days.accounts)}::text::json) as r (id integer, due_on date) where t.id = r.id`,
    )
  if (days.emissions.size > 0)
    await tx.execute(
      sql`update emissions as t set due_on = r.due_on from json_to_recordset(${rowsOf(days.emissions)}::text::json) as r (id integer, due_on date) where t.id = r.id and t.voided_as is null`,
    )
  if (paid.length > 0) await insertRows(tx, 'payments', paid)
  await tx
    .update(returnLines)
    .set({ appliedAt: at })
    .where(
      inArray(
        returnLines.id,
        told.map(({ line }) => line.id),
      ),
    )
  if (states.size > 0) {
    const rows = JSON.stringify([...states.values()])
    await tx.execute(
      sql`update registrations as t set state = r.state, reason = r.reason from json_to_recordset(${rows}::text::json) as r (emission_id integer, state text, reason text) where t.emission_id = r.emission_id`,
    )
    const ended = [...states.values()].filter(({ state }) => state === 'paid' || state === 'writtenOff').map(({ emission_id }) => emission_id)
    // The bank would refuse an instruction about a boleto that it no longer has.
    if (ended.length > 0) await tx.delete(bankOrders).where(and(inArray(bankOrders.emissionId, ended), isNull(bankOrders.remittanceId)))
  }
  // Somebody may have paid by another way, or asked for a second copy, before the bank confirmed the boleto. The bank may also have refused a write-off.
  // Where no boleto stays registered, nothing is needless.
  if (registered.some(({ emissionId, state }) => (states.get(emissionId)?.state ?? state) === 'registered'))
    for (const { accountId, description } of await writeOffNeedless(tx, { me: { id: returned.userId }, now: at.getTime() }, ids))
      events.push({ account_id: accountId, document: 'B', at, kind: 'changed', description, detail: null })
  await insertRows(tx, 'account_events', events)
  return true
}
