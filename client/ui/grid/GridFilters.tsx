// The bar above a grid: search, status, columns; and its export.
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messages } from '../../../shared/messages.ts'
import { notify } from '../feedback/notify.ts'
import { usePage } from '../Screen.tsx'
import { useKeys } from '../useKeys.ts'
import { later } from '../later.tsx'
import { SearchField } from './SearchField.tsx'
import { Segmented } from '../form/Segmented.tsx'
import type { Grid } from './useGrid.ts'

const ColumnChoice = later(() => import('./ColumnChoice.tsx')) as <T>(props: { grid: Grid<T> }) => ReactNode

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

/** What the grid shows, as a spreadsheet named as the page. `filters`: what else narrowed it, in words. */
export function ExportButton<T>({ grid, filters = [] }: { grid: Grid<T>; filters?: string[] }) {
  const { title } = usePage()
  const [busy, setBusy] = useState(false)
  const off = grid.rows.length === 0
  useKeys({ E: () => !off && save() })
  const save = async () => {
    setBusy(true)
    try {
      const { exportSheet } = await import('./exportSheet.ts')
      await exportSheet(
        title,
        grid.visible,
        grid.rows.map(({ original }) => original.row),
        [...grid.narrowed, ...filters],
      )
    } catch {
      notify.error(messages.database)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className="grid-export"
      variant="default"
      size="sm"
      leftSection={<Download aria-hidden />}
      loading={busy}
      disabled={off}
      title="Exportar (E)"
      onClick={save}
    >
      Exportar
    </Button>
  )
}

/** On a phone the cards have no heads to sort by. */
function SortChoice<T>({ grid: { columns, sorted, order } }: { grid: Grid<T> }) {
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
