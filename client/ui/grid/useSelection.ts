// Selected rows of a grid, for actions on several at once.
import { useMemo, useRef, useState } from 'react'
import type { Grid } from './useGrid.ts'

const NO_IDS: ReadonlySet<string> = new Set()

export type Selection<T> = ReturnType<typeof useSelection<T>>

/**
 * `list` holds all rows of the reply. A selected row stays selected while a search hides it, and is deselected if the next reply lacks it. `of`
 * identifies the request; when it changes, the selection is cleared.
 */
export function useSelection<T>(grid: Grid<T>, list: T[] | undefined, of: string) {
  const { idOf } = grid
  const [held, hold] = useState({ of, ids: NO_IDS })
  /** The row from which a range selection starts. */
  const from = useRef<string>(undefined)
  const bar = useRef<HTMLDivElement>(null)
  // Another request clears the selection for good: returning to the earlier list starts without a selection.
  if (held.of !== of) hold({ of, ids: NO_IDS })
  const ids = held.of === of ? held.ids : NO_IDS
  const chosen = useMemo(() => list?.filter((row) => ids.has(String(idOf(row)))) ?? [], [list, ids, idOf])
  const shown = useMemo(() => grid.all.map(({ id }) => id), [grid.all])
  const inSight = shown.filter((id) => ids.has(id)).length
  const put = (some: readonly string[], on: boolean) => {
    const these = new Set(some)
    hold(({ ids }) => ({ of, ids: new Set(on ? [...ids, ...these] : [...ids].filter((id) => !these.has(id))) }))
  }
  // Rows that are no longer in the list are deselected. Otherwise they would be selected without anybody's choice if they returned later.
  if (list && chosen.length < ids.size) hold({ of, ids: new Set(chosen.map((row) => String(idOf(row)))) })
  return {
    /** Ref of the selection bar (SelectionBar). */
    bar,
    chosen,
    has: (id: string) => ids.has(id),
    /** Number of selected rows that the search hides. */
    hidden: chosen.length - inSight,
    /** Whether none, some or all of the visible rows are selected. */
    state: inSight === 0 ? 'none' : inSight < shown.length ? 'some' : 'all',
    isEmpty: shown.length === 0,
    /** Selects or deselects a row. With `range`, does the same to all rows between it and the row toggled before. */
    toggle: (id: string, range: boolean) => {
      const [a, b] = [shown.indexOf(range ? (from.current ?? id) : id), shown.indexOf(id)]
      put(a < 0 ? [id] : shown.slice(Math.min(a, b), Math.max(a, b) + 1), !ids.has(id))
      from.current = id
    },
    pickAll: () => put(shown, true),
    dropAll: () => put(shown, false),
    drop: (some: number[]) => put(some.map(String), false),
    clear: () => hold({ of, ids: NO_IDS }),
  } as const
}
