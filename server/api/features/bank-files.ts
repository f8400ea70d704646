// The files that the company exchanges with its banks: remessas, retornos, and the instructions that wait for a remessa.
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type bankFiles as rows, type CompanyTerms, type TermsBody } from '../../../shared/features/bank-files.ts'
import { LONGEST_TERM, messages as nfse } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOrNone, reaisOf } from '../../../shared/money.ts'
import { NO_TERMS, type Terms } from '../banks/bank.ts'
import { bankOf } from '../banks/banks.ts'
import { wordsOf } from '../banks/terms.ts'
import { accounts, bankOrders, companies, emissions, issuers, registrations, remittances, returnLines, returns, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { accountsWhere, heldAccounts } from '../nfse/account.ts'
import { netOf } from '../nfse/amounts.ts'
import { noted } from '../nfse/events.ts'
import { abatementOf, dueOf, instruct, makeRemittances, MOVEMENT_WORDS, slipsOf } from '../nfse/registration.ts'
import { storeReturn } from '../nfse/returns.ts'
import { asRead, changed, found, nextVersion } from '../versions.ts'

/** Number of files shown, the newest ones. */
const SHOWN = 200
/** Number of messages shown of a retorno. The largest file has fewer. */
const MESSAGES = 13_000

const count = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`

export const bankFiles = ({ clock }: Api): Handlers<typeof rows> => {
  const when = (at: Date) => wallTime(at.getTime())

  const returned = async (db: Db, id?: number) => {
    const those = await db
      .select({
        returned: returns,
        company: companies.name,
        by: users.name,
        stored: sql<number>`(select count(*)::int from return_lines where return_id = ${returns.id})`,
        waiting: sql<number>`(select count(*)::int from return_lines where return_id = ${returns.id} and applied_at is null)`,
      })
      .from(returns)
      .innerJoin(issuers, eq(issuers.id, returns.issuerId))
      .innerJoin(companies, eq(companies.id, issuers.companyId))
      .innerJoin(users, eq(users.id, returns.userId))
      .where(id === undefined ? undefined : eq(returns.id, id))
      .orderBy(desc(returns.id))
      .limit(SHOWN)
    return those.map(({ returned: one, company, by, stored, waiting }) => ({
      id: one.id,
      empresa: company,
      banco: bankOf(one.bank).name,
      numero: one.number,
      arquivo: one.name,
      gravado: one.writtenOn,
      quando: when(one.at),
      por: by,
      mensagens: one.messages,
      pendentes: waiting,
      // Messages that an earlier file had told are not stored again.
      conhecidas: one.messages - one.unknown - stored,
      desconhecidas: one.unknown,
    }))
  }

  return {
    'GET /nfse/remittances': async ({ db }) => {
      const isEntry = sql`${bankOrders.movement} = 'entry'`
      // An entry that was sent again later must have been refused before.
      const wasRefused = sql`${registrations.state} = 'refused' or exists (
        select from bank_orders later where later.emission_id = ${bankOrders.emissionId} and later.movement = 'entry' and later.id > ${bankOrders.id})`
      const those = await db
        .select({
          file: { id: remittances.id, bank: remittances.bank, number: remittances.number, name: remittances.name, at: remittances.at },
          company: companies.name,
          by: users.name,
          entries: count(isEntry),
          others: count(sql`not ${isEntry}`),
          cents: sql<number>`coalesce(sum(substr(${emissions.barcode}, 10, 10)::bigint) filter (where ${isEntry}), 0)::float8`,
          accepted: count(sql`${isEntry} and ${registrations.state} <> 'sent' and not (${wasRefused})`),
          refused: count(sql`${isEntry} and (${wasRefused})`),
        })
        .from(remittances)
        .innerJoin(bankOrders, eq(bankOrders.remittanceId, remittances.id))
        .innerJoin(registrations, eq(registrations.emissionId, bankOrders.emissionId))
        .innerJoin(emissions, eq(emissions.id, bankOrders.emissionId))
        .innerJoin(issuers, eq(issuers.id, remittances.issuerId))
        .innerJoin(companies, eq(companies.id, issuers.companyId))
        .innerJoin(users, eq(users.id, remittances.userId))
        .groupBy(remittances.id, companies.name, users.name)
        .orderBy(desc(remittances.id))
        .limit(SHOWN)
      return those.map(({ file, company, by, entries, others, cents, accepted, refused }) => ({
        id: file.id,
        empresa: company,
        banco: bankOf(file.bank).name,
        numero: file.number,
        arquivo: file.name,
        quando: when(file.at),
        por: by,
        entradas: entries,
        valor: reaisOf(cents),
        instrucoes: others,
        aceitos: accepted,
        recusados: refused,
      }))
    },

    'GET /nfse/remittances/{id}': async ({ db, path: { id } }) => {
      const { name, content } = found(
        await db.select({ name: remittances.name, content: remittances.content }).from(remittances).where(eq(remittances.id, id)),
      )
      return { arquivo: name, conteudo: content }
    },

    'POST /nfse/remittances': async ({ db, me, body: { contas } }) => {
      const ids = [...new Set(contas)]
      if ((await heldAccounts(db, ids)).length < ids.length) throw refusal(404, common.notFound)
      return makeRemittances(db, { me, now: clock() }, ids)
    },

    'GET /nfse/terms': async ({ db }) => {
      const those = await db
        .select({ issuer: issuers, company: companies.name })
        .from(issuers)
        .innerJoin(companies, eq(companies.id, issuers.companyId))
        .orderBy(companies.name)
      return those.map(({ issuer, company }) => ({
        id: issuer.id,
        empresa: company,
        banco: issuer.bank && bankOf(issuer.bank).name,
        ...onWire(issuer.terms ?? NO_TERMS),
        resumo: wordsOf(issuer.terms ?? NO_TERMS),
        versao: issuer.version,
      }))
    },

    'PUT /nfse/terms/{id}': async ({ db, path: { id }, body: { versao, ...body } }) => {
      const issuer = found(await db.select({ bank: issuers.bank }).from(issuers).where(eq(issuers.id, id)))
      if (issuer.bank === null) throw refusal(409, messages.noBank)
      const terms = termsIn(body)
      const faults = bankOf(issuer.bank).termsFaults(terms)
      if (faults.length > 0) throw refusal(400, faults.join(' '))
      const sent = { id, versao }
      const saved = await db
        .update(issuers)
        .set({ terms, version: nextVersion(issuers) })
        .where(asRead(issuers, sent))
        .returning({ id: issuers.id })
      await changed(db, issuers, sent, saved)
      return {}
    },

    'POST /nfse/{id}/orders': async ({ db, me, path: { id }, body: { movimento, vencimento = null, abatimento = null } }) => {
      found(await heldAccounts(db, [id]))
      const account = found(await accountsWhere(db, eq(accounts.id, id)))
      const asked = await abatementOf(db, id)
      const dueOn = movimento === 'dueDate' ? vencimento : null
      if (dueOn !== null && dueOn < wallDay(clock())) throw refusal(400, messages.dueInPast)
      if (dueOn !== null && dueOn > addDays(wallDay(clock()), LONGEST_TERM)) throw refusal(400, nfse.dueTooFar)
      const [slip] = await slipsOf(db, [account])
      if (slip && dueOn === dueOf(slip)) throw refusal(400, messages.sameDue)
      if (movimento === 'cancelAbatement' && asked === 0) throw refusal(409, messages.noAbatement)
      const abatementCents = movimento === 'abatement' ? centsOrNone(abatimento) : movimento === 'cancelAbatement' ? asked : null
      if (movimento === 'abatement' && (abatementCents ?? 0) >= netOf(account) - account.receivedCents) throw refusal(400, messages.tooMuch)
      await instruct(db, { me, now: clock() }, account, { movement: movimento, dueOn, abatementCents })
      await noted(db, { id, userId: me.id, at: new Date(clock()) }, (name) => `${MOVEMENT_WORDS[movimento]} por ${name}: vai na próxima remessa`)
      return {}
    },

    'DELETE /nfse/orders/{id}': async ({ db, me, path: { id } }) => {
      const { accountId, voidedAs } = found(
        await db
          .select({ accountId: registrations.accountId, voidedAs: emissions.voidedAs })
          .from(bankOrders)
          .innerJoin(registrations, eq(registrations.emissionId, bankOrders.emissionId))
          .innerJoin(emissions, eq(emissions.id, bankOrders.emissionId))
          .where(eq(bankOrders.id, id)),
      )
      if (voidedAs !== null) throw refusal(409, messages.orderNeeded)
      const [gone] = await db
        .delete(bankOrders)
        .where(and(eq(bankOrders.id, id), isNull(bankOrders.remittanceId)))
        .returning({ movement: bankOrders.movement })
      if (!gone) throw refusal(409, messages.orderSent)
      await noted(db, { id: accountId, userId: me.id, at: new Date(clock()) }, (name) => `${MOVEMENT_WORDS[gone.movement]}: desfeito por ${name}`)
      return {}
    },

    'POST /nfse/returns': ({ db, me, body: { nome, conteudo, semDesconhecidos } }) =>
      storeReturn(db, { me, now: clock() }, { name: nome, text: Buffer.from(conteudo, 'base64').toString('latin1'), skipUnknown: semDesconhecidos }),

    'GET /nfse/returns': ({ db }) => returned(db),

    'GET /nfse/returns/{id}': async ({ db, path: { id } }) => {
      const one = found(await returned(db, id))
      const told = await db
        .select({ happening: returnLines.happening, id: accounts.id, name: accounts.name })
        .from(returnLines)
        .innerJoin(registrations, eq(registrations.emissionId, returnLines.emissionId))
        .innerJoin(accounts, eq(accounts.id, registrations.accountId))
        .where(eq(returnLines.returnId, id))
        .orderBy(asc(returnLines.line))
        .limit(MESSAGES)
      return {
        ...one,
        linhas: told.map(({ happening, id: accountId, name }) => ({
          linha: happening.line,
          conta: accountId,
          tomador: name,
          nossoNumero: happening.ourNumber,
          sentido: happening.meaning,
          ocorrencia: happening.name,
          motivos: happening.reasons,
          valor: happening.meaning === 'paid' ? reaisOf(happening.amounts.paid) : happening.meaning === 'fee' ? reaisOf(happening.fee) : null,
          credito: happening.meaning === 'paid' ? (happening.creditedOn ?? happening.on) : null,
        })),
      }
    },
  }
}

const reaisOrNone = (hundredths: number | undefined) => (hundredths === undefined ? null : reaisOf(hundredths))
const valueOf = (one: { kind: string; cents?: number; rate?: number }) => reaisOrNone(one.cents ?? one.rate)

/** Terms as the wire has them. */
const onWire = ({
  interest,
  fine,
  discount,
  writeOffDays,
  protest,
}: Terms): Omit<CompanyTerms, 'id' | 'empresa' | 'banco' | 'resumo' | 'versao'> => ({
  juros: interest.kind,
  jurosValor: valueOf(interest),
  multa: fine.kind,
  multaValor: valueOf(fine),
  desconto: discount.kind,
  descontoValor: valueOf(discount),
  descontoDias: discount.kind === 'none' ? null : discount.days,
  baixaDias: writeOffDays,
  protesto: protest.kind,
  protestoDias: protest.kind === 'none' ? null : protest.days,
})

/** Reads terms from the wire. The schema has ensured that a kind other than 'none' has its value. */
function termsIn(body: Omit<z.output<typeof TermsBody>, 'versao'>): Terms {
  const value = (reais: number | null) => centsOrNone(reais) ?? 0
  const kindOf = <R extends object>(kind: 'none' | 'fixed' | 'share', reais: number | null, rest: R) =>
    kind === 'none' ? { kind } : kind === 'fixed' ? { kind, cents: value(reais), ...rest } : { kind, rate: value(reais), ...rest }
  const { juros, jurosValor, protesto } = body
  return {
    interest:
      juros === 'none' ? { kind: juros } : juros === 'daily' ? { kind: juros, cents: value(jurosValor) } : { kind: juros, rate: value(jurosValor) },
    fine: kindOf(body.multa, body.multaValor, {}),
    discount: kindOf(body.desconto, body.descontoValor, { days: body.descontoDias ?? 0 }),
    writeOffDays: body.baixaDias,
    protest: protesto === 'none' ? { kind: protesto } : { kind: protesto, days: body.protestoDias ?? 0 },
  }
}
