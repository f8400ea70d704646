import { useEffect, useLayoutEffect, useRef } from 'react'

/** What had the focus last. */
let held: Element | null = null
export const setHeld = (element: Element | null) => void (held = element)
export const heldLast = () => held

/** Nothing that anybody chose has the focus: what had it is gone, and the heading has it meanwhile (shell/useLostFocus.ts), or nothing. */
export const isFocusLost = () => document.activeElement?.matches('body, h1') ?? true

/**
 * Where what opened closes, the focus returns to where it came from; when that is gone or can no longer be pressed, to its record (a row, an
 * event), or to the page's title. Not by Mantine, which remembers nothing of what is open from its first moment, and may remember too late.
 * `returns`: false where closing goes elsewhere.
 */
export function useReturn(opened: boolean, returns = true) {
  const origin = useRef<{ element: Element | null; row: string | undefined }>({ element: null, row: undefined })
  const returning = useRef(returns)
  useEffect(() => void (returning.current = returns), [returns])
  // Before what opens takes the focus, however busy the machine is.
  useLayoutEffect(() => {
    if (!opened) return undefined
    // A button that may not be pressed meanwhile has it no more, and comes back to it.
    const element = document.activeElement === document.body ? held : document.activeElement
    origin.current = { element, row: element?.closest<HTMLElement>('[data-id]')?.dataset['id'] }
    return () =>
      void requestAnimationFrame(() => {
        if (!returning.current) return
        const { element, row } = origin.current
        const stays = element?.isConnected && element !== document.body && !element.matches(':disabled')
        const target = stays ? element : (document.querySelector(`[data-id="${row}"]`) ?? document.querySelector('h1'))
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
  }, [opened])
}
