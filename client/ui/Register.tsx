// A register: its records in a grid, and the modal that creates and changes them.
import { Button } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallName } from '../../shared/calls.ts'
import type { Failure } from '../api.ts'
import { useMay } from '../boot.ts'
import { DataGrid } from './DataGrid.tsx'
import { ExportButton, GridFilters } from './GridFilters.tsx'
import { Screen } from './Screen.tsx'
import type { Grid } from './useGrid.ts'

interface Props<T> {
  /** How the list's call fares. */
  call: { error?: Failure | undefined; mutate: () => unknown }
  grid: Grid<T>
  editing: { create: () => void; edit: (id: number) => unknown }
  /** Offered to whoever may make the call. */
  create: { label: string; call: CallName }
  /** The call that changes one. */
  change: CallName
  /** What an empty list says. */
  empty: { title: string; hint: string }
  /** The form. */
  children: ReactNode
}

export function Register<T>({ call, grid, editing, create, change, empty, children }: Props<T>) {
  const may = useMay()
  const add = may(create.call) && (
    <Button size="sm" leftSection={<Plus aria-hidden />} onClick={editing.create}>
      {create.label}
    </Button>
  )
  return (
    <Screen note={grid.total} actions={<ExportButton grid={grid} />} primary={add} filters={<GridFilters grid={grid} />}>
      <DataGrid
        grid={grid}
        call={call}
        actions={may(change) ? [{ label: 'Editar', icon: Pencil, run: (row) => editing.edit(grid.idOf(row)) }] : []}
        empty={{ ...empty, action: add }}
      />
      {children}
    </Screen>
  )
}
