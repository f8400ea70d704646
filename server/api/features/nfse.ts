// NFS-e Express: the accounts of a month, what of them is issued, mailed and downloaded, and the load that they come from.
import { and, desc, eq, gt, inArray, ne, notExists, or, sql } from 'drizzle-orm'
import { dayBr, hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { MAILED, messages, RECEIPTED, type nfse as rows } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { reaisOf } from '../../../shared/money.ts'
import { accountEvents, accounts, costCentres, dataLoads, emissions, mails, users } from '../db/schema.ts'
import { insertRows, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { accountsWhere, type Account } from '../nfse/account.ts'
import { issOf, netOf } from '../nfse/amounts.ts'
import type { Documents } from '../nfse/documents.ts'
import { faultsOf, slipFaultsOf, warningsOf } from '../nfse/faults.ts'
import { messagesTo } from '../nfse/mail.ts'
import { ROOM, bytesOf } from '../room.ts'
import { found } from '../versions.ts'

/** 'MM/YYYY' as its first day. */
const firstOf = (mesAno: string) => `${mesAno.slice(3)}-${mesAno.slice(0, 2)}-01`
const monthBr = (day: string) => `${day.slice(5, 7)}/${day.slice(0, 4)}`
/** What an account is listed by: of both documents the NFS-e says how far it is. */
const isAt = (tipoEmissao: string, status: string) =>
  tipoEmissao === '2' ? (status === '2' ? sql`false` : eq(accounts.slipStatus, status === '3' ? 2 : 1)) : eq(accounts.noteStatus, Number(status) as 1)

const mailStates = { pending: 'Pendente', sending: 'Enviando', sent: 'Enviado', failed: 'Com erro', unsure: 'Pode ter sido enviado' }

type Document = 'N' | 'B'
const documentsOf: Record<1 | 2 | 3, readonly Document[]> = { 1: ['N'], 2: ['B'], 3: ['N', 'B'] }
const isOpen = ({ noteStatus, slipStatus }: { noteStatus: number; slipStatus: number }, document: Document) =>
  (document === 'N' ? noteStatus : slipStatus) === 1
interface Judged {
  accountId: number
  document: Document
  faults: string[]
}

export const nfse = ({ clock, documents }: Api & { documents: Documents }): Handlers<typeof rows> => {
  /** Its fields on the wire, but those that say what became of it. */
  const shown = (account: Account, centre: string | null, today: string) => {
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
      IMPEDIMENTO_NFSE: account.noteStatus === 1 ? faultsOf(account, today).join(' ') || null : null,
      IMPEDIMENTO_BOLETO: account.slipStatus === 1 ? slipFaultsOf(account).join(' ') || null : null,
    }
  }

  /** Accounts as a list shows them. */
  async function listed(db: Db, those: Account[]) {
    const ids = those.map(({ id }) => id)
    const today = wallDay(clock())
    const centres = new Map((await db.select().from(costCentres)).map(({ id, name }) => [id, name]))
    const sent = Map.groupBy(await newestMails(db, ids), ({ accountId }) => accountId)
    const refused = await refusals(db, ids)
    return those.map((account) => {
      const count = (...states: string[]) => (sent.get(account.id) ?? []).filter(({ state }) => states.includes(state)).length
      return {
        ...shown(account, centres.get(account.centreId) ?? null, today),
        emailState: { errorMails: count('failed', 'unsure'), pendentMails: count('pending', 'sending'), sendedMails: count('sent') },
        RECUSA_NFSE: (account.noteStatus === 1 && refused.get(`${account.id} N`)) || null,
        RECUSA_BOLETO: (account.slipStatus === 1 && refused.get(`${account.id} B`)) || null,
      }
    })
  }

  /** What keeps each of them from being issued. */
  async function judge(db: Db, ids: number[], which: readonly Document[]): Promise<Judged[]> {
    const those = await accountsWhere(db, inArray(accounts.id, ids))
    const notes = which.includes('N') ? await documents.faults({ accounts: those, at: clock() }) : []
    return those.flatMap((account, index) => {
      const wanted = which.filter((document) => isOpen(account, document))
      const found = wanted.map((document) => ({
        accountId: account.id,
        document,
        faults: (document === 'N' ? notes[index] : slipFaultsOf(account)) ?? [],
      }))
      // Both or none: a boleto says what of a note is withheld.
      const isWhole = found.every(({ faults }) => faults.length === 0)
      return found.filter(({ faults }) => isWhole || faults.length > 0)
    })
  }

  /** Those without a fault wait to be begun; of the others it is said why not. */
  async function queue(tx: Db, me: { id: number }, judged: Judged[], note: string | null) {
    const at = new Date(clock())
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
              set: { state: 'waiting', userId: me.id, attempts: 0, dps: null },
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
        .filter(({ accountId, document, description }) => known.get(`${accountId} ${document}`) !== description),
      ...queued.map((one) => ({
        ...one,
        at,
        kind: 'queued' as const,
        description: `${one.document === 'N' ? 'Colocada' : 'Colocado'} na fila por ${name}`,
        detail: note,
      })),
    ]
    if (events.length > 0) await tx.insert(accountEvents).values(events)
  }

  return {
    'GET /nfse/centrocustos': ({ db, query: { mesAno } }) =>
      db
        .selectDistinct({ TIPO_CONTA: costCentres.name })
        .from(accounts)
        .innerJoin(costCentres, eq(costCentres.id, accounts.centreId))
        .where(eq(accounts.month, firstOf(mesAno)))
        .orderBy(costCentres.name),

    'GET /nfse': async ({ db, query: { mesAno, tipoRegistro, tipoEmissao, status } }) => {
      const ofCentre = inArray(accounts.centreId, db.select({ id: costCentres.id }).from(costCentres).where(eq(costCentres.name, tipoRegistro)))
      const which = and(eq(accounts.month, firstOf(mesAno)), ofCentre, isAt(tipoEmissao, status))
      if ((await db.$count(accounts, which)) > LISTED) throw refusal(400, messages.tooMuch)
      const list = await listed(db, await accountsWhere(db, which))
      if (bytesOf(list) > ROOM) throw refusal(400, messages.tooMuch)
      return list
    },

    'GET /nfse/{id}': async ({ db, path: { id } }) => {
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
      const [note] = await db
        .select({ key: emissions.accessKey })
        .from(emissions)
        .where(and(eq(emissions.accountId, id), eq(emissions.document, 'N'), eq(emissions.state, 'issued')))
      const at = (when: Date) => wallTime(when.getTime())
      const eventsOf = (document: 'N' | 'B') =>
        events
          .filter((event) => event.document === document)
          .map(({ description, detail, at: when }) => ({ descricaoEvento: description, retornoEvento: detail, quando: at(when) }))
      return {
        ...one,
        EVENTOS: events.map(({ description, at: when }) => ({ data: dayBr(at(when)), hora: hourBr(at(when)), status: description })),
        eventosNotas: eventsOf('N'),
        eventosBoletos: eventsOf('B'),
        emailsList: account.emails,
        emailsEvents: sent.map(({ mail: { state, log, address, at: when }, by }) => ({
          status: mailStates[state],
          log: [by && `Pedido por ${by}.`, log].filter(Boolean).join(' ') || null,
          destinatario: address,
          quando: at(when),
        })),
        // nNFSe stands in the key at its place.
        NUMERO_NFSE: note?.key ? String(Number(note.key.slice(23, 36))) : null,
        AVISOS: account.noteStatus === 3 ? [] : warningsOf(account, account.month),
      }
    },

    'PUT /nfse': {
      before: async ({ db, me, body: { contas, idStatus, observacao, tipoEmissao } }) => {
        const ids = [...new Set(contas)]
        const judged = idStatus === 1 ? await judge(db, ids, documentsOf[tipoEmissao]) : []
        return async (tx) => {
          // Whoever deletes one of them meanwhile waits, or comes first.
          const { id, noteStatus, slipStatus } = accounts
          const locked = await tx.select({ id, noteStatus, slipStatus }).from(accounts).where(inArray(id, ids)).for('update')
          if (locked.length < ids.length) throw refusal(404, common.notFound)
          if (idStatus === 1)
            await queue(
              tx,
              me,
              judged.filter(({ document, accountId }) => locked.some((one) => one.id === accountId && isOpen(one, document))),
              observacao || null,
            )
          else await begin(tx, ids)
          return {}
        }
      },
    },

    'POST /nfse': async ({ db, body: { contasForSend } }) => {
      const ids = [...new Set(contasForSend)]
      if ((await db.$count(accounts, inArray(accounts.id, ids))) < ids.length) throw refusal(404, common.notFound)
      await begin(db, ids)
      if ((await db.$count(emissions, and(inArray(emissions.accountId, ids), ne(emissions.state, 'refused')))) === 0)
        throw refusal(409, messages.notSent)
      return {}
    },

    'DELETE /nfse': async ({ db, body: { ids: given } }) => {
      const ids = [...new Set(given)]
      const locked = await db.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, ids)).for('update')
      if (locked.length < ids.length) throw refusal(404, common.notFound)
      // What has a number keeps it, refused or not: between two numbers none may be missing.
      await db.delete(emissions).where(and(inArray(emissions.accountId, ids), eq(emissions.state, 'refused'), sql`${emissions.number} is null`))
      const isOpen = and(
        eq(accounts.noteStatus, 1),
        eq(accounts.slipStatus, 1),
        notExists(db.select({ id: emissions.id }).from(emissions).where(eq(emissions.accountId, accounts.id))),
      )
      const gone = await db
        .delete(accounts)
        .where(and(inArray(accounts.id, ids), isOpen))
        .returning({ id: accounts.id })
      if (gone.length < ids.length) throw refusal(409, messages.onlyOpen)
      return {}
    },

    'POST /nfse/send-mail': async ({ db, me, body: { id } }) => {
      const { account, centre } = found(await withCentre(db, [id]))
      if (account.noteStatus !== 3 || !MAILED.includes(centre)) throw refusal(409, messages.noMail)
      if (account.emails.length === 0) throw refusal(409, messages.noAddress)
      await queueMails(db, { me, now: clock() }, [account], 'D')
      return {}
    },

    'POST /nfse/send-mail-recibo': async ({ db, me, body: { ids: given } }) => {
      const ids = [...new Set(given)]
      const those = await withCentre(db, ids)
      if (those.length < ids.length) throw refusal(404, common.notFound)
      if (those.some(({ account, centre }) => account.slipStatus !== 2 || centre !== RECEIPTED)) throw refusal(409, messages.noReceipt)
      await queueMails(
        db,
        { me, now: clock() },
        those.map(({ account }) => account),
        'R',
      )
      return {}
    },

    'GET /nfse-download-file': async ({ db, query: { id, tipo } }) => {
      const account = found(await accountsWhere(db, eq(accounts.id, id)))
      const document = tipo === '1' ? 'N' : 'B'
      const [emission] = await db
        .select()
        .from(emissions)
        .where(and(eq(emissions.accountId, id), eq(emissions.document, document), eq(emissions.state, 'issued')))
      if (!emission) throw refusal(409, messages.notIssued)
      return emission.nfse === null ? documents.slip({ account, emission }) : documents.danfse(emission.nfse)
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
        .map(({ month, state, noData, problems }) => ({
          mesAno: monthBr(month),
          LOADING: state,
          NO_DATA: noData ? 1 : 0,
          ERROS: problems,
        })),
  }
}

