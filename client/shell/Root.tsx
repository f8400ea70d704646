// What every page has: the toasts, the notice that survived a redirect, and the focus after a navigation.
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useBoot } from '../boot.ts'
import { useWanted } from '../ui/feedback/notify.ts'
import { later } from '../ui/later.tsx'
import { sayNotice } from './notices.ts'

const Toasts = later(() => import('../ui/feedback/Toasts.tsx'))

export function Root() {
  const { me, notice } = useBoot()
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const said = useWanted()

  useEffect(() => {
    if (notice) sayNotice(notice, me)
  }, [notice, me])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // What was opened while the page was on its way keeps it.
    if (!document.querySelector('[aria-modal=true]')) document.querySelector('h1')?.focus()
  }, [pathname])

  useLostFocus()

  return (
    <>
      <Outlet />
      {said && <Toasts />}
    </>
  )
}

/** ms that whoever removes what has the focus takes to give it on. */
const GIVEN_ON = 50
/** What has the focus may go, a button with its row or its card; the heading takes it then, as after a navigation. */
function useLostFocus() {
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
