import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../shared/messages.ts'
import { notify } from '../feedback/notify.ts'
import { usePage } from '../Screen.tsx'
import { lazyPart } from '../lazyPart.tsx'
import { useKeys } from '../useKeys.ts'
import { usePhone } from '../usePhone.ts'
import type { Sheet } from './exportSheet.ts'

const SheetMenu = lazyPart(() => import('./SheetMenu.tsx'))

interface Props<T> {
  /** True when there is nothing to export. */
  off: boolean
  sheet: () => Sheet<T> | Promise<Sheet<T>>
  /** Name of the spreadsheet; defaults to the page's title. */
  title?: string
  /** True in a floating toolbar, in which the button has room even on a phone. */
  floats?: true
}

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
