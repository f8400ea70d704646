// The toolbar above a grid (search, status, columns) and its export button.
import type { ReactNode } from 'react'
import { lazyPart } from '../lazyPart.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { SearchField } from './SearchField.tsx'
import { SheetButton } from './SheetButton.tsx'
import { Segmented } from '../form/Segmented.tsx'
import type { Column, Grid } from './useGrid.ts'

/** Column popover of a grid. */
export const ColumnChoice = lazyPart(() => import('./ColumnChoice.tsx'), <ColumnsButton />) as <T>(props: { grid: Grid<T> }) => ReactNode

/** `children` are further controls before the column popover. */
export function GridFilters<T>({ grid, children }: { grid: Grid<T>; children?: ReactNode }) {
  return (
    <>
      <SearchField text={grid.search} change={grid.setSearch} />
      {grid.status && (
        <Segmented
          legend="Status"
          options={(['todos', 'ativos', 'inativos'] as const).map((value, index) => ({
            value,
            label: grid.status?.words[index] ?? '',
            count: grid.loaded ? grid.status?.counts[value] : null,
          }))}
          value={grid.status.shown}
          onChange={grid.status.show}
        />
      )}
      {children}
      <SortChoice grid={grid} />
      <ColumnChoice grid={grid} />
    </>
  )
}

interface ExportProps<T> {
  grid: Grid<T>
  /** Further filters in words. */
  filters?: string[]
  /** Columns for the spreadsheet only. */
  more?: Column<T>[]
  /** Name of the spreadsheet; defaults to the page's title. */
  title?: string
}

/** Exports the rows shown as a spreadsheet. */
export const ExportButton = <T,>({ grid, filters = [], more = [], title }: ExportProps<T>) => (
  <SheetButton
    {...(title !== undefined && { title })}
    off={grid.rows.length === 0}
    sheet={() => ({
      columns: [...grid.visible, ...more],
      rows: grid.all.map(({ original }) => original.row),
      filters: [...grid.narrowed, ...filters],
      groups: grid.groups,
    })}
  />
)

/** Sort field for a phone, whose cards have no column headers. */
export function SortChoice<T>({ grid: { columns, sorted, order } }: { grid: Grid<T> }) {
  return (
    <select
      className="grid-sort"
      aria-label="Ordenar"
      value={sorted.descending ? `-${sorted.by}` : sorted.by}
      onChange={({ currentTarget: { value } }) => order(value)}
    >
      {columns.flatMap(({ id, label }) => [
        <option key={`-${id}`} value={`-${id}`}>
          {`${label} ↓`}
        </option>,
        <option key={id} value={id}>
          {`${label} ↑`}
        </option>,
      ])}
    </select>
  )
}
