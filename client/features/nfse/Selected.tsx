// The bar of the selected accounts, with what can be done with them.
import { Button } from '@mantine/core'
import { FileArchive, Landmark, Mail, Printer, Send, Trash2 } from 'lucide-react'
import type { Account } from '../../../shared/features/nfse.ts'
import { sumReais } from '../../../shared/money.ts'
import { SelectionBar } from '../../ui/grid/SelectionBar.tsx'
import type { Selection } from '../../ui/grid/useSelection.ts'
import { reaisBr } from '../../ui/number.ts'

interface Props {
  selection: Selection<Account>
  /** True if the accounts can be sent or deleted. */
  isOpenList: boolean
  remove: (accounts: Account[]) => unknown
  startWith: (accounts: Account[]) => unknown
  /** Each is absent if the list does not offer it: one file with the documents, their mails, receipts, and registration of boletos. */
  files: ((formato: 'zip' | 'pdf') => unknown) | undefined
  sendMails: (() => unknown) | undefined
  sendReceipts: (() => unknown) | undefined
  register: (() => unknown) | undefined
}

export function Selected({ selection, isOpenList, remove, startWith, files, sendMails, sendReceipts, register }: Props) {
  const { chosen } = selection
  const quiet = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  return (
    <SelectionBar selection={selection} sum={reaisBr(sumReais(chosen, (row) => row.VALOR_CONTA))}>
      {isOpenList ? (
        <>
          <Button {...quiet} title="Excluir (Del)" leftSection={<Trash2 aria-hidden />} onClick={() => remove(chosen)}>
            Excluir
          </Button>
          <Button size="sm" title="Enviar (S, Ctrl+Enter)" leftSection={<Send aria-hidden />} onClick={() => startWith(chosen)}>
            Enviar
          </Button>
        </>
      ) : (
        <>
          {files && (
            <>
              <Button {...quiet} leftSection={<FileArchive aria-hidden />} onClick={() => files('zip')}>
                Baixar ZIP
              </Button>
              <Button {...quiet} leftSection={<Printer aria-hidden />} onClick={() => files('pdf')}>
                Imprimir
              </Button>
            </>
          )}
          {sendMails && (
            <Button size="sm" title="Enviar e-mail (S, Ctrl+Enter)" leftSection={<Mail aria-hidden />} onClick={sendMails}>
              Enviar e-mail
            </Button>
          )}
          {sendReceipts && (
            <Button
              {...(register ? quiet : { size: 'sm' })}
              title="Enviar recibo (S, Ctrl+Enter)"
              leftSection={<Mail aria-hidden />}
              onClick={sendReceipts}
            >
              Enviar recibo
            </Button>
          )}
          {register && (
            <Button size="sm" title="Registrar no banco (R)" leftSection={<Landmark aria-hidden />} onClick={register}>
              Registrar no banco
            </Button>
          )}
        </>
      )}
    </SelectionBar>
  )
}
