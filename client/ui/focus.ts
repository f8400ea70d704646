import { useEffect, useLayoutEffect, useRef } from 'react'

/** What had the focus last. */
let held: Element | null = null

/** What else is open than what had the focus last, which closes; else the page's title. */
const openElse = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].findLast((one) => !one.contains(held)) ?? document.querySelector('h1')

/** Nothing that anybody chose has the focus: what had it is gone, and the heading has it meanwhile, or nothing. */
export const isFocusLost = () => document.activeElement?.matches('body, h1') ?? true

/** Moves a lost focus to an element in the next frame, when the page is drawn. If somebody focuses another element before that, the focus stays there. */
export const regainFocus = (find: () => HTMLElement | null | undefined) =>
  void requestAnimationFrame(() => {
    // `useLostFocus` may have moved it to the open window.
    if (isFocusLost() || document.activeElement?.matches('[role=dialog]')) find()?.focus()
  })

/**
 * Where what opened closes, the focus returns to where it came from; when that is gone or can no longer be pressed, to its record (a row, an
 * event), to what is open below it, or to the page's title. Not by Mantine, which remembers nothing of what is open from its first moment, and may remember too late.
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
        // A page's title has it where nobody chose anything.
        const stays = element?.isConnected && !element.matches('body, h1, :disabled')
        // Of two that close together the other one may have returned it.
        const target = stays ? element : (document.querySelector(`[data-id="${row}"]`) ?? (isFocusLost() && openElse()))
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
  }, [opened])
}

/** ms that whoever removes what has the focus takes to give it on. */
const GIVEN_ON = 50
/**
 * What has the focus may go, a button with its row or its card; the heading takes it then, as after a navigation, or what is open over it. What could not be used for a while,
 * a button or a field of a fieldset, and lost it by that, has it back.
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
