// The actions on one account of the list.
import { Eye, FileDown, Mail, ScanBarcode, Trash2 } from 'lucide-react'
import type { Account } from '../../../shared/features/nfse.ts'
import type { Action } from '../../ui/grid/actions.ts'
import { hasNote, hasSlip } from './download.ts'
import { isMailed, mailsFrom, type Filter } from './filter.ts'
import { isOpen } from './removal.ts'

interface Runs {
  details: (row: Account) => unknown
  remove: (accounts: Account[]) => unknown
  /** Downloads a document. `tipo`: 1 is the NFS-e, 2 the boleto. */
  file: (row: Account, tipo: '1' | '2') => unknown
  mailAgain: (row: Account) => unknown
}

export function rowActions(filter: Filter, { details, remove, file, mailAgain }: Runs): Action<Account>[] {
  const { kind, state } = filter
  const isIssued = state.value === 'emitidas'
  const actions: (Action<Account> | false)[] = [
    { label: 'Detalhes', icon: Eye, run: details },
    state.value === 'aberto' && { label: 'Excluir', icon: Trash2, off: (row) => !isOpen(row), run: (row) => remove([row]) },
    isIssued && kind.value !== 'boletos' && { label: 'Baixar NFS-e', icon: FileDown, off: (row) => !hasNote(row), run: (row) => file(row, '1') },
    isIssued &&
      kind.value !== 'nfse' && {
        label: 'Baixar boleto',
        icon: ScanBarcode,
        off: (row) => !hasSlip(row) || Boolean(row.NFSE_CANCELADA),
        run: (row) => file(row, '2'),
      },
    mailsFrom(filter) && {
      label: 'Reenviar e-mail',
      icon: Mail,
      off: (row) => row.QUANTIDADE_EMAILS === 0 || !isMailed(row) || Boolean(row.NFSE_CANCELADA),
      run: mailAgain,
    },
  ]
  return actions.filter((action) => action !== false)
}
