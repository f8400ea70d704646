// Toasts, and the notice that a redirect carries over.
import { useEffect } from 'react'
import { useBoot } from '../boot.ts'
import { useWanted } from '../ui/feedback/notify.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { sayNotice } from './notices.ts'

const Toasts = lazyPart(() => import('../ui/feedback/Toasts.tsx'))

export function Notices() {
  const { me, notice } = useBoot()
  const said = useWanted()
  useEffect(() => {
    if (notice) sayNotice(notice, me)
  }, [notice, me])
  return said && <Toasts />
}
