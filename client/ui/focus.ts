import { useEffect, useLayoutEffect, useRef } from 'react'

/** The element that last had the focus. */
let held: Element | null = null

/** The topmost open dialog that does not contain the last focused element; without one, the page's title. */
const openElse = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].findLast((one) => !one.contains(held)) ?? document.querySelector('h1')

/** True when no element chosen by the person has the focus: it is on the body or on the heading. */
export const isFocusLost = () => document.activeElement?.matches('body, h1') ?? true

/**
 * Moves a lost focus to an element in the next frame, when the page is drawn. If somebody focuses another element before that, the focus stays there.
 */
export const regainFocus = (find: () => HTMLElement | null | undefined) =>
  void requestAnimationFrame(() => {
    // `useLostFocus` may have moved the focus to the open dialog.
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
  // A layout effect runs before the dialog takes the focus, however busy the machine is.
  useLayoutEffect(() => {
    if (!opened) return undefined
    // A button that was disabled meanwhile lost the focus, and gets it back.
    const element = document.activeElement === document.body ? held : document.activeElement
    origin.current = { element, row: element?.closest<HTMLElement>('[data-id]')?.dataset['id'] }
    return () =>
      void requestAnimationFrame(() => {
        if (!returning.current) return
        const { element, row } = origin.current
        // The page's title has the focus only when the person has focused nothing.
        const stays = element?.isConnected && !element.matches('body, h1, :disabled')
        // When two dialogs close together, the other one may already have returned the focus.
        const target = stays ? element : (document.querySelector(`[data-id="${row}"]`) ?? (isFocusLost() && openElse()))
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
  }, [opened])
}

/** Time in ms in which a component that removes the focused element may move the focus itself. */
const GIVEN_ON = 50
/**
 * Restores a lost focus. If the focused element was removed, such as a button with its row or card, the topmost dialog or the heading takes the
 * focus, as after a navigation. If it was disabled for a while, it gets the focus back when it is enabled.
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
