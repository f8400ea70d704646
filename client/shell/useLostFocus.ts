import { useEffect } from 'react'
import { heldLast, setHeld } from '../ui/focus.ts'

/** ms that whoever removes what has the focus takes to give it on. */
const GIVEN_ON = 50
/**
 * What has the focus may go, a button with its row or its card; the heading takes it then, as after a navigation. A button that could not be pressed
 * for a while, and lost it by that, has it back.
 */
export function useLostFocus() {
  useEffect(() => {
    const come = ({ target }: FocusEvent) => setHeld(target instanceof Element ? target : null)
    const observer = new MutationObserver((changes) => {
      const held = heldLast()
      if (!(held instanceof HTMLElement)) return
      if (held.isConnected) {
        const isBack = changes.some(({ type, target }) => type === 'attributes' && target === held) && !held.matches(':disabled')
        if (isBack && document.activeElement === document.body) held.focus({ preventScroll: true })
        return
      }
      setHeld(null)
      setTimeout(() => {
        if (document.activeElement === document.body && !document.querySelector('[aria-modal=true]'))
          document.querySelector('h1')?.focus({ preventScroll: true })
      }, GIVEN_ON)
    })
    addEventListener('focusin', come)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      removeEventListener('focusin', come)
      observer.disconnect()
    }
  }, [])
}
