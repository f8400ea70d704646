import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { usePrinting } from './usePrinting.ts'

/** The range of rows to draw, and the space in px before and after them. In print all rows are drawn. `height` is the row height in px. */
export function useRowsInSight(count: number, scroller: RefObject<HTMLElement | null>, height: number) {
  const printing = usePrinting()
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 20,
    // The size of the viewport that the server assumes when it renders the HTML.
    initialRect: { width: 1280, height: 800 },
    useFlushSync: false,
  })
  const [first, ...more] = printing ? [] : virtual.getVirtualItems()
  const last = more.at(-1) ?? first
  if (!first || !last) return { from: 0, to: count, before: 0, after: 0 }
  return { from: first.index, to: last.index + 1, before: first.start, after: virtual.getTotalSize() - last.end }
}
