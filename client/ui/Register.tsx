// A register: its records in a grid, and the modal that creates and changes them.
import { Button } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallName } from '../../shared/calls.ts'
import type { Failure } from '../api/failure.ts'
import { useMay } from '../boot.ts'
import { Chips, type Chip } from './form/Chips.tsx'
import { DataGrid, type Action } from './grid/DataGrid.tsx'
import { ExportButton, GridFilters } from './grid/GridFilters.tsx'
import { Screen, usePage } from './Screen.tsx'
import type { Grid } from './grid/useGrid.ts'

interface Props<T> {
  /** How the list's call fares. */
  call: { error?: Failure | undefined; mutate: () => unknown }
  grid: Grid<T>
  editing: { create: () => void; edit: (id: number) => unknown }
  /** The call that changes one. */
  change: CallName
  /** What an empty list says. */
  empty: { title: string; hint: string }
  /** What the list was asked with, beside the search: shown in the bar and named in the spreadsheet. */
  filter?: { chips: Chip[]; clear: () => void }
  /** Secondary actions before the export, like 'Filtrar'. */
  tools?: ReactNode
  /** What a row offers besides 'Editar'. */
  actions?: Action<T>[]
  /** The form. */
  children: ReactNode
}

export function Register<T>({
  call,
  grid,
  editing,
  change,
  empty,
  filter = { chips: [], clear: () => undefined },
  tools,
  actions = [],
  children,
}: Props<T>) {
  const may = useMay()
  const { create } = usePage()
  const add = create && may(create.call) && (
    <Button size="sm" leftSection={<Plus aria-hidden />} onClick={() => editing.create()}>
      {create.label}
    </Button>
  )
  return (
    <Screen
      note={grid.total}
      actions={
        <>
          {tools}
          <ExportButton grid={grid} filters={filter.chips.map(({ label }) => label)} />
        </>
      }
      primary={add}
      filters={
        <GridFilters grid={grid}>
          <Chips {...filter} />
        </GridFilters>
      }
    >
      <DataGrid
        grid={grid}
        call={call}
        actions={[...(may(change) ? [{ label: 'Editar', icon: Pencil, run: (row: T) => editing.edit(grid.idOf(row)) }] : []), ...actions]}
        empty={{ ...empty, action: add }}
      />
      {children}
    </Screen>
  )
}
