// NFS-e Express: the figures of a month, and documents and mails of several accounts at once.
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { messages as cancellation } from '../../../shared/features/cancellation.ts'
import { MAILED, messages as nfse } from '../../../shared/features/nfse.ts'
import { messages, type nfseMonth as rows } from '../../../shared/features/nfse-month.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { messages as common } from '../../../shared/messages.ts'
import { reaisOf } from '../../../shared/money.ts'
import { accounts, emissions, registrations } from '../db/schema.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { accountsWhere } from '../nfse/account.ts'
import { isCurrent } from '../nfse/current.ts'
import type { Documents } from '../nfse/documents.ts'
import { firstOf, ofCentre, statusFor, withCentre } from '../nfse/lists.ts'
import { queueMails } from '../nfse/mails.ts'
import { documentsOf } from '../nfse/queue.ts'

/** Notes that were cancelled or replaced, which the law keeps as well. */
const isOldNote = and(eq(emissions.document, 'N'), isNotNull(emissions.voidedAs))
/** Number of earlier months that are named. */
const EARLIER = 12

export const nfseMonth = ({ clock, documents }: Api & { documents: Documents }): Handlers<typeof rows> => ({
  'GET /nfse/summary': async ({ db, query: { mesAno, tipoRegistro, tipoEmissao } }) => {
    const [month, centre, status] = [firstOf(mesAno), ofCentre(db, tipoRegistro), statusFor(tipoEmissao)]
    const count = sql<number>`count(*)::int`
    const sums = await db
      .select({ status: status.as('status'), count, cents: sql<number>`sum(${accounts.cents})::float8` })
      .from(accounts)
      .where(and(eq(accounts.month, month), centre))
      .groupBy(sql`1`)
    const earlier = await db
      .select({ month: accounts.month, count })
      .from(accounts)
      .where(
        and(
          lt(accounts.month, month),
          centre,
          eq(tipoEmissao === '2' ? accounts.slipStatus : accounts.noteStatus, 1),
          tipoEmissao === '2' ? isNull(accounts.cancelledAt) : undefined,
        ),
      )
      .groupBy(accounts.month)
      .orderBy(desc(accounts.month))
      .limit(EARLIER)
    return {
      situacoes: ([1, 2, 3] as const).map((state) => {
        const sum = sums.find((one) => one.status === state)
        return { status: state, quantidade: sum?.count ?? 0, valor: reaisOf(sum?.cents ?? 0) }
      }),
      anteriores: earlier.map((one) => ({ mesAno: numericMonthBr(one.month), quantidade: one.count })),
    }
  },

  'POST /nfse/files': async ({ db, body: { contas, tipoEmissao, formato } }) => {
    const ids = [...new Set(contas)]
    const those = await accountsWhere(db, inArray(accounts.id, ids))
    if (those.length < ids.length) throw refusal(404, common.notFound)
    const issued = await db
      .select({ emission: emissions, registration: registrations.state })
      .from(emissions)
      .leftJoin(registrations, eq(registrations.emissionId, emissions.id))
      .where(and(inArray(emissions.accountId, ids), inArray(emissions.document, [...documentsOf[tipoEmissao]]), or(isCurrent, isOldNote)))
      // The NFS-e before its boleto, and a replaced one before the other.
      .orderBy(desc(emissions.document), emissions.id)
    const byAccount = Map.groupBy(issued, ({ emission }) => emission.accountId)
    const papers = those.flatMap((account) =>
      (byAccount.get(account.id) ?? []).map(({ emission, registration }) => ({ account, emission, isRegistered: registration === 'registered' })),
    )
    if (papers.length === 0) throw refusal(409, messages.nothingIssued)
    return documents.bundle({ issued: papers, format: formato, at: clock() })
  },

  'POST /nfse/send-mails': async ({ db, me, body }) => {
    const ids = [...new Set(body.ids)]
    const those = await withCentre(db, ids)
    if (those.length < ids.length) throw refusal(404, common.notFound)
    if (those.some(({ account, centre }) => account.noteStatus !== 3 || !MAILED.includes(centre))) throw refusal(409, nfse.noMail)
    if (those.some(({ account }) => account.cancelledAt)) throw refusal(409, cancellation.cancelled)
    if (those.every(({ account }) => account.emails.length === 0)) throw refusal(409, nfse.noAddress)
    await queueMails(
      db,
      { me, now: clock(), kind: 'D', emails: null },
      those.map(({ account }) => account),
    )
    return {}
  },
})
