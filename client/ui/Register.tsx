// A register screen: its records in a grid, and the dialog that creates and edits them.
import { Button } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { CallName } from '../../shared/calls.ts'
import type { Failure } from '../api/failure.ts'
import { useMay } from '../boot.ts'
import { notify } from './feedback/notify.ts'
import type { Editing } from './form/useEditing.ts'
import { Chips, Toggles, type Chip, type Toggle } from './form/Chips.tsx'
import type { Action } from './grid/actions.ts'
import { DataGrid } from './grid/DataGrid.tsx'
import { ExportButton, GridFilters } from './grid/GridFilters.tsx'
import { numberBr } from './number.ts'
import { PrintNote } from './PrintNote.tsx'
import { Screen, usePage } from './Screen.tsx'
import { useKeys } from './useKeys.ts'
import type { Grid } from './grid/useGrid.ts'

interface Props<T> {
  /** State of the request for the list. */
  call: { error?: Failure | undefined; mutate: () => unknown }
  grid: Grid<T>
  editing: Pick<Editing<object>, 'saved'> & {
    opened: { id: number | null; attempt?: string | undefined } | null
    create: () => void
    edit: (id: number) => unknown
  }
  /** The call that edits a record. */
  change: CallName
  /** Message when the list fails to load and the server gives no reason. */
  failed?: string
  /** Message of an empty list. */
  empty: { title: string; hint: string }
  /** The filter of the list's request, without the search. The bar shows its chips, and the exported spreadsheet names them. */
  filter?: { chips: Chip[]; clear: () => void; toggles?: Toggle[]; open?: () => void }
  /** Secondary actions before the export button, such as 'Filtrar'. */
  tools?: ReactNode
  /** A second line below the filters. */
  below?: ReactNode
  /** Row actions besides 'Editar'. */
  actions?: Action<T>[]
  /** True to offer creating and editing to everybody. `editing` then tells people without permission why they may not do it. */
  tells?: boolean
  /** The form dialog. */
  children: ReactNode
}

export function Register<T>({
  call,
  grid,
  editing,
  change,
  failed,
  empty,
  filter = { chips: [], clear: () => undefined },
  tools,
  below,
  actions = [],
  tells = false,
  children,
}: Props<T>) {
  const may = useMay()
  const { create } = usePage()
  const add = create && (tells || may(create.call)) && (
    <Button size="sm" leftSection={<Plus aria-hidden />} onClick={() => editing.create()}>
      {create.label}
    </Button>
  )
  const edit = (row: T) => editing.edit(grid.idOf(row))
  useHidden(grid, editing)
  useKeys({ N: () => add && editing.create() })
  return (
    <Screen
      note={grid.loaded ? numberBr(grid.rows.length) : undefined}
      actions={
        <>
          {tools}
          <ExportButton grid={grid} filters={filter.chips.map(({ label }) => label)} />
        </>
      }
      primary={add}
      filters={
        <GridFilters grid={grid}>
          {filter.toggles && <Toggles toggles={filter.toggles} />}
          <Chips chips={filter.chips} clear={filter.clear} />
        </GridFilters>
      }
      below={below}
    >
      <PrintNote narrowed={[...grid.narrowed, ...filter.chips.map(({ label }) => label)]} />
      <DataGrid
        grid={grid}
        call={call}
        open={tells || may(change) ? edit : undefined}
        actions={[...(tells || may(change) ? [{ label: 'Editar', icon: Pencil, run: edit }] : []), ...actions]}
        {...(failed && { failed })}
        empty={{ ...empty, action: add }}
        filter={filter.open}
      />
      {children}
    </Screen>
  )
}

/** Maximum time in ms that the list takes to show a saved record. */
const SHOWN_AFTER = 300
/** Highlights a record that was created. If the search or the filter hides a saved record, a toast says so and offers to show it. */
function useHidden<T>(grid: Grid<T>, { opened, saved }: Pick<Props<T>['editing'], 'opened' | 'saved'>) {
  const shown = useRef(new Set<string>())
  // True when an earlier request for the record got no response, so the record may have been stored before the list was loaded.
  const unsure = useRef(false)
  // A form opened by its address may appear before the list. The record counts as begun only once the list is loaded too.
  const isBegun = opened?.id === null && grid.loaded
  const check = useEffectEvent(() => {
    const isSaved = (id: string) => (saved.id === null ? !shown.current.has(id) : id === String(saved.id))
    const row = grid.rows.find(({ id }) => isSaved(id))
    if (row && saved.id === null) grid.fresh.show(row.id)
    const what = saved.id === null ? 'O registro criado' : 'O registro alterado'
    if (!row && !unsure.current)
      notify.info(`${what} não aparece: a busca ou o filtro o esconde.`, { action: { label: 'Mostrar', run: grid.showAll } })
  })
  const remember = useEffectEvent(() => (shown.current = new Set(grid.rows.map(({ id }) => id))))
  const forget = useEffectEvent(() => grid.fresh.show(undefined))
  useEffect(() => {
    if (!isBegun) return
    remember()
    unsure.current = opened?.attempt !== undefined
    forget()
    // oxlint-disable-next-line react/exhaustive-deps -- runs once when a new record is begun
  }, [isBegun])
  useEffect(() => {
    if (saved.count === 0) return undefined
    const timer = setTimeout(() => {
      check()
      remember()
    }, SHOWN_AFTER)
    return () => clearTimeout(timer)
  }, [saved.count])
}
