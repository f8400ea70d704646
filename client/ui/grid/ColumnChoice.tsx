// Which columns a grid shows.
import { Button, Checkbox, Popover } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import type { Grid } from './useGrid.ts'

export default function ColumnChoice({ grid }: { grid: Pick<Grid<never>, 'columns' | 'visible' | 'toggle'> }) {
  return (
    <Popover position="bottom-end" width={180} trapFocus>
      <Popover.Target>
        <Button className="grid-columns" variant="subtle" color="gray" size="sm" leftSection={<Columns3 aria-hidden />}>
          Colunas
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className="grid-choice">
          <legend>Colunas</legend>
          {grid.columns.map((column) => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.label}
              checked={grid.visible.includes(column)}
              onChange={() => grid.toggle(column.id)}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
