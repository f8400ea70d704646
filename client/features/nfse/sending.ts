// Sends accounts to be issued, in rounds.
import { dayBr } from '../../../shared/clock.ts'
import { messages, overdue, type Account } from '../../../shared/features/nfse.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { nameOf } from './columns.tsx'

/** Accounts per round: few enough to be processed in a moment, so that nobody waits and the progress can be shown. */
const ROUND = 25
export const roundsOf = <T>(all: T[], most = ROUND) =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, nth) => all.slice(nth * most, (nth + 1) * most))

export const accountsBr = (count: number) => (count === 1 ? '1 conta' : `${numberBr(count)} contas`)

/** The first three names and the number of the others. The account number distinguishes accounts of the same customer. */
export const namesOf = (accounts: Account[]) => {
  const names = accounts
    .slice(0, 3)
    .map((account) => `${nameOf(account)} (conta ${account.ID_REF_CONTA})`)
    .join(', ')
  return accounts.length > 3 ? `${names} e mais ${numberBr(accounts.length - 3)}` : names
}
/** Facts that identify an account, because a customer may have several accounts. */
export const factsOf = (row: Account) =>
  [
    nameOf(row),
    row.VALOR_CONTA !== null && reaisBr(row.VALOR_CONTA),
    row.DATA_VENCTO && `vence ${dayBr(row.DATA_VENCTO)}`,
    `conta ${row.ID_REF_CONTA}`,
  ]
    .filter(Boolean)
    .join(' · ')
/** Adds a full stop unless the text has one, as in 'Ltda.'. */
export const ended = (text: string) => (text.endsWith('.') ? text : `${text}.`)

export const idOf = (account: Account) => account.ID_REF_PARCELA_CONTA
export const idsOf = (accounts: Account[]) => accounts.map(idOf)

export type Kind = 1 | 2 | 3

/** Whether the account's boleto is open and overdue, for a kind that includes boletos. */
export const isLate = ({ ID_STATUS_BOLETO, DATA_VENCTO }: Account, kind: Kind, today: string): boolean =>
  kind !== 1 && ID_STATUS_BOLETO === 1 && DATA_VENCTO !== null && DATA_VENCTO < today

/**
 * Splits accounts into those that can be sent and those that cannot, with the reasons. `kind`: 1 NFS-e, 2 boleto, 3 both. `isRenewed`: overdue
 * boletos get a new due date. If they do not, kind 3 sends only the NFS-e of an overdue account.
 */
export function judged(accounts: Account[], kind: Kind, isRenewed: boolean) {
  const reasonOf = (account: Account) => {
    const note = kind !== 2 && account.ID_STATUS_NFSE === 1
    const slip = kind !== 1 && account.ID_STATUS_BOLETO === 1
    if (!note && !slip) return 'Nada deste tipo está em aberto.'
    const reasons = [note && account.IMPEDIMENTO_NFSE, slip && account.IMPEDIMENTO_BOLETO].flatMap((reason) => reason || [])
    const forgiven = (isRenewed || note) && overdue(account.DATA_VENCTO ?? '')
    // Both documents may lack the same data, so duplicate reasons are removed.
    return [...new Set(reasons.flatMap((reason) => reason.split(/(?<=\.) /)))].filter((reason) => reason !== forgiven).join(' ')
  }
  const reasons = accounts.map((account) => ({ account, name: nameOf(account), reason: reasonOf(account) }))
  return {
    sendable: reasons.filter(({ reason }) => reason === '').map(({ account }) => account),
    left: reasons.filter(({ reason }) => reason !== ''),
  }
}

/** After a lost response, finds out which accounts were sent, and how many outcomes remain unknown. */
async function takenOf(accounts: Account[]) {
  const isTaken = async (account: Account) => {
    const now = await read('GET /nfse/{id}', { path: { id: idOf(account) } })
    return now.ID_STATUS_NFSE !== account.ID_STATUS_NFSE || now.ID_STATUS_BOLETO !== account.ID_STATUS_BOLETO
  }
  const taken = await Promise.all(accounts.map((account) => isTaken(account).catch(() => undefined)))
  return { through: accounts.filter((_, nth) => taken[nth]), unknown: taken.filter((one) => one === undefined).length }
}

export interface Told {
  through: Account[]
  /** True when no response came and the accounts were looked up. */
  isUnheard: boolean
  /** Number of accounts whose outcome is unknown. */
  unknown: number
}

/**
 * Sends all accounts in rounds, and calls `told` after each one. Both calls can be repeated safely. Throws when a round fails or every account was
 * refused.
 */
export async function sendAll(
  accounts: Account[],
  how: { observacao: string; tipoEmissao: Kind; novoVencimento?: string },
  told: (round: Told) => void,
) {
  let refused: Failure | undefined
  let taken = 0
  for (const round of roundsOf(accounts)) {
    const contas = idsOf(round)
    let isWritten = false
    try {
      await send('PUT /nfse', { body: { contas, idStatus: 1, ...how } })
      isWritten = true
      await send('POST /nfse', { body: { contasForSend: contas } })
      taken += round.length
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.message !== messages.notSent) {
        if (!isWritten && !error.mayBeDone) throw error
        // Once the first call is stored, the server sends the accounts by itself. So the accounts' state tells which ones were sent.
        const found = await takenOf(round)
        told({ ...found, isUnheard: true })
        if (found.through.length < round.length) throw error
        taken += round.length
        continue
      }
      // Every account of the round was refused; the list shows the reasons.
      refused = new Failure(409, messages.noneTaken)
    }
    told({ through: round, isUnheard: false, unknown: 0 })
  }
  if (refused && taken === 0) throw refused
}
