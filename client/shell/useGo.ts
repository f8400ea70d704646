import { useNavigate } from 'react-router'
import { keepForPage, keepTyped } from '../ui/typedAhead.ts'

/** Navigates to an address of this client. Keys typed meanwhile are kept for the form or page that it opens. */
export function useGo() {
  const navigate = useNavigate()
  return (to: string) => {
    const { pathname, searchParams } = new URL(to, location.origin)
    if (searchParams.has('acao')) keepTyped()
    else if (pathname !== location.pathname) keepForPage()
    return navigate(to)
  }
}
