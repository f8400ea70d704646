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

/** Sum of column `of` over the rows whose columns have the given words, by column id. */
export interface Sum {
  label: string
  of: string
  where: Record<string, string>
  /** A second sum that is subtracted: the same column over the rows with these words. */
  less?: Record<string, string>
}

export interface Sheet<T> {
  columns: Column<T>[]
  rows: T[]
  /** Filters of the rows, in words. */
  filters: string[]
  /** Groups with subtotals; the rows are sorted by group. */
  groups?: Groups<T> | undefined
  /** Outline level of a row, by which the spreadsheet folds it; 0 for none. */
  levelOf?: (row: T) => number
  /** The cells that a cell adds up, each by its row and column id; absent for a cell that is not a sum. */
  partsOf?: (row: T, column: string) => [row: T, column: string][] | undefined
  /** For more columns than a page is wide: the first column stays in view, and printing fits the sheet to the paper's width. */
  wide?: true
  /** Rows of sums below the data, one each. Without it, one row sums the columns that have a `sum`. */
  sums?: Sum[]
}

interface Props<T> {
  /** True when there is nothing to export. */
  off: boolean
  sheet: () => Sheet<T> | Promise<Sheet<T>>
  /** Name of the spreadsheet; defaults to the page's title. */
  title?: string
  /** True in a floating toolbar, which has room for the icon on a phone. */
  floats?: true
}

/** Button that exports a spreadsheet. */
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
