// The bar above a grid: search, status, columns; and its export.
import type { ReactNode } from 'react'
import { later } from '../later.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { SearchField } from './SearchField.tsx'
import { SheetButton } from './SheetButton.tsx'
import { Segmented } from '../form/Segmented.tsx'
import type { Column, Grid } from './useGrid.ts'

/** Which columns it shows. */
export const ColumnChoice = later(() => import('./ColumnChoice.tsx'), <ColumnsButton />) as <T>(props: { grid: Grid<T> }) => ReactNode

/** `children`: what else the bar holds, before the columns. */
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

/** What the grid shows, as a spreadsheet. `filters`: what else narrowed it, in words. `more`: columns that only the spreadsheet has. */
export const ExportButton = <T,>({ grid, filters = [], more = [] }: { grid: Grid<T>; filters?: string[]; more?: Column<T>[] }) => (
  <SheetButton
    off={grid.rows.length === 0}
    sheet={() => ({
      columns: [...grid.visible, ...more],
      rows: grid.all.map(({ original }) => original.row),
      filters: [...grid.narrowed, ...filters],
      groups: grid.groups,
    })}
  />
)

/** On a phone the cards have no heads to sort by. */
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
