// Mails issued documents to the debtor, one message per address. In the demo, which has no mail server, the messages are kept and none is sent.
import { setTimeout } from 'node:timers/promises'
import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { dayBr } from '../../../shared/clock.ts'
import { moneyBr } from '../../../shared/money.ts'
import { centsIn } from '../banks/codes.ts'
import { accounts, emissions, mails } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Api } from '../handlers.ts'
import { accountsWhere, type Account } from './account.ts'
import { netOf } from './amounts.ts'
import { isCurrent } from './current.ts'
import type { Documents } from './documents.ts'
import type { Step } from './jobs.ts'
import { dropSettled, maySend } from './mails.ts'
import { dueOf, isRegistered } from './registration.ts'
import { cleaned } from './text.ts'

/**
 * Lease of a message in seconds. If it expires while the message is being sent, the worker was killed. The message then becomes 'unsure', because it
 * may have been sent.
 */
const LEASE = 120
/** Time in ms within which the mail server must accept one message. */
const DEADLINE = 100_000
/** Pauses in seconds before each retry. */
const PAUSES = [30, 120, 600, 3600, 6 * 3600]
/** Timeouts of a connection to the mail server, in ms. */
const PATIENCE = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Mail = typeof mails.$inferSelect

interface Letter {
  mail: Mail
  account: Account
  /** The documents to attach. A receipt or a request to pay is sent together with its boleto. */
  issued: (typeof emissions.$inferSelect)[]
}

const namesOf = { N: 'NFS-e', B: 'Boleto' }
const subjectOf = ({ mail, account, issued }: Letter) =>
  [
    mail.kind === 'R' ? 'Recibo' : mail.kind === 'C' ? 'Cobrança' : issued.map(({ document }) => namesOf[document]).join(' e '),
    account.issuer.tradeName || account.issuer.name,
    `conta ${account.reference}/${account.instalment}`,
  ].join(' · ')

function wordsOf({ mail, account, issued }: Letter) {
  const slip = issued.find(({ document }) => document === 'B')
  // A second copy has an amount and a due date of its own.
  const cents = slip?.barcode && slip.dueOn !== null ? centsIn(slip.barcode) : netOf(account)
  const [amount, dueOn] = [`R$ ${moneyBr(cents)}`, dayBr(slip ? dueOf({ account, emission: slip }) : account.dueOn)]
  const left = `R$ ${moneyBr(netOf(account) - account.receivedCents)}`
  return [
    `${account.name},`,
    '',
    mail.kind === 'R'
      ? `Recibo de locação de ${amount}, com vencimento em ${dueOn}, válido com a quitação do boleto anexo, referente a:`
      : mail.kind === 'C'
        ? `Consta em aberto ${left}, com vencimento em ${dayBr(account.dueOn)}, referente a:`
        : `Seguem os documentos de ${amount}, com vencimento em ${dueOn}, referentes a:`,
    account.description,
    '',
    ...(mail.kind === 'C'
      ? [`Segue o boleto de ${amount}, com vencimento em ${dueOn}. Se o pagamento já foi feito, desconsidere esta mensagem.`, '']
      : []),
    account.issuer.name,
  ].join('\n')
}

async function filesOf(db: Db, { account, issued }: Letter, documents: Documents) {
  const files = issued.map(async (emission) =>
    emission.nfse === null
      ? [
          {
            filename: `Boleto-${emission.number}.pdf`,
            content: Buffer.from(await documents.slip({ account, emission, isRegistered: await isRegistered(db, emission.id) })),
          },
        ]
      : [
          {
            filename: `NFSe-${emission.accessKey}.pdf`,
            content: Buffer.from(await documents.danfse({ nfse: emission.nfse, voidedAs: emission.voidedAs })),
          },
          { filename: `NFSe-${emission.accessKey}.xml`, content: Buffer.from(emission.nfse) },
        ],
  )
  return (await Promise.all(files)).flat()
}

/** An error of nodemailer. `command` is the SMTP command that failed. */
interface Failure {
  code?: string
  command?: string
  /** The reply of the server, missing if there was none. */
  response?: string
  responseCode?: number
  message: string
}

/** The URL of a mail server. With 'outbox', as in the demo, messages stay in the table. If undefined, nothing can be sent. */
export type Postage = string | undefined

/**
 * `isOut` is called when a message was transmitted in full: from then on the server may have accepted it. nodemailer reports this moment only to its
 * log.
 */
export function transportOf(url: string, isOut: () => void) {
  const ignore = () => undefined
  const info = ({ tnx }: { tnx?: string }) => void (tnx === 'message' && isOut())
  const logger = { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore }
  return createTransport({ url, disableFileAccess: true, disableUrlAccess: true, logger, ...PATIENCE })
}

interface Mailer extends Api {
  documents: Documents
  mail: Postage
  /** Environment of the authority. In homologação, each mail begins by saying that its documents have no value. */
  environment: 1 | 2
  /** Called with each unexpected error. */
  failed: (error: Error) => void
  log: (line: { reason: string }, event: string) => void
}

/**
 * Sends the message that has waited longest. Mails with newly issued documents come before mails that a person requested, and documents come before
 * receipts.
 */
