// Cookies that the server needs to render a page as the person left it. Scripts can read them, so they never hold a secret.
import { useSyncExternalStore } from 'react'

const YEAR = 31_536_000
const listeners = new Set<() => void>()

export function readCookie(name: string): string {
  if (typeof document === 'undefined') return ''
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  try {
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : ''
  } catch {
    // The cookie may be malformed, because other sites on this host may write it too.
    return ''
  }
}

export function writeCookie(name: string, value: string) {
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is asynchronous and absent on plain http
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${value ? YEAR : 0}`
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Returns a cookie's value and its setter. `served` is the value with which the server rendered the page. */
export function useCookie(name: string, served: string) {
  const value = useSyncExternalStore(
    subscribe,
    () => readCookie(name),
    () => served,
  )
  return [value, (next: string) => writeCookie(name, next)] as const
}
