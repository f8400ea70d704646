// What a booking is at, kept in the tab: a page that is left between two steps finds it there.
import { useSyncExternalStore } from 'react'
import { draftKey } from '../../ui/form/drafts.ts'
import { parsedOf, store } from '../../ui/storage.ts'
import type { Begun } from './entry.ts'

export interface Step {
  fields: Begun
  place: { from: string; until: string }
  /** When what ran, if anything did, was ended for it. */
  end: string
  former: number | null
  /** Its beginning was sent, and is not refused. */
  isSent?: boolean
  /** What is to be put there. */
  begun?: number | undefined
  /** Whether it lies there; whatever it is, what ran goes on. Absent: that is to be found out. */
  isBooked?: boolean
  /** With which what ran goes on. */
  copy?: number
  /** A step failed. */
  waits?: true
}

/** It goes with what is typed: nobody else of this tab finds it. */
const stepKey = (me: number) => draftKey(me, 'lançamento')
const watchers = new Set<() => void>()
const tell = () => {
  for (const one of watchers) one()
}
/** False where the browser has no room for it. */
export function keepStep(me: number, step: Step) {
  const isKept = store(sessionStorage, stepKey(me), JSON.stringify(step))
  tell()
  return isKept
}
export function dropStep(me: number) {
  sessionStorage.removeItem(stepKey(me))
  tell()
}
// keepStep wrote it.
const parsed = (text: string | null) => parsedOf(text) as Step | null
const textOf = (me: number) => sessionStorage.getItem(stepKey(me))
/** Null: every booking is through. */
export const keptStep = (me: number) => parsed(textOf(me))

const watch = (change: () => void) => {
  watchers.add(change)
  return () => void watchers.delete(change)
}
/** The same, for what shows it. */
export const useStep = (me: number) =>
  parsed(
    useSyncExternalStore(
      watch,
      () => textOf(me),
      () => null,
    ),
  )
