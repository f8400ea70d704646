import './filter-button.css'
import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useKeys } from '../useKeys.ts'

/** Opens a screen's filter. `count` is the number of active filters. */
export function FilterButton({ count, open, className }: { count: number; open: () => void; className?: string | undefined }) {
  useKeys({ F: open })
  return (
    <Button
      {...(className && { className })}
      variant="default"
      size="sm"
      leftSection={<SlidersHorizontal aria-hidden />}
      rightSection={count > 0 && <b>{count}</b>}
      title="Filtrar (F)"
      onClick={open}
    >
      <span className="bar-word">Filtrar</span>
    </Button>
  )
}
