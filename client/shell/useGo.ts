import { useNavigate } from 'react-router'
import { keepForPage, keepTyped } from '../ui/typedAhead.ts'

/** Returns a function that navigates to an address of this client. Keys typed meanwhile are kept for the form or page that the address opens. */
export function useGo() {
  const navigate = useNavigate()
  return (to: string) => {
    const { pathname, searchParams } = new URL(to, location.origin)
    if (searchParams.has('acao')) keepTyped()
    else if (pathname !== location.pathname) keepForPage()
    return navigate(to)
  }
}
