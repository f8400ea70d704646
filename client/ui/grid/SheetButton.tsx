import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../shared/messages.ts'
import { notify } from '../feedback/notify.ts'
import { usePage } from '../Screen.tsx'
import { useKeys } from '../useKeys.ts'
import type { Column } from './useGrid.ts'

interface Sheet<T> {
  columns: Column<T>[]
  rows: T[]
  /** What narrowed them, in words. */
  filters: string[]
}

/** Saves a spreadsheet named as the page. `off`: there is nothing to save. */
export function SheetButton<T>({ off, sheet }: { off: boolean; sheet: () => Sheet<T> }) {
  const { title } = usePage()
  const [busy, setBusy] = useState(false)
  useKeys({ E: () => !off && save() })
  const save = async () => {
    setBusy(true)
    try {
      const { exportSheet } = await import('./exportSheet.ts')
      const { columns, rows, filters } = sheet()
      await exportSheet(title, columns, rows, filters)
    } catch {
      notify.error(messages.database)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className="grid-export"
      variant="default"
      size="sm"
      leftSection={<Download aria-hidden />}
      loading={busy}
      disabled={off}
      title="Exportar (E)"
      onClick={save}
    >
      Exportar
    </Button>
  )
}
