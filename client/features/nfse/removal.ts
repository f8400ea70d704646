// Deletion of accounts of which nothing was sent or issued.
import { messages, type Account } from '../../../shared/features/nfse.ts'
import { sumReais } from '../../../shared/money.ts'
import { send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { ended, factsOf, idsOf, namesOf, roundsOf } from './sending.ts'
import type { Ask } from './useDialogs.ts'

/** Whether neither of the two documents was sent or issued. */
export const isOpen = (row: Account) => row.ID_STATUS_NFSE === 1 && row.ID_STATUS_BOLETO === 1

export function askToRemove(accounts: Account[], ask: Ask, refresh: () => Promise<unknown>) {
  if (accounts.length === 0) return notify.warn(messages.contas)
  const open = accounts.filter(isOpen)
  const [first] = open
  if (!first) return notify.warn(messages.onlyOpen)
  const isOne = open.length === 1
  const names = isOne ? factsOf(first) : namesOf(open)
  const stay = accounts.length - open.length
  ask('excluir', {
    title: isOne ? 'Excluir esta conta?' : `Excluir ${numberBr(open.length)} contas?`,
    name: stay === 0 ? names : `${ended(names)} ${stay === 1 ? '1 já foi emitida e fica' : `${numberBr(stay)} já foram emitidas e ficam`}.`,
    note: `${isOne ? 'Não volta' : `Somam ${reaisBr(sumReais(open, (row) => row.VALOR_CONTA))} e não voltam`} pela carga de dados.`,
    run: async () => {
      try {
        for (const ids of roundsOf(idsOf(open))) await send('DELETE /nfse', { body: { ids } })
        return {}
      } catch (error) {
        // Somebody else may have changed or deleted some of the accounts, so the list is reloaded.
        await refresh()
        throw error
      }
    },
    done: isOne ? messages.removedOne : messages.removed,
  })
}
