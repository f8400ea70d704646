// What a booking is at, kept in the tab: a page that is left between two steps finds it there.
import { useSyncExternalStore } from 'react'
import { draftKey } from '../../ui/form/drafts.ts'
import { parsedOf, store } from '../../ui/storage.ts'
import type { Begun } from './entry.ts'

export interface Pending {
  fields: Begun
  place: { from: string; until: string }
  /** When what ran, if anything did, was ended for it. */
  end: string
  former: number | null
  /** When its beginning was sent, ms of the server's clock. */
  sentAt?: number
  /** What is to be put there. */
  begun?: number | undefined
  /** Whether it lies there; whatever it is, what ran goes on. Absent: that is to be found out. */
  isBooked?: boolean
  /** With which what ran goes on. */
  copy?: number
  /** A request of it failed. */
  waits?: true
}

/** It goes with what is typed: nobody else of this tab finds it. */
const pendingKey = (me: number) => draftKey(me, 'lançamento')
const watchers = new Set<() => void>()
const tell = () => {
  for (const one of watchers) one()
}
/** False where the browser has no room for it. */
export function keepPending(me: number, pending: Pending) {
  const isKept = store(sessionStorage, pendingKey(me), JSON.stringify(pending))
  tell()
  return isKept
}
export function dropPending(me: number) {
  sessionStorage.removeItem(pendingKey(me))
  tell()
}
// keepPending wrote it.
const parsed = (text: string | null) => parsedOf(text) as Pending | null
const textOf = (me: number) => sessionStorage.getItem(pendingKey(me))
/** Null: every booking is through. */
export const keptPending = (me: number) => parsed(textOf(me))

const watch = (change: () => void) => {
  watchers.add(change)
  return () => void watchers.delete(change)
}
/** The same, for what shows it. */
export const usePending = (me: number) =>
  parsed(
    useSyncExternalStore(
      watch,
      () => textOf(me),
      () => null,
    ),
  )
