// Payments that a person enters for an account. The database sums them into the account, and keeps each of them.
import { and, desc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { messages, type Payment } from '../../../shared/features/nfse.ts'
import { centsOf, moneyBr, reaisOf } from '../../../shared/money.ts'
import { accounts, payments, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import { found } from '../versions.ts'

interface By {
  me: { id: number }
  at: Date
}

/**
 * Stores a payment of an account and returns a description for its event. The caller has locked the account, so that two simultaneous payments cannot
 * both fit into what is left.
 */
export async function pay(db: Db, { me, at, accountId }: By & { accountId: number }, body: z.output<typeof Payment>) {
  const { valor, acrescimos, pagoEm, forma, observacao } = body
  const creditedOn = body.creditadoEm ?? pagoEm
  if (pagoEm > wallDay(at.getTime())) throw refusal(400, messages.paidInFuture)
  if (creditedOn < pagoEm) throw refusal(400, messages.creditedEarlier)
  const amounts = await db.select({ owed: accounts.owedCents, received: accounts.receivedCents }).from(accounts).where(eq(accounts.id, accountId))
  const { owed, received } = found(amounts)
  const cents = centsOf(valor)
  if (cents > owed - received) throw refusal(409, messages.overpaid)
  const payment = { cents, additionsCents: centsOf(acrescimos ?? 0), paidOn: pagoEm, creditedOn, way: forma, note: observacao ?? '' }
  await db.insert(payments).values({ ...payment, accountId, userId: me.id, at })
  return `Pagamento de R$ ${moneyBr(cents)} em ${dayBr(pagoEm)} (${forma})`
}

/** Returns the account of a payment, or answers 404. */
export async function accountOfPayment(db: Db, id: number) {
  const { accountId } = found(await db.select({ accountId: payments.accountId }).from(payments).where(eq(payments.id, id)))
  return accountId
}

/** Undoes a payment, whose account the caller has locked. Returns a description for its event. */
export async function undoPayment(db: Db, { me, at, id }: By & { id: number }, reason: string) {
  const [undone] = await db
    .update(payments)
    .set({ undoneAt: at, undoneBy: me.id, undoneFor: reason })
    .where(and(eq(payments.id, id), isNull(payments.undoneAt)))
    .returning({ cents: payments.cents })
  if (!undone) throw refusal(409, messages.alreadyUndone)
  return `Pagamento de R$ ${moneyBr(undone.cents)} desfeito`
}

/** The newest payments of an account, newest first, as the details show them. */
export async function paymentsOf(db: Db, accountId: number, most: number) {
  const undoer = alias(users, 'undoer')
  const newest = await db
    .select({ payment: payments, by: users.name, undoneBy: undoer.name })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(undoer, eq(undoer.id, payments.undoneBy))
    .where(eq(payments.accountId, accountId))
    .orderBy(desc(payments.id))
    .limit(most)
  return newest.map(({ payment, by, undoneBy }) => ({
    id: payment.id,
    valor: reaisOf(payment.cents),
    acrescimos: reaisOf(payment.additionsCents),
    desconto: reaisOf(payment.discountCents),
    pagoEm: payment.paidOn,
    creditadoEm: payment.creditedOn,
    forma: payment.way,
    observacao: payment.note || null,
    por: by,
    desfeito: payment.undoneFor === null ? null : `Desfeito por ${undoneBy}: ${payment.undoneFor}`,
  }))
}
