import { useNavigate } from 'react-router'
import { keepForPage, keepTyped } from '../ui/typedAhead.ts'

/** Goes to an address of ours. Keys pressed meanwhile belong to the form or the page that it leads to. */
export function useGo() {
  const navigate = useNavigate()
  return (to: string) => {
    const { pathname, searchParams } = new URL(to, location.origin)
    if (searchParams.has('acao')) keepTyped()
    else if (pathname !== location.pathname) keepForPage()
    return navigate(to)
  }
}
