// Which rows of a grid are chosen, to do something with many of them at once.
import { useMemo, useRef, useState } from 'react'
import type { Grid } from './useGrid.ts'

const NONE: ReadonlySet<string> = new Set()

export type Selection<T> = ReturnType<typeof useSelection<T>>

/**
 * `list`: all rows of the answer; what a search hides of them stays chosen, what is gone from them does not. `of`: what it was asked with; what is
 * chosen goes with it.
 */
export function useSelection<T>(grid: Grid<T>, list: T[] | undefined, of: string) {
  const { idOf } = grid
  const [held, hold] = useState({ of, ids: NONE })
  /** Where a range begins. */
  const from = useRef<string>(undefined)
  const bar = useRef<HTMLDivElement>(null)
  // For good: whoever comes back to the list before begins anew.
  if (held.of !== of) hold({ of, ids: NONE })
  const ids = held.of === of ? held.ids : NONE
  const chosen = useMemo(() => list?.filter((row) => ids.has(String(idOf(row)))) ?? [], [list, ids, idOf])
  const shown = useMemo(() => grid.all.map(({ id }) => id), [grid.all])
  const inSight = shown.filter((id) => ids.has(id)).length
  const put = (some: readonly string[], on: boolean) => {
    const these = new Set(some)
    hold(({ ids }) => ({ of, ids: new Set(on ? [...ids, ...these] : [...ids].filter((id) => !these.has(id))) }))
  }
  // Come back later, a row would be chosen by nobody.
  if (list && chosen.length < ids.size) hold({ of, ids: new Set(chosen.map((row) => String(idOf(row)))) })
  return {
    /** The bar of what can be done with them (SelectionBar). */
    bar,
    chosen,
    has: (id: string) => ids.has(id),
    /** So many of them a search hides. */
    hidden: chosen.length - inSight,
    /** Of those that are shown. */
    state: inSight === 0 ? 'none' : inSight < shown.length ? 'some' : 'all',
    isEmpty: shown.length === 0,
    /** `range`: all from the one before, as this one becomes. */
    toggle: (id: string, range: boolean) => {
      const [a, b] = [shown.indexOf(range ? (from.current ?? id) : id), shown.indexOf(id)]
      put(a < 0 ? [id] : shown.slice(Math.min(a, b), Math.max(a, b) + 1), !ids.has(id))
      from.current = id
    },
    pickAll: () => put(shown, true),
    dropAll: () => put(shown, false),
    drop: (some: number[]) => put(some.map(String), false),
    clear: () => hold({ of, ids: NONE }),
  } as const
}
