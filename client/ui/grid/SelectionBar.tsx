// Bar with actions on the selected rows.
import './selection.css'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberBr } from '../number.ts'
import { usePhone } from '../usePhone.ts'
import type { Selection } from './useSelection.ts'

/** `sum` is the total of the selected rows, in words. */
export function SelectionBar<T>({
  selection: { bar, chosen, hidden, state, clear, pickAll },
  sum,
  children,
}: {
  selection: Selection<T>
  sum: string
  children: ReactNode
}) {
  // On a phone the header is hidden, and with it the checkbox for all rows, so the bar has a button that selects all rows.
  const phone = usePhone()
  if (chosen.length === 0) return null
  return (
    <div className="selection-bar" ref={bar} role="group" aria-label="Selecionadas">
      <p role="status">
        <strong>{chosen.length === 1 ? '1 selecionada' : `${numberBr(chosen.length)} selecionadas`}</strong> · {sum}
        {hidden > 0 && <small>{hidden === 1 ? '1 fora da busca' : `${numberBr(hidden)} fora da busca`}</small>}
      </p>
      {phone && state !== 'all' && (
        <Button variant="transparent" size="sm" onClick={pickAll}>
          Todas
        </Button>
      )}
      <Button variant="transparent" size="sm" onClick={clear}>
        Limpar
      </Button>
      <div>{children}</div>
    </div>
  )
}
