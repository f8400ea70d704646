// Sends accounts to be issued, round by round.
import { messages, overdue, type Account } from '../../../shared/features/nfse.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { numberBr } from '../../ui/number.ts'
import { nameOf } from './columns.tsx'

/** Accounts of a round: so many are judged and written in a moment, which keeps nobody waiting, and how far it is can be told after each. */
const ROUND = 25
export const roundsOf = <T>(all: T[], most = ROUND) =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, nth) => all.slice(nth * most, (nth + 1) * most))

export const accountsBr = (count: number) => (count === 1 ? '1 conta' : `${numberBr(count)} contas`)

/** The first of them, and how many more. A taker may have many. */
export const namesOf = (accounts: Account[]) => {
  const names = accounts
    .slice(0, 3)
    .map((account) => `${nameOf(account)} (conta ${account.ID_REF_CONTA})`)
    .join(', ')
  return accounts.length > 3 ? `${names} e mais ${numberBr(accounts.length - 3)}` : names
}
/** What ends a sentence: 'Ltda.' has its full stop. */
export const ended = (text: string) => (text.endsWith('.') ? text : `${text}.`)

export const idOf = (account: Account) => account.ID_REF_PARCELA_CONTA
export const idsOf = (accounts: Account[]) => accounts.map(idOf)

export type Kind = 1 | 2 | 3

/** Whether a boleto of these documents is open and its due date has passed. */
export const isLate = ({ ID_STATUS_BOLETO, DATA_VENCTO }: Account, kind: Kind, today: string): boolean =>
  kind !== 1 && ID_STATUS_BOLETO === 1 && DATA_VENCTO !== null && DATA_VENCTO < today

/**
 * Which of them can be sent, and why the others cannot. `kind`: 1 the NFS-e, 2 the boleto, 3 both. `isRenewed`: overdue boletos get a new due date. Without
 * one the note of both goes alone.
 */
export function judged(accounts: Account[], kind: Kind, isRenewed: boolean) {
  const reasonOf = (account: Account) => {
    const note = kind !== 2 && account.ID_STATUS_NFSE === 1
    const slip = kind !== 1 && account.ID_STATUS_BOLETO === 1
    if (!note && !slip) return 'Nada deste tipo está em aberto.'
    const reasons = [note && account.IMPEDIMENTO_NFSE, slip && account.IMPEDIMENTO_BOLETO].flatMap((reason) => reason || [])
    const forgiven = (isRenewed || note) && overdue(account.DATA_VENCTO ?? '')
    // Both may lack the same.
    return [...new Set(reasons.flatMap((reason) => reason.split(/(?<=\.) /)))].filter((reason) => reason !== forgiven).join(' ')
  }
  const reasons = accounts.map((account) => ({ account, name: nameOf(account), reason: reasonOf(account) }))
  return {
    sendable: reasons.filter(({ reason }) => reason === '').map(({ account }) => account),
    left: reasons.filter(({ reason }) => reason !== ''),
  }
}

/** Which of them were taken, though no answer said so, and of how many that cannot be known. */
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
  /** No answer said so: they were looked up. */
  isUnheard: boolean
  /** Of so many more nobody can say. */
  unknown: number
}

/** Both calls may be made again. `told`: what became of each round. What fails throws. */
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
        // What is written is on its way by itself.
        const found = await takenOf(round)
        told({ ...found, isUnheard: true })
        if (found.through.length < round.length) throw error
        taken += round.length
        continue
      }
      // Each of them was refused, and says why in the list.
      refused = new Failure(409, messages.noneTaken)
    }
    told({ through: round, isUnheard: false, unknown: 0 })
  }
  if (refused && taken === 0) throw refused
}
