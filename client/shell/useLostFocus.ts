import { useEffect } from 'react'

/** ms that whoever removes what has the focus takes to give it on. */
const GIVEN_ON = 50
/** What has the focus may go, a button with its row or its card; the heading takes it then, as after a navigation. */
export function useLostFocus() {
  useEffect(() => {
    let held: Element | null = null
    const come = ({ target }: FocusEvent) => (held = target instanceof Element ? target : null)
    const observer = new MutationObserver(() => {
      if (!held || held.isConnected) return
      held = null
      setTimeout(() => {
        if (document.activeElement === document.body && !document.querySelector('[aria-modal=true]'))
          document.querySelector('h1')?.focus({ preventScroll: true })
      }, GIVEN_ON)
    })
    addEventListener('focusin', come)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', come)
      observer.disconnect()
    }
  }, [])
}
