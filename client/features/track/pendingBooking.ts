// State of an unfinished booking, kept in the tab so that the next page can resume it.
import { useSyncExternalStore } from 'react'
import { draftKey } from '../../ui/form/drafts.ts'
import { parsedOf, store } from '../../ui/storage.ts'
import type { Begun } from './entry.ts'

export interface Pending {
  fields: Begun
  place: { from: string; until: string }
  /** Time at which the running entry, if any, was ended for the booking. */
  end: string
  former: number | null
  /** Time in ms of the server's clock at which the POST of the booked entry was sent. */
  sentAt?: number
  /** Id of the entry begun for the booking. */
  begun?: number | undefined
  /** True if the booked entry is stored, false if the booking was refused; the former entry continues either way. Absent while unknown. */
  isBooked?: boolean
  /** Id of the copy that continues the former entry. */
  copy?: number
  /** True while the booking waits to be resumed after a failed request. */
  waits?: true
}

/** The state is kept under the key of a draft, so that no other person in this tab finds the booking. */
const pendingKey = (me: number) => draftKey(me, 'lançamento')
const watchers = new Set<() => void>()
const tell = () => {
  for (const one of watchers) one()
}
/** False when the browser's storage is full. */
export function keepPending(me: number, pending: Pending) {
  const isKept = store(sessionStorage, pendingKey(me), JSON.stringify(pending))
  tell()
  return isKept
}
export function dropPending(me: number) {
  sessionStorage.removeItem(pendingKey(me))
  tell()
}
// keepPending wrote this text, so the cast is safe.
const parsed = (text: string | null) => parsedOf(text) as Pending | null
const textOf = (me: number) => sessionStorage.getItem(pendingKey(me))
/** The unfinished booking; null when every booking is finished. */
export const keptPending = (me: number) => parsed(textOf(me))

const watch = (change: () => void) => {
  watchers.add(change)
  return () => void watchers.delete(change)
}
/** `keptPending` as a hook, for components that show the booking. */
export const usePending = (me: number) =>
  parsed(
    useSyncExternalStore(
      watch,
      () => textOf(me),
      () => null,
    ),
  )
