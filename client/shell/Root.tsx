// Parts of every page: toasts, the notice that a redirect carries over, and the focus after a navigation.
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useBoot } from '../boot.ts'
import { useWanted } from '../ui/feedback/notify.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { pageCame } from '../ui/typedAhead.ts'
import { sayNotice } from './notices.ts'

const Toasts = lazyPart(() => import('../ui/feedback/Toasts.tsx'))

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
    // The heading takes the focus, unless a dialog opened while the page was loading.
    if (!document.querySelector('[aria-modal=true]')) document.querySelector('h1')?.focus()
    pageCame()
  }, [pathname])

  return (
    <>
      <Outlet />
      {said && <Toasts />}
    </>
  )
}
