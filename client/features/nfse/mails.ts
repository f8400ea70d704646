// Mails to the customers. An e-mail cannot be taken back, so the person is asked before one is sent from the list.
import { messages, type Account } from '../../../shared/features/nfse.ts'
import { send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { numberBr } from '../../ui/number.ts'
import { isMailed } from './filter.ts'
import { ended, factsOf, idOf, idsOf, namesOf, roundsOf } from './sending.ts'
import type { Ask } from './useDialogs.ts'

/** Mails the documents to the customer's addresses, or to `emails`. */
export const sendMail = (account: Account, emails?: string[]) =>
  send('POST /nfse/send-mail', { body: { id: idOf(account), ...(emails && { emails }) } })

export const askToMailAgain = (row: Account, ask: Ask) =>
  ask('email', {
    title: 'Reenviar o e-mail desta conta?',
    name: factsOf(row),
    note: 'Vai para todos os endereços do tomador, com os documentos anexados.',
    act: 'Reenviar',
    run: () => sendMail(row),
    done: messages.mailSent,
  })

/** Asks before the documents of several accounts are mailed, and names those without an address. */
export function askToMail(chosen: Account[], ask: Ask, sent: () => void) {
  const good = chosen.filter((row) => isMailed(row) && row.QUANTIDADE_EMAILS !== 0 && !row.NFSE_CANCELADA)
  const [first] = good
  if (!first) return notify.warn(chosen.some(isMailed) ? messages.noAddress : messages.noMail)
  const bad = chosen.filter((row) => !good.includes(row))
  const [elsewhere, unaddressed] = [bad.filter((row) => !isMailed(row)), bad.filter(isMailed)]
  const isOne = good.length === 1
  ask('email', {
    title: isOne ? 'Enviar o e-mail desta conta?' : `Enviar os e-mails de ${numberBr(good.length)} contas?`,
    name: isOne ? factsOf(first) : namesOf(good),
    note: [
      `Vai para todos os endereços ${isOne ? 'do' : 'de cada'} tomador, com os documentos anexados.`,
      unaddressed.length > 0 && `Sem e-mail, ou com a NFS-e cancelada: ${ended(namesOf(unaddressed))}`,
      elsewhere.length > 0 && `O centro de custo não recebe e-mail: ${ended(namesOf(elsewhere))}`,
    ]
      .filter(Boolean)
      .join(' '),
    act: 'Enviar',
    run: async () => {
      // The call is limited to ten requests per minute, so each round is large.
      for (const ids of roundsOf(idsOf(good), 1000)) await send('POST /nfse/send-mails', { body: { ids } })
      sent()
      return {}
    },
    done: messages.mailSent,
  })
}

export function askToSendReceipts(chosen: Account[], ask: Ask, sent: () => void) {
  const good = chosen.filter((row) => !row.NFSE_CANCELADA)
  const [first] = good
  if (!first) return notify.warn(messages.noReceipt)
  const isOne = good.length === 1
  ask('email', {
    title: isOne ? 'Enviar o recibo desta conta?' : `Enviar os recibos de ${numberBr(good.length)} contas?`,
    name: isOne ? factsOf(first) : namesOf(good),
    note: `Vai por e-mail para todos os endereços ${isOne ? 'do' : 'de cada'} tomador.`,
    act: 'Enviar',
    run: async () => {
      // The call is limited to ten requests per minute, so each round is large.
      for (const ids of roundsOf(idsOf(good), 1000)) await send('POST /nfse/send-mail-recibo', { body: { ids } })
      sent()
      return {}
    },
    done: messages.mailSent,
  })
}
