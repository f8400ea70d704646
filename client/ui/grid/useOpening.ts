import { useLayoutEffect, useRef, useState } from 'react'

interface Opening {
  view: string
  /** The layout if the grid has lines, otherwise false. If the layout changes, the grid scrolls to its opening position again. */
  lined: false | 'phone' | 'wide'
  /** True when Back has restored the scroll position. */
  restored: boolean
}
/** Scrolls each new view to its opening position. Returns true once that is done. */
export function useOpening({ view, lined, restored }: Opening, open: () => void) {
  const [opened, setOpened] = useState<string | null>(null)
  const kept = useRef(restored ? view : null)
  useLayoutEffect(() => setOpened(view), [view])
  useLayoutEffect(() => {
    if (opened === null || opened === kept.current) return
    kept.current = null
    open()
    // oxlint-disable-next-line react/exhaustive-deps -- each view opens once
  }, [opened, lined])
  return restored || !lined || opened === view
}
