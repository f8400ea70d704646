// Keyboard navigation in a grid: the current item, which is a row or a group header, and the moves from it.
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import { isFocusLost } from '../focus.ts'
import { useKeys } from '../useKeys.ts'
import type { Item } from './lines.ts'
import type { Grid } from './useGrid.ts'

interface Place<T> {
  grid: Grid<T>
  virtual: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollOffset' | 'getVirtualItems' | 'scrollToIndex'>
  scroller: RefObject<HTMLDivElement | null>
  /** Stable key of an item, independent of folding and sorting. */
  keyAt: (place: number) => string | undefined
  /** Height in px of the separator line that covers the top of the rows; 0 without one. */
  covered: number
  /** Row height in px. */
  step: number
  /** Opens the row that contains an element. */
  enter: (element: Element | null) => unknown
}

export function useRowKeys<T>({ grid, virtual, scroller, keyAt, covered, step, enter }: Place<T>) {
  const { rows, items } = grid
  /** Key of the current item, a row or a group header. */
  const at = useRef<string>(undefined)
  /** Keys of the items beside the current one. Navigation continues from one of them when the current item disappears. */
  const beside = useRef<(string | undefined)[]>([])
  /** True when the current item must take the focus as soon as it is drawn. */
  const wanted = useRef(false)
  const placeOf = (key: string | undefined) => (key === undefined ? -1 : items.findIndex((_, place) => keyAt(place) === key))
  const focusWanted = () => {
    const row = wanted.current && scroller.current?.querySelector<HTMLElement>(`tr[data-index="${placeOf(at.current)}"]`)
    if (!row) return
    wanted.current = false
    const target = row.querySelector<HTMLElement>('[aria-expanded]') ?? row
    target.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (wanted.current) virtual.scrollToIndex(placeOf(at.current))
    // oxlint-disable-next-line react/exhaustive-deps -- folding moves the current item
  }, [grid.folds])
  /** If the focused row was deleted, moves to a neighbouring row. */
  const goOn = () => {
    if (!isFocusLost() || at.current === undefined || placeOf(at.current) >= 0) return
    const place = beside.current.map(placeOf).find((one) => one >= 0)
    if (place !== undefined) go(place, 1)
  }
  useEffect(() => {
    goOn()
    focusWanted()
    // If the focused button of a row was disabled, the row itself takes the focus.
    if (document.activeElement?.matches('tr[data-index] :disabled')) document.activeElement.closest('tr')?.focus({ preventScroll: true })
    // Checks again on every focus change, because the dialog that asked about a deletion may close only after the row is gone.
    addEventListener('focusin', goOn)
    return () => removeEventListener('focusin', goOn)
  })
  const isHead = (item: Item | undefined) => item !== undefined && 'line' in item && item.folded !== undefined
  /** Whether navigation stops at an item. */
  const isStop = (item: Item | undefined) => item !== undefined && ('index' in item || isHead(item))
  /** The first visible item at which navigation stops; navigation begins there. */
  const firstSeen = () => {
    const top = virtual.scrollOffset ?? 0
    const seen = virtual.getVirtualItems().find(({ index, start }) => {
      const item = items[index]
      return isStop(item) && start >= (isHead(item) ? top : top + covered) - 1
    })
    return seen?.index ?? 0
  }
  /** Moves to an item or, if navigation does not stop there, to the nearest stop: first in the direction of `by`, then in the other one. */
  const go = (place: number, by: number) => {
    const from = Math.max(0, Math.min(items.length - 1, place))
    const way = by < 0 ? -1 : 1
    let to = from
    while (items[to] && !isStop(items[to])) to += way
    if (!items[to]) for (to = from; items[to] && !isStop(items[to]);) to -= way
    at.current = keyAt(to)
    wanted.current = true
    virtual.scrollToIndex(to)
    focusWanted()
  }
  const move = (by: number) => {
    const from = placeOf(at.current)
    if (from < 0) go(firstSeen(), by)
    else go(from + by, by)
  }
  const page = () => Math.floor((scroller.current?.clientHeight ?? 0) / step) - 1
  /** The group that contains the current item. */
  const groupHere = () => {
    const place = placeOf(at.current)
    const line = items.slice(0, (place < 0 ? firstSeen() : place) + 1).findLast((item) => 'line' in item)
    return line && 'line' in line ? line.of : ''
  }
  const fold = (group: string, folded: boolean) => {
    at.current = `line ${group}`
    wanted.current = items.length > 0
    grid.foldOne(group, folded)
  }
  const foldAll = (folded: boolean) => {
    if (folded || placeOf(at.current) < 0) at.current = `line ${groupHere()}`
    wanted.current = items.length > 0
    grid.foldAll(folded)
  }
  const foldByKey = (folded: boolean, { shiftKey }: KeyboardEvent) => (shiftKey ? foldAll(folded) : fold(groupHere(), folded))
  // If a row was just created, scroll to it. The arrow keys then continue from this row.
  const fresh = grid.fresh.id === undefined ? -1 : rows.findIndex(({ id }) => id === grid.fresh.id)
  useEffect(() => {
    if (fresh < 0) return
    at.current = grid.fresh.id
    virtual.scrollToIndex(placeOf(grid.fresh.id))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each created row
  }, [grid.fresh.id, fresh < 0])
  useKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    J: () => move(1),
    K: () => move(-1),
    PageDown: () => move(page()),
    PageUp: () => move(-page()),
    Home: () => go(0, 1),
    End: () => go(items.length - 1, -1),
    Enter: () => enter(document.activeElement),
    ...(grid.groups && {
      ArrowLeft: (event: KeyboardEvent) => foldByKey(true, event),
      ArrowRight: (event: KeyboardEvent) => foldByKey(false, event),
    }),
  })
  return {
    /** Records that an item has taken the focus. */
    came: (place: number) => {
      at.current = keyAt(place)
      beside.current = [keyAt(place + 1), keyAt(place - 1)]
    },
    fold,
    /** Index of the row that was just created; -1 without one. */
    fresh,
  }
}
