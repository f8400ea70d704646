// What every page has: the toasts, the notice that survived a redirect, and the focus after a navigation.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useBoot } from '../boot.ts'
import { sayNotice } from './notices.ts'

const Toasts = lazy(() => import('../ui/Toasts.tsx'))

export function Root() {
  const { me, notice } = useBoot()
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [hydrated, setHydrated] = useState(false)

  useEffect(() => {
    setHydrated(true)
    if (notice) sayNotice(notice, me)
  }, [notice, me])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector('h1')?.focus()
  }, [pathname])

  return (
    <>
      <Outlet />
      {hydrated && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
