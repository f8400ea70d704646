// The bar of the selected accounts, with what can be done with them.
import { Button } from '@mantine/core'
import { Landmark, Mail, Send, Trash2 } from 'lucide-react'
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
  /** Absent if no receipts can be sent from this list, or no boletos registered. */
  sendReceipts: (() => unknown) | undefined
  register: (() => unknown) | undefined
}

export function Selected({ selection, isOpenList, remove, startWith, sendReceipts, register }: Props) {
  const { chosen } = selection
  return (
    <SelectionBar selection={selection} sum={reaisBr(sumReais(chosen, (row) => row.VALOR_CONTA))}>
      {isOpenList ? (
        <>
          <Button variant="subtle" color="gray" size="sm" title="Excluir (Del)" leftSection={<Trash2 aria-hidden />} onClick={() => remove(chosen)}>
            Excluir
          </Button>
          <Button size="sm" title="Enviar (S, Ctrl+Enter)" leftSection={<Send aria-hidden />} onClick={() => startWith(chosen)}>
            Enviar
          </Button>
        </>
      ) : (
        <>
          {sendReceipts && (
            <Button
              {...(register && { variant: 'subtle', color: 'gray' })}
              size="sm"
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