/** Accounts of a list. */
const LISTED = 10_000
/** Events, and messages, that are shown of an account. */
const NEWEST = 200
/** Months that are shown, of those that were asked for last. */
const LOADS = 120

/** Seconds. */
const SOON = 60

/** What was sent of them is due now; what is tried again, soon: however often it is asked for, the authority is not. */
const begin = (db: Db, ids: number[]) =>
  db
    .update(emissions)
    .set({
      state: 'queued',
      dueAt: sql`case ${emissions.state} when 'waiting' then now() else least(${emissions.dueAt}, now() + make_interval(secs => ${SOON})) end`,
    })
    .where(and(inArray(emissions.accountId, ids), or(eq(emissions.state, 'waiting'), eq(emissions.state, 'queued'))))

async function withCentre(db: Db, ids: number[]) {
  const found = await db
    .select({ account: accounts, centre: costCentres.name })
    .from(accounts)
    .innerJoin(costCentres, eq(costCentres.id, accounts.centreId))
    .where(inArray(accounts.id, ids))
    .for('update', { of: accounts })
  return found
}

/** ms: who asks twice within them pressed twice. */
const TWICE = 10_000

/** A message to each address, but where one of the same kind still waits, or went just now. */
async function queueMails(db: Db, { me, now }: { me: { id: number }; now: number }, those: (typeof accounts.$inferSelect)[], kind: 'D' | 'R') {
  const justNow = new Date(now - TWICE)
  const ids = those.map(({ id }) => id)
  const waiting = await db
    .select({ accountId: mails.accountId, address: mails.address })
    .from(mails)
    .where(
      and(
        inArray(mails.accountId, ids),
        eq(mails.kind, kind),
        or(inArray(mails.state, ['pending', 'sending']), and(eq(mails.state, 'sent'), gt(mails.at, justNow))),
      ),
    )
  const waits = new Set(waiting.map(({ accountId, address }) => `${accountId} ${address}`))
  const fresh = those
    .flatMap(({ id, emails }) => messagesTo(id, kind, emails))
    .filter(({ accountId, address }) => !waits.has(`${accountId} ${address}`))
  const rows = fresh.map(({ accountId, kind, address, messageId, state = 'pending', log = null }) => ({
    account_id: accountId,
    kind,
    address,
    message_id: messageId,
    state,
    log,
    user_id: me.id,
  }))
  if (fresh.length > 0) await insertRows(db, 'mails', rows)
}

/** Of each address and kind the newest message. */
const newestMails = (db: Db, ids: number[]) =>
  ids.length === 0
    ? []
    : db
        .selectDistinctOn([mails.accountId, mails.kind, mails.address], { accountId: mails.accountId, state: mails.state })
        .from(mails)
        .where(inArray(mails.accountId, ids))
        .orderBy(mails.accountId, mails.kind, mails.address, desc(mails.id))

/** Why a document was refused, by account and document, where nothing came after it. */
async function refusals(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<string, string>()
  const newest = await db
    .selectDistinctOn([accountEvents.accountId, accountEvents.document])
    .from(accountEvents)
    .where(inArray(accountEvents.accountId, ids))
    .orderBy(accountEvents.accountId, accountEvents.document, desc(accountEvents.id))
  return new Map(newest.filter(({ kind }) => kind === 'refused').map((event) => [`${event.accountId} ${event.document}`, event.description]))
}
