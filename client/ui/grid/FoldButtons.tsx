import { Button } from '@mantine/core'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import type { Grid } from './useGrid.ts'

/** Buttons that expand or collapse all groups of a grid. */
export const FoldButtons = <T,>({ grid: { foldAll, items } }: { grid: Pick<Grid<T>, 'foldAll' | 'items'> }) =>
  [
    { label: 'Expandir tudo', icon: ChevronsUpDown, folded: false, keys: 'Shift+→' },
    { label: 'Recolher tudo', icon: ChevronsDownUp, folded: true, keys: 'Shift+←' },
  ].map(({ label, icon: Icon, folded, keys }) => (
    <Button
      key={label}
      className="grid-folds"
      variant="subtle"
      color="gray"
      size="sm"
      leftSection={<Icon aria-hidden />}
      title={`${label} (${keys})`}
      disabled={items.length === 0}
      onClick={() => foldAll(folded)}
    >
      {label}
    </Button>
  ))
