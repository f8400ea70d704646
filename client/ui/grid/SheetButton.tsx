import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../shared/messages.ts'
import { notify } from '../feedback/notify.ts'
import { usePage } from '../Screen.tsx'
import { later } from '../later.tsx'
import { useKeys } from '../useKeys.ts'
import { usePhone } from '../usePhone.ts'
import type { Groups } from './lines.ts'
import type { Column } from './useGrid.ts'

const SheetMenu = later(() => import('./SheetMenu.tsx'))

/** The sum of a column over the rows that have these words, by the ids of columns. */
export interface Sum {
  label: string
  of: string
  where: Record<string, string>
  /** What is taken from it: the same of other rows. */
  less?: Record<string, string>
}

export interface Sheet<T> {
  columns: Column<T>[]
  rows: T[]
  /** What narrowed them, in words. */
  filters: string[]
  /** What the rows, in the order of their groups, are summed up by. */
  groups?: Groups<T> | undefined
  /** How deep each row lies below one before it, by which a spreadsheet folds them; 0: not at all. */
  levelOf?: (row: T) => number
  /** The cells that one is the sum of, each by its row and its column's id; absent: it is of none. */
  partsOf?: (row: T, column: string) => [row: T, column: string][] | undefined
  /** It has more columns than a page is wide: the first one stays in sight, and it is printed as wide as the paper. */
  wide?: true
  /** What stands below, a row each; absent: the sums of the columns that have one, in one row. */
  sums?: Sum[]
}

interface Props<T> {
  /** True: there is nothing to save. */
  off: boolean
  sheet: () => Sheet<T> | Promise<Sheet<T>>
  /** Absent: the spreadsheet is named as the page. */
  title?: string
  /** True: it stands in a floating bar, which has room for its icon on a phone. */
  floats?: true
}

/** Saves a spreadsheet. */
export function SheetButton<T>({ off, sheet, title: own, floats }: Props<T>) {
  const page = usePage()
  const title = own ?? page.title
  const [busy, setBusy] = useState(false)
  useKeys({ E: () => !off && save() })
  const save = async () => {
    setBusy(true)
    try {
      const { exportSheet } = await import('./exportSheet.ts')
      await exportSheet(title, await sheet())
    } catch {
      notify.error(messages.database)
    } finally {
      setBusy(false)
    }
  }
  const phone = usePhone()
  if (phone && !floats) return <SheetMenu off={off || busy} save={() => void save()} />
  return (
    <Button
      {...(!floats && { className: 'grid-export' })}
      variant="default"
      size="sm"
      leftSection={<Download aria-hidden />}
      loading={busy}
      disabled={off}
      title="Exportar (E)"
      onClick={save}
    >
      <span className="bar-word">Exportar</span>
    </Button>
  )
}
