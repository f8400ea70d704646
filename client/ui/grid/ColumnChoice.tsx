// Popover that chooses a grid's columns and their order.
import { Button, Checkbox, Popover } from '@mantine/core'
import { useId } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { ColumnsButton } from './ColumnsButton.tsx'
import type { Grid } from './useGrid.ts'

export default function ColumnChoice<T>({ grid: { columns, visible, arrange } }: { grid: Pick<Grid<T>, 'columns' | 'visible' | 'arrange'> }) {
  const ids = useId()
  const isShown = (id: string) => visible.some((column) => column.id === id)
  const hidden = columns.filter(({ id }) => !isShown(id))
  return (
    <Popover position="bottom-end" width={260} trapFocus>
      <Popover.Target>
        <ColumnsButton />
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className="grid-choice">
          <legend>Colunas</legend>
          {[...visible, ...hidden].map((column, at) => {
            const { id, label } = column
            const others = visible.filter((one) => one.id !== id)
            const moves = [
              { name: 'Mover para antes', icon: ArrowUp, to: at - 1, off: at === 0 },
              { name: 'Mover para depois', icon: ArrowDown, to: at + 1, off: at === visible.length - 1 },
            ]
            return (
              <div key={id}>
                <Checkbox
                  size="xs"
                  label={<span id={ids + id}>{label}</span>}
                  checked={isShown(id)}
                  onChange={() => arrange(isShown(id) ? others : [...visible, column])}
                />
                {isShown(id) &&
                  moves.map(({ name, icon: Icon, to, off }) => (
                    <button
                      key={name}
                      type="button"
                      className="icon-button"
                      aria-label={name}
                      aria-describedby={ids + id}
                      title={name}
                      disabled={off}
                      onClick={() => arrange(others.toSpliced(to, 0, column))}
                    >
                      <Icon aria-hidden />
                    </button>
                  ))}
              </div>
            )
          })}
          <Button variant="subtle" color="gray" size="xs" onClick={() => arrange()}>
            Restaurar o padrão
          </Button>
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
