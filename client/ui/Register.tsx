// A register: its records in a grid, and the modal that creates and changes them.
import { Button } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { CallName } from '../../shared/calls.ts'
import type { Failure } from '../api/failure.ts'
import { useMay } from '../boot.ts'
import { notify } from './feedback/notify.ts'
import type { Editing } from './form/useEditing.ts'
import { Chips, Toggles, type Chip, type Toggle } from './form/Chips.tsx'
import { DataGrid } from './grid/DataGrid.tsx'
import type { Action } from './grid/Row.tsx'
import { ExportButton, GridFilters } from './grid/GridFilters.tsx'
import { numberBr } from './number.ts'
import { PrintNote } from './PrintNote.tsx'
import { Screen, usePage } from './Screen.tsx'
import { useKeys } from './useKeys.ts'
import type { Grid } from './grid/useGrid.ts'

interface Props<T> {
  /** How the list's call fares. */
  call: { error?: Failure | undefined; mutate: () => unknown }
  grid: Grid<T>
  editing: Pick<Editing<object>, 'saved'> & {
    opened: { id: number | null; attempt?: string | undefined } | null
    create: () => void
    edit: (id: number) => unknown
  }
  /** The call that changes one. */
  change: CallName
  /** What a list that does not come says, where the server says nothing. */
  failed?: string
  /** What an empty list says. */
  empty: { title: string; hint: string }
  /** What the list was asked with, beside the search: shown in the bar and named in the spreadsheet. */
  filter?: { chips: Chip[]; clear: () => void; toggles?: Toggle[]; open?: () => void }
  /** Secondary actions before the export, like 'Filtrar'. */
  tools?: ReactNode
  /** What a row offers besides 'Editar'. */
  actions?: Action<T>[]
  /** Everybody is offered to create and to change: who may not is told so, by `editing`. */
  tells?: boolean
  /** The form. */
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

/** ms that a list takes to show what was just saved. */
const SHOWN_AFTER = 300
/** Shows what was just created, and says when what was saved is not among the rows, and offers to show it. */
function useHidden<T>(grid: Grid<T>, { opened, saved }: Pick<Props<T>['editing'], 'opened' | 'saved'>) {
  const shown = useRef(new Set<string>())
  // It may stand among the rows already.
  const unsure = useRef(false)
  // A form that an address opens may be there before its list.
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
    // oxlint-disable-next-line react/exhaustive-deps -- when it is begun
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
