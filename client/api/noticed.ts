// The number of unread notices. Every response carries it in the X-Notices header, up to 30 s late.
import { useSyncExternalStore } from 'react'

let count: number | undefined
const listeners = new Set<() => void>()

export function setUnread(next: number) {
  if (next === count) return
  count = next
  for (const tell of listeners) tell()
}

/** Takes a response's X-Notices header; null without the header. */
export function heardUnread(said: string | null) {
  if (said !== null) setUnread(Number(said))
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** `served` is the number with which the server drew the page; undefined if the API has no notices. */
export const useUnread = (served: number | undefined) =>
  useSyncExternalStore(
    subscribe,
    () => count ?? served,
    () => served,
  )
