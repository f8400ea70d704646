// The dialogs of the screen. The address names the open one, so that Back closes the dialog and leaves the list as it is.
import { useEffect, useState } from 'react'
import { messages, type Account } from '../../../shared/features/nfse.ts'
import { notify } from '../../ui/feedback/notify.ts'
import type { Asking } from '../../ui/Question.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { nothingOpen } from './filter.ts'
import { idOf } from './sending.ts'

/** Opens the question that precedes a deletion, a mail or a registration. */
export type Ask = (acao: 'excluir' | 'email' | 'registrar', question: Asking) => void

export function useDialogs() {
  const [params, put] = useAddress()
  const [sending, startSending] = useState<Account[] | null>(null)
  const [asking, askFor] = useState<Asking | null>(null)
  const action = params.get('acao')
  const id = Number(params.get('id'))
  const isAsked = action === 'excluir' || action === 'email' || action === 'registrar'
  const opening = (acao: 'enviar' | 'excluir' | 'email' | 'registrar' | 'carga' | 'remessas' | 'retorno' | 'condicoes') =>
    put({ ...nothingOpen, acao }, true)
  // Removes an open dialog from the address on entering, because the selection that the dialog needs is not in the address.
  useEffect(() => {
    if (action === 'enviar' || isAsked) put(nothingOpen)
    // oxlint-disable-next-line react/exhaustive-deps -- runs on entering
  }, [])
  const ask: Ask = (acao, question) => {
    opening(acao)
    askFor(question)
  }
  return {
    /** Id of the account whose details are open. */
    detailed: action === 'detalhes' && Number.isInteger(id) && id > 0 ? id : null,
    details: (row: Account) => put({ acao: 'detalhes', id: String(idOf(row)) }, true),
    hasLoads: action === 'carga',
    openLoads: () => opening('carga'),
    hasRemittances: action === 'remessas',
    openRemittances: () => opening('remessas'),
    hasTerms: action === 'condicoes',
    openTerms: () => opening('condicoes'),
    hasReturns: action === 'retorno',
    /** Id of the return whose messages are shown. */
    returned: action === 'retorno' && Number.isInteger(id) && id > 0 ? id : null,
    showReturn: (shown: number | null) => put({ ...nothingOpen, acao: 'retorno', id: shown === null ? null : String(shown) }, true),
    isSending: action === 'enviar',
    sending,
    startWith: (accounts: Account[]) => {
      if (accounts.length === 0) return notify.warn(messages.contas)
      startSending(accounts)
      opening('enviar')
    },
    asking: isAsked ? asking : null,
    ask,
    close: () => put(nothingOpen),
  }
}
