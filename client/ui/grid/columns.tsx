// Columns shared by most registers.
import { flagWord, Status, statusWord } from './Status.tsx'
import type { Column } from './useGrid.ts'

export const codeColumn = <T,>(value: (row: T) => number): Column<T> => ({
  id: 'codigo',
  label: 'Código',
  value,
  figures: true,
  width: 97,
  narrow: 90,
})

export const statusColumn = <T,>(of: (row: T) => 'A' | 'I'): Column<T> => ({
  id: 'status',
  label: 'Status',
  value: (row) => statusWord[of(row)],
  cell: (row) => <Status of={of(row)} />,
  width: 108,
  word: true,
})

/** Column of a yes/no value. Cards have no headers, so on a card a yes shows the label, and a no shows nothing. */
export const flagColumn = <T,>(id: string, label: string, of: (row: T) => 'S' | 'N', width = 112): Column<T> => ({
  id,
  label,
  value: (row) => flagWord[of(row)],
  cell: (row) => (
    <span className="grid-flag" data-flag={of(row)} data-label={label}>
      <span>{flagWord[of(row)]}</span>
    </span>
  ),
  width,
  word: true,
})
