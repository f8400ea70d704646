// Keeps the states of the listed accounts current: by polling, and by the button "Atualizar status".
import { useEffect, useState } from 'react'
import { messages, type Account } from '../../../shared/features/nfse.ts'
import { send } from '../../api/request.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useFetching } from '../../ui/useFetching.ts'
import type { Filter } from './filter.ts'
import { idsOf, roundsOf } from './sending.ts'

/** Time in ms during which the list is polled after sending. Boletos need the polling, because they have no state between open and issued. */
const SETTLING = 20_000

export function useStatusRefresh({ kind, state }: Filter, rows: Account[] | undefined, refresh: () => Promise<unknown>) {
  /** Number of times that accounts were sent since the list was last settled. Each one restarts the timer. */
  const [settling, settle] = useState(0)
  useEffect(() => {
    const timer = settling > 0 && setTimeout(() => settle(0), SETTLING)
    return () => void (timer && clearTimeout(timer))
  }, [settling])

  // Polls while documents or mails are in progress, so that nobody has to reload.
  const isUnderWay = (state.value === 'enviado' && rows?.length !== 0) || rows?.some(({ emailState }) => emailState?.pendentMails)
  useAskAgain(rows !== undefined && (Boolean(isUnderWay) || settling > 0), refresh)

  const { loading, fetched } = useFetching()
  const updateStatus = async () => {
    if (!rows?.length) return notify.warn(messages.nothingToRefresh)
    const update = async () => {
      for (const contas of roundsOf(idsOf(rows)))
        await send('PUT /nfse', { body: { contas, idStatus: 2, observacao: 'Emissão.', tipoEmissao: kind.code } })
      return true
    }
    if (await fetched(update, messages.refreshFailed)) notify.success(messages.refreshed)
    await refresh()
  }
  return { loading, updateStatus, settle: () => settle((times) => times + 1) }
}
