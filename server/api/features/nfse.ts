// NFS-e Express: the accounts of a month, their issuing, mails and downloads, and the data load that creates them.
import { and, desc, eq, gt, inArray, isNotNull, ne, notExists, or, sql } from 'drizzle-orm'
import { addDays, dayBr, hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages as cancellation } from '../../../shared/features/cancellation.ts'
import { LONGEST_TERM, MAILED, messages, RECEIPTED, type nfse as rows } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { reaisOf } from '../../../shared/money.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import {
  accountEvents,
  accounts,
  clients,
  costCentres,
  dataLoads,
  emissions,
  mails,
  payments,
  registrations,
  removedAccounts,
  users,
} from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { accountsWhere, heldAccounts, type Account, type Invoiced } from '../nfse/account.ts'
import { issOf, netOf } from '../nfse/amounts.ts'
import { accountsOfCustomer, setClient } from '../nfse/clients.ts'
import { isCurrent } from '../nfse/current.ts'
import type { Documents } from '../nfse/documents.ts'
import { noted } from '../nfse/events.ts'
import { faultsOf, slipFaultsOf, warningsOf } from '../nfse/faults.ts'
import { numberIn } from '../nfse/key.ts'
import { firstOf, ofCentre, statusFor, withCentre } from '../nfse/lists.ts'
import { newestMails, queueMails } from '../nfse/mails.ts'
import { accountOfPayment, pay, paymentsOf, undoPayment } from '../nfse/payments.ts'
import { faultsOfRegistration, isRegistered, keepUnpaid, ordersOf, registrationsOf, slipsOf, writeOffNeedless } from '../nfse/registration.ts'
import { replacementsOf, secondCopiesOf } from '../nfse/second-copy.ts'
import { begin, documentsOf, isOpen, judge, queue, refusals } from '../nfse/queue.ts'
import { MAX_BYTES, bytesOf } from '../answer-limits.ts'
import { choices, mustBeActive } from '../choices.ts'
import { todayFor } from '../tags.ts'
import { asRead, changed, found, nextVersion } from '../versions.ts'
import { pendingOf, refusedCancellations } from '../nfse/cancelling.ts'
import { correctionOf } from './nfse-correction.ts'

const mailStates = { pending: 'Pendente', sending: 'Enviando', sent: 'Enviado', failed: 'Com erro', unsure: 'Pode ter sido enviado' }

/** Condition for a note that its account shows: the valid one, or the cancelled one. */
const isShown = or(isCurrent, eq(emissions.voidedAs, 'cancelled'))

/** Maximum number of listed accounts, checked before the accounts are read. An answer has room for this many accounts of usual size. */
const LISTED = 5_000
/** Maximum number of events, and of messages, that are shown per account. */
const NEWEST = 200
/** Maximum number of data loads shown, the most recently requested ones. */
const LOADS = 120

