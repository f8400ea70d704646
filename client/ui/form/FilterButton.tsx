import './filter-button.css'
import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'

/** Opens a screen's filter. `count`: by how many things it is filtered. */
export const FilterButton = ({ count, open, className }: { count: number; open: () => void; className?: string }) => (
  <Button
    {...(className && { className })}
    variant="default"
    size="sm"
    leftSection={<SlidersHorizontal aria-hidden />}
    rightSection={count > 0 && <b>{count}</b>}
    onClick={open}
  >
    <span className="filter-word">Filtrar</span>
  </Button>
)