export function mailer({ db, clock, documents, mail: by, environment, failed, log }: Mailer): Step {
  const worth = environment === 1 ? [] : ['Homologação, sem valor']
  /** Updates a message, unless somebody else has changed it since it was read. */
  const change = async (mail: Mail, set: Partial<Mail>, dueIn = 0) => {
    const due = { dueAt: sql`now() + make_interval(secs => ${dueIn})`, leasedUntil: sql`now() + make_interval(secs => ${LEASE})` }
    const [changed] = await db
      .update(mails)
      .set({ ...set, ...due, at: new Date(clock()) })
      .where(and(eq(mails.id, mail.id), eq(mails.state, mail.state), eq(mails.attempts, mail.attempts)))
      .returning()
    return changed
  }
  const later = (mail: Mail, reason: string) => {
    const pause = PAUSES[mail.attempts - 1]
    return pause === undefined
      ? change(mail, { state: 'failed', log: reason })
      : change(mail, { state: 'pending', log: `${reason} Nova tentativa em ${pause} s.` }, pause)
  }

  return async () => {
    await db
      .update(mails)
      .set({ state: 'unsure', log: 'Pode ter sido enviado: o envio parou antes da resposta.' })
      .where(and(eq(mails.state, 'sending'), lte(mails.leasedUntil, sql`now()`)))
    await dropSettled(db)
    const [mail] = await db
      .select()
      .from(mails)
      .where(and(eq(mails.state, 'pending'), lte(mails.dueAt, sql`now()`), maySend))
      .orderBy(sql`${mails.userId} is not null`, mails.kind, mails.dueAt, mails.id)
      .limit(1)
    const [account] = mail ? await accountsWhere(db, eq(accounts.id, mail.accountId)) : []
    if (!mail || !account) return false
    const attempts = mail.attempts + 1
    const { email, name } = account.issuer
    if (![mail.address, email].every((address) => z.email().safeParse(address).success)) {
      await change(mail, { state: 'failed', attempts, log: email ? 'Endereço inválido.' : 'Emitente sem e-mail cadastrado.' })
      return true
    }
    const issued = await db
      .select()
      .from(emissions)
      .where(and(eq(emissions.accountId, account.id), isCurrent, mail.kind === 'D' ? undefined : eq(emissions.document, 'B')))
      .orderBy(desc(emissions.document))
    const letter = { mail, account, issued }
    const subject = subjectOf(letter)
    if (by === undefined || by === 'outbox') {
      await change(
        mail,
        by === 'outbox'
          ? { state: 'sent', attempts, log: `${subject}: na caixa de saída da demonstração, nada saiu pela rede.` }
          : { state: 'failed', attempts, log: 'O envio de e-mail não está configurado (SMTP_URL).' },
      )
      return true
    }
    const attachments = await filesOf(db, letter, documents).catch(failed)
    if (!attachments) {
      await change(mail, { state: 'failed', attempts, log: 'Os documentos não puderam ser montados.' })
      return true
    }
    // Store 'sending' first: from here until the server answers, nobody knows whether the message was sent.
    const sending = await change(mail, { state: 'sending', attempts })
    if (!sending) return true
    // Both variables are created per message, so a late event of this message cannot affect the next one.
    const inTime = new AbortController()
    let isOut = false
    const transport = transportOf(by, () => (isOut = true))
    try {
      const sent = transport.sendMail({
        from: { name, address: email },
        to: { name: account.name, address: mail.address },
        messageId: mail.messageId,
        // Keeps mail programs from sending automatic absence replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject: [...worth, subject].join(' · '),
        text: [...worth, wordsOf(letter)].join('\n\n'),
        attachments,
      })
      // The timeouts of nodemailer measure only silence. Without this deadline, a server that sends a word now and then would hold up all other
      // messages.
      const late = setTimeout(DEADLINE, undefined, { ref: false, signal: inTime.signal }).then(() => {
        isOut = true
        throw new Error('o servidor não terminou a tempo')
      })
      const { response } = await Promise.race([sent, late])
      await change(sending, { state: 'sent', log: cleaned(response) })
    } catch (error) {
      const { code = 'ETIMEDOUT', command = '', response = '', responseCode, message } = error as Failure
      if (responseCode === undefined) {
        log({ reason: `${code}: ${message}` }, 'the mail server does not answer')
        if (isOut) await change(sending, { state: 'unsure', log: `Pode ter sido enviado: o servidor de e-mail não confirmou (${code}).` })
        else await later(sending, `O servidor de e-mail não respondeu (${code}).`)
      } else if (/^(RCPT|DATA)/.test(command)) {
        const said = `O servidor de e-mail respondeu “${cleaned(response)}”.`
        if (responseCode < 500) await later(sending, said)
        else await change(sending, { state: 'failed', log: said })
      } else {
        // A refused greeting, sign-in or sender is a problem of the setup, not of this message, so the operator is told. The answer is not logged,
        // because it may repeat the password.
        log({ reason: `${command || 'greeting'}: ${responseCode}` }, 'the mail server rejects our connection, sign-in or sender')
        await later(sending, `O servidor de e-mail não nos aceita agora (${responseCode}).`)
      }
    } finally {
      inTime.abort()
    }
    return true
  }
}
