import { useEffect, useLayoutEffect, useRef } from 'react'

/** The element that last had the focus. */
let held: Element | null = null

/** The topmost open dialog that does not contain the last focused element. If there is none, the page's title. */
const openElse = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].findLast((one) => !one.contains(held)) ?? document.querySelector('h1')

/** True when the focus is on the body or on the heading, so no element that the person chose has it. */
export const isFocusLost = () => document.activeElement?.matches('body, h1') ?? true

/** In the next frame, when the page is drawn, moves a lost focus to an element. An element that has taken the focus by then keeps it. */
export const regainFocus = (find: () => HTMLElement | null | undefined) =>
  void requestAnimationFrame(() => {
    // `useLostFocus` may have moved the lost focus to the open dialog, so a focused dialog counts as lost focus too.
    if (isFocusLost() || document.activeElement?.matches('[role=dialog]')) find()?.focus()
  })

/**
 * Returns the focus to its origin when a dialog closes. If the origin is gone or disabled, the focus goes to its record (a row or an event), to the
 * dialog below, or to the page's title. Mantine's own focus return is not used: it stores nothing for a dialog that is open from its first render,
 * and may store the origin too late.
 * `returns`: false when closing leads to another page.
 */
export function useReturn(opened: boolean, returns = true) {
  const origin = useRef<{ element: Element | null; row: string | undefined }>({ element: null, row: undefined })
  const returning = useRef(returns)
  useEffect(() => void (returning.current = returns), [returns])
  // Uses a layout effect, which runs before the dialog takes the focus, however busy the machine is.
  useLayoutEffect(() => {
    if (!opened) return undefined
    // An origin that was disabled in the meantime lost the focus to the body, but still gets the focus back.
    const element = document.activeElement === document.body ? held : document.activeElement
    origin.current = { element, row: element?.closest<HTMLElement>('[data-id]')?.dataset['id'] }
    return () =>
      void requestAnimationFrame(() => {
        if (!returning.current) return
        const { element, row } = origin.current
        // The page's title has the focus only if the person has focused nothing, so it is no origin to return to.
        const stays = element?.isConnected && !element.matches('body, h1, :disabled')
        // When two dialogs close together, the other one may already have returned the focus, so the fallback applies only to a lost focus.
        const target = stays ? element : (document.querySelector(`[data-id="${row}"]`) ?? (isFocusLost() && openElse()))
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
  }, [opened])
}

/** Time in ms during which a component that removed the focused element may move the focus itself. */
const GIVEN_ON = 50
/**
 * Restores a lost focus. If the focused element was removed, such as a button with its row or card, the topmost dialog or the heading takes the
 * focus, as after a navigation. An element that was disabled for a while gets the focus back when it is enabled.
 */
export function useLostFocus() {
  useEffect(() => {
    const come = ({ target }: FocusEvent) => void (held = target instanceof Element ? target : null)
    const observer = new MutationObserver((changes) => {
      if (!(held instanceof HTMLElement)) return
      if (held.isConnected) {
        const isBack = changes.some(({ type, target }) => type === 'attributes' && target.contains(held)) && !held.matches(':disabled')
        if (isBack && document.activeElement === document.body) held.focus({ preventScroll: true })
        return
      }
      held = null
      setTimeout(() => {
        if (document.activeElement === document.body) openElse()?.focus({ preventScroll: true })
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
