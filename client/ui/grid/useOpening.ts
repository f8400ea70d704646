import { useLayoutEffect, useRef, useState } from 'react'

interface Opening {
  view: string
  /** Whether it opens elsewhere than at its top; another width opens it anew. */
  lined: false | 'phone' | 'wide'
  /** Back has put it where it was. */
  restored: boolean
}
/** Opens each view where it begins, and says when that is done. */
export function useOpening({ view, lined, restored }: Opening, open: () => void) {
  const [opened, setOpened] = useState<string | null>(null)
  const kept = useRef(restored ? view : null)
  useLayoutEffect(() => setOpened(view), [view])
  useLayoutEffect(() => {
    if (opened === null || opened === kept.current) return
    kept.current = null
    open()
    // oxlint-disable-next-line react/exhaustive-deps -- a view opens once
  }, [opened, lined])
  return restored || !lined || opened === view
}
