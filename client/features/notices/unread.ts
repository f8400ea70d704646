import { useSyncExternalStore } from 'react'
import { UNREAD } from '../../api/noticed.ts'

let count: number | undefined
const subscribe = (tell: () => void) => {
  const heard = (event: Event) => {
    count = Number((event as CustomEvent<string>).detail)
    tell()
  }
  addEventListener(UNREAD, heard)
  return () => removeEventListener(UNREAD, heard)
}

/** The number of unread notices. `served` is the number with which the server drew the page; undefined if the API has no notices. */
export const useUnread = (served: number | undefined) =>
  useSyncExternalStore(
    subscribe,
    () => count ?? served,
    () => served,
  )