export const nfse = ({ clock, documents }: Api & { documents: Documents }): Handlers<typeof rows> => {
  /** An account's fields on the wire, without the outcome of its documents. */
  const onWire = (account: Account, centre: string | null, today: string) => {
    const { issuer } = account
    return {
      ID_REF_PARCELA_CONTA: account.id,
      ID_REF_CONTA: account.reference,
      ID_STATUS_NFSE: account.noteStatus,
      ID_STATUS_BOLETO: account.slipStatus,
      TIPO_CONTA: centre,
      CNPJ_PRESTADOR: issuer.cnpj,
      RAZAO_SOCIAL_PRESTADOR: issuer.name,
      NOME_FANTASIA_PRESTADOR: issuer.tradeName,
      INSCRICAO_MUNICIPAL_PRESTADOR: issuer.cityRegistration,
      LOGRADOURO_PRESTADOR: issuer.street,
      NUMERO_PRESTADOR: issuer.number,
      COMPLEMENTO_PRESTADOR: issuer.complement,
      BAIRRO_PRESTADOR: issuer.district,
      CIDADE_PRESTADOR: issuer.city.name,
      UF_PRESTADOR: issuer.city.uf,
      CEP_PRESTADOR: issuer.cep,
      TELEFONE_PRESTADOR: issuer.phone,
      CNPJ_TOMADOR: account.document,
      RAZAO_SOCIAL_TOMADOR: account.name,
      NOME_FANTASIA_TOMADOR: account.tradeName,
      INSCRICAO_MUNICIPAL_TOMADOR: account.cityRegistration,
      LOGRADOURO_TOMADOR: account.street,
      NUMERO_TOMADOR: account.number,
      COMPLEMENTO_TOMADOR: account.complement,
      BAIRRO_TOMADOR: account.district,
      CIDADE_TOMADOR: account.city?.name ?? null,
      UF_TOMADOR: account.city?.uf ?? null,
      CEP_TOMADOR: account.cep,
      TELEFONE_TOMADOR: account.phone,
      DISCRIMINACAO: account.description,
      VALOR_CONTA: reaisOf(account.cents),
      TAXA_ISSQN_FIXO: null,
      TAXA_ISSQN_CONTA: account.issRate,
      SERVICO_CONTA: account.service,
      VALOR_ISSQN_CONTA: reaisOf(issOf(account)),
      VALOR_LIQUIDO: reaisOf(netOf(account)),
      DATA_VENCTO: account.dueOn,
      VALOR_RECEBIDO: reaisOf(account.receivedCents),
      NFSE_CANCELADA: account.cancelledAt && wallTime(account.cancelledAt.getTime()),
      IMPEDIMENTO_NFSE: account.noteStatus === 1 ? faultsOf(account, today).join(' ') || null : null,
      AVISOS: account.noteStatus === 3 ? [] : warningsOf(account, account.month),
      IMPEDIMENTO_BOLETO: account.slipStatus === 1 ? slipFaultsOf(account, today).join(' ') || null : null,
    }
  }

  /** Stores the event of a change that a person made to an account. */
  const changedBy = (db: Db, userId: number, id: number, says: (name: string) => string, document: 'N' | 'B' = 'B') =>
    noted(db, { id, userId, at: new Date(clock()), document }, says)

  /** Accounts as the list shows them. */
  async function listed(db: Db, those: Account[]) {
    const ids = those.map(({ id }) => id)
    const today = todayFor(clock)
    const centres = new Map((await db.select().from(costCentres)).map(({ id, name }) => [id, name]))
    const sent = Map.groupBy(await newestMails(db, ids), ({ accountId }) => accountId)
    const refused = await refusals(db, ids)
    const issued = await db
      .select({ accountId: emissions.accountId, key: emissions.accessKey })
      .from(emissions)
      .where(and(inArray(emissions.accountId, ids), eq(emissions.document, 'N'), isShown))
    const keys = new Map(issued.map(({ accountId, key }) => [accountId, key]))
    const ofBank = new Map((await registrationsOf(db, ids)).map((one) => [one.accountId, one]))
    const isAsked = ({ id, slipStatus }: Account) => slipStatus === 2 && (ofBank.get(id)?.state ?? 'refused') === 'refused'
    const slips = new Map((await slipsOf(db, those.filter(isAsked))).map((slip) => [slip.account.id, slip]))
    const refusedCopies = new Set(
      (await replacementsOf(db, ids)).filter(({ state }) => state === 'refused').map(({ accountId, document }) => `${accountId} ${document}`),
    )
    const uncancelled = await refusedCancellations(db, ids)
    const copies = new Map((await secondCopiesOf(db, ids)).map(({ accountId, ...copy }) => [accountId, copy]))
    return those.map((account) => {
      // A request to pay may wait for weeks, so it is not under way; one that was given up before it was sent is no error.
      const told = (sent.get(account.id) ?? []).filter(({ kind, state, attempts }) => kind !== 'C' || (attempts > 0 && state !== 'pending'))
      const count = (...states: string[]) => told.filter(({ state }) => states.includes(state)).length
      const key = keys.get(account.id)
      const slip = slips.get(account.id)
      const fields = onWire(account, centres.get(account.centreId) ?? null, today)
      // If our own rules refused the document, the refusal disappears once its cause has been corrected.
      const refusedFor = (document: 'N' | 'B', lacks: string | null) => {
        const of = `${account.id} ${document}`
        const isReplacing = refusedCopies.has(of)
        const refusal = isOpen(account, document) || isReplacing ? refused.get(of) : undefined
        return refusal?.isOurs && !isReplacing ? lacks : (refusal?.why ?? null)
      }
      return {
        ...fields,
        emailState: { errorMails: count('failed', 'unsure'), pendentMails: count('pending', 'sending'), sendedMails: count('sent') },
        RECUSA_NFSE: refusedFor('N', fields.IMPEDIMENTO_NFSE) ?? uncancelled.get(account.id) ?? null,
        RECUSA_BOLETO: refusedFor('B', fields.IMPEDIMENTO_BOLETO),
        REGISTRO_BOLETO: ofBank.get(account.id)?.state ?? null,
        RECUSA_REGISTRO: ofBank.get(account.id)?.reason ?? null,
        IMPEDIMENTO_REGISTRO: slip ? faultsOfRegistration(slip, today).join(' ') || null : null,
        SEGUNDA_VIA: copies.get(account.id) ?? null,
        QUANTIDADE_EMAILS: account.emails.length,
        NUMERO_NFSE: key ? String(numberIn(key)) : null,
      }
    })
  }

  return {
    'GET /nfse/centrocustos': ({ db, query: { mesAno } }) =>
      db
        .selectDistinct({ TIPO_CONTA: costCentres.name })
        .from(accounts)
        .innerJoin(costCentres, eq(costCentres.id, accounts.centreId))
        .where(and(eq(accounts.month, firstOf(mesAno)), isNotNull(accounts.issuerId)))
        .orderBy(costCentres.name),

    'GET /nfse/clients': ({ db }) => choices.clients(db),

    'GET /nfse': async ({ db, query: { mesAno, tipoRegistro, tipoEmissao, status } }) => {
      const which = and(eq(accounts.month, firstOf(mesAno)), ofCentre(db, tipoRegistro), eq(statusFor(tipoEmissao), Number(status)))
      if ((await db.$count(accounts, which)) > LISTED) throw refusal(400, messages.tooMuch)
      const list = await listed(db, await accountsWhere(db, which))
      if (bytesOf(list) > MAX_BYTES) throw refusal(400, messages.tooMuch)
      return list
    },

    'GET /nfse/{id}': async ({ db, path: { id } }) => {
      // Pending work is read before the account. If it ended between the two reads, the account would otherwise look as if nothing was pending, and the
      // screen would not ask again.
      const notaEmAndamento = await pendingOf(db, id)
      const segundaViaNaFila = (await replacementsOf(db, [id])).some(({ document, state }) => document === 'B' && state === 'queued')
      const account = found(await accountsWhere(db, eq(accounts.id, id)))
      const one = found(await listed(db, [account]))
      const events = await db.select().from(accountEvents).where(eq(accountEvents.accountId, id)).orderBy(desc(accountEvents.id)).limit(NEWEST)
      const sent = await db
        .select({ mail: mails, by: users.name })
        .from(mails)
        .leftJoin(users, eq(users.id, mails.userId))
        .where(eq(mails.accountId, id))
        .orderBy(desc(mails.id))
        .limit(NEWEST)
      const [client] =
        account.clientId === null ? [] : await db.select({ id: clients.id, nome: clients.name }).from(clients).where(eq(clients.id, account.clientId))
      const at = (when: Date) => wallTime(when.getTime())
      const eventsOf = (document: 'N' | 'B') =>
        events
          .filter((event) => event.document === document)
          .map(({ description, detail, at: when, kind }) => ({ descricaoEvento: description, retornoEvento: detail, quando: at(when), tipo: kind }))
      return {
        ...one,
        EVENTOS: events.map(({ description, at: when }) => ({ data: dayBr(at(when)), hora: hourBr(at(when)), status: description })),
        eventosNotas: eventsOf('N'),
        eventosBoletos: eventsOf('B'),
        emailsList: account.emails,
        versao: account.version,
        notaEmAndamento,
        segundaViaNaFila,
        NBS: account.nbs,
        CLIENTE: client ?? null,
        pagamentos: await paymentsOf(db, id, NEWEST),
        instrucoes: await ordersOf(db, id, NEWEST),
        emailsEvents: sent.map(({ mail: { kind, state, log, address, at: when }, by }) => ({
          status: kind === 'C' && state === 'pending' ? 'Aguardando' : mailStates[state],
          log: [by && `Pedido por ${by}.`, log].filter(Boolean).join(' ') || null,
          destinatario: address,
          quando: at(when),
        })),
      }
    },

    'PUT /nfse/{id}': async ({ db, me, path: { id }, body }) => {
      const correction = await correctionOf(db, body)
      const [stored] = await db.select({ clientId: accounts.clientId }).from(accounts).where(eq(accounts.id, id))
      // The form sends the stored client back, which may be inactive by now.
      const clientId = body.idCliente === stored?.clientId ? null : body.idCliente
      if (clientId) await mustBeActive(db, clients, clientId, messages.wrongClient)
      // The client is that of all accounts of the customer.
      const ids = clientId ? await accountsOfCustomer(db, id, correction.document) : [id]
      const open = found((await heldAccounts(db, ids)).filter((one) => one.id === id))
      const pending = and(eq(emissions.accountId, id), inArray(emissions.state, ['waiting', 'queued']))
      if (open.noteStatus !== 1 || open.slipStatus !== 1 || (await db.$count(emissions, pending)) > 0) throw refusal(409, messages.sentAccount)
      const { versao } = body
      const set = { ...correction, version: nextVersion(accounts) }
      await changed(db, accounts, { id }, await db.update(accounts).set(set).where(asRead(accounts, { id, versao })).returning({ id: accounts.id }))
      if (clientId) await setClient(db, ids, clientId)
      await changedBy(db, me.id, id, (name) => `Dados da conta corrigidos por ${name}`, 'N')
      return {}
    },

    'POST /nfse/{id}/payments': async ({ db, me, path: { id }, body }) => {
      await held(db, [id])
      // Also a boleto that a second copy has replaced may have been paid.
      const atBank = and(eq(registrations.accountId, id), inArray(registrations.state, ['sent', 'registered']))
      if (body.forma === 'Boleto' && (await db.$count(registrations, atBank)) > 0) throw refusal(409, messages.paidAtBank)
      const description = await pay(db, { me, accountId: id, at: new Date(clock()) }, body)
      await changedBy(db, me.id, id, (name) => `${description}, registrado por ${name}`)
      for (const { description: why } of await writeOffNeedless(db, { me, now: clock() }, [id])) await changedBy(db, me.id, id, () => why)
      return {}
    },

    'POST /nfse/payments/{id}/undo': async ({ db, me, path: { id }, body: { motivo } }) => {
      const accountId = await accountOfPayment(db, id)
      await held(db, [accountId])
      const description = await undoPayment(db, { me, id, at: new Date(clock()) }, motivo)
      await changedBy(db, me.id, accountId, (name) => `${description} por ${name}: ${motivo}`)
      if (await keepUnpaid(db, accountId)) await changedBy(db, me.id, accountId, () => 'Baixa do boleto: não vai mais na próxima remessa')
      return {}
    },

    'PUT /nfse': {
      before: async ({ db, me, body: { contas, idStatus, observacao, tipoEmissao, novoVencimento: newDue = null } }) => {
        const today = wallDay(clock())
        if (newDue && newDue < today) throw refusal(400, messages.dueInPast)
        if (newDue && newDue > addDays(today, LONGEST_TERM)) throw refusal(400, messages.dueTooFar)
        const ids = [...new Set(contas)]
        const judged = idStatus === 1 ? await judge({ db, clock, documents }, ids, documentsOf[tipoEmissao], newDue) : []
        return async (tx) => {
          // Lock the accounts: a simultaneous deletion either waits for this lock or has already removed them.
          const locked = await held(tx, ids)
          if (idStatus === 1)
            await queue(
              tx,
              { me, at: new Date(clock()), observation: observacao || null, newDue },
              judged.filter(({ document, accountId }) => locked.some((one) => one.id === accountId && isOpen(one, document))),
            )
          else await begin(tx, ids)
          return {}
        }
      },
    },

    'POST /nfse': async ({ db, body: { contasForSend } }) => {
      const ids = [...new Set(contasForSend)]
      await held(db, ids)
      await begin(db, ids)
      if ((await db.$count(emissions, and(inArray(emissions.accountId, ids), ne(emissions.state, 'refused')))) === 0)
        throw refusal(409, messages.notSent)
      return {}
    },

    'DELETE /nfse': async ({ db, body: { ids: given } }) => {
      const ids = [...new Set(given)]
      await held(db, ids)
      const isReceived = and(inArray(accounts.id, ids), gt(accounts.receivedCents, 0))
      // Undone payments are kept too.
      if ((await db.$count(accounts, isReceived)) + (await db.$count(payments, inArray(payments.accountId, ids))) > 0)
        throw refusal(409, messages.received)
      // Documents with a number are kept, even if they were refused, because the numbering must have no gaps.
      await db.delete(emissions).where(and(inArray(emissions.accountId, ids), eq(emissions.state, 'refused'), sql`${emissions.number} is null`))
      const isOpen = and(
        eq(accounts.noteStatus, 1),
        eq(accounts.slipStatus, 1),
        notExists(db.select({ id: emissions.id }).from(emissions).where(eq(emissions.accountId, accounts.id))),
      )
      const gone = await db
        .delete(accounts)
        .where(and(inArray(accounts.id, ids), isOpen))
        .returning({ issuerId: accounts.issuerId, reference: accounts.reference, instalment: accounts.instalment })
      if (gone.length < ids.length) throw refusal(409, messages.onlyOpen)
      // `held` has refused accounts without an issuer, so the cast is safe.
      await db
        .insert(removedAccounts)
        .values(gone as Invoiced[])
        .onConflictDoNothing()
      return {}
    },

    'POST /nfse/send-mail': async ({ db, me, body: { id, emails = null } }) => {
      const { account, centre } = found(await withCentre(db, [id]))
      if (account.noteStatus !== 3 || !MAILED.includes(centre)) throw refusal(409, messages.noMail)
      if (account.cancelledAt) throw refusal(409, cancellation.cancelled)
      if (!emails && account.emails.length === 0) throw refusal(409, messages.noAddress)
      await queueMails(db, { me, now: clock(), kind: 'D', emails }, [account])
      return {}
    },

    'POST /nfse/send-mail-recibo': async ({ db, me, body: { ids: given, emails = null } }) => {
      const ids = [...new Set(given)]
      const those = await withCentre(db, ids)
      if (those.length < ids.length) throw refusal(404, common.notFound)
      if (those.some(({ account, centre }) => account.slipStatus !== 2 || account.cancelledAt || centre !== RECEIPTED))
        throw refusal(409, messages.noReceipt)
      if (!emails && those.every(({ account }) => account.emails.length === 0)) throw refusal(409, messages.noAddress)
      await queueMails(
        db,
        { me, now: clock(), kind: 'R', emails },
        those.map(({ account }) => account),
      )
      return {}
    },

    'GET /nfse-download-file': async ({ db, query: { id, tipo } }) => {
      const account = found(await accountsWhere(db, eq(accounts.id, id)))
      const document = tipo === '1' ? 'N' : 'B'
      // A cancelled note can still be read, with its mark.
      const [emission] = await db
        .select()
        .from(emissions)
        .where(and(eq(emissions.accountId, id), eq(emissions.document, document), document === 'N' ? isShown : isCurrent))
        .orderBy(desc(emissions.id))
        .limit(1)
      if (!emission) throw refusal(409, messages.notIssued)
      return emission.nfse === null
        ? documents.slip({ account, emission, isRegistered: await isRegistered(db, emission.id) })
        : documents.danfse({ nfse: emission.nfse, voidedAs: emission.voidedAs })
    },

    'POST /load-data/request': async ({ db, me, body: { mesAno } }) => {
      const asked = { state: 1 as const, noData: false, problems: [], userId: me.id, requestedAt: new Date(clock()) }
      const [queued] = await db
        .insert(dataLoads)
        .values({ month: firstOf(mesAno), ...asked })
        .onConflictDoUpdate({ target: dataLoads.month, set: asked, setWhere: eq(dataLoads.state, 2) })
        .returning({ id: dataLoads.id })
      if (!queued) throw refusal(409, messages.loadRunning)
      return {}
    },

    'GET /load-data/data': async ({ db }) =>
      (await db.select().from(dataLoads).orderBy(desc(dataLoads.requestedAt)).limit(LOADS))
        .toSorted((a, b) => b.month.localeCompare(a.month))
        .map(({ month, state, noData, problems, loaded, refused, endedAt }) => ({
          mesAno: numericMonthBr(month),
          LOADING: state,
          NO_DATA: noData ? 1 : 0,
          ERROS: problems,
          CARREGADAS: loaded,
          RECUSADAS: refused,
          quando: endedAt && wallTime(endedAt.getTime()),
        })),
  }
}

async function held(db: Db, ids: number[]) {
  const rows = await heldAccounts(db, ids)
  if (rows.length < ids.length) throw refusal(404, common.notFound)
  return rows
}
