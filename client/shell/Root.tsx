// Parts of every page with the router: toasts and notices, and the focus after a navigation.
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { pageCame } from '../ui/typedAhead.ts'
import { Notices } from './Notices.tsx'

export function Root() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The heading takes the focus, unless a dialog opened while the page was loading.
    if (!document.querySelector('[aria-modal=true]')) document.querySelector('h1')?.focus()
    pageCame()
  }, [pathname])

  return (
    <>
      <Outlet />
      <Notices />
    </>
  )
}
