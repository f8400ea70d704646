// What a booking is at, kept in the tab: a page that is left between two steps finds it there.
import { useSyncExternalStore } from 'react'
import { store } from '../../ui/storage.ts'
import type { Begun } from './entry.ts'

export interface Step {
  fields: Begun
  place: { from: string; until: string }
  /** When what ran, if anything did, was ended for it. */
  end: string
  former: number | null
  /** What is to be put there. */
  begun?: number | undefined
  /** Whether it lies there; whatever it is, what ran goes on. Absent: that is to be found out. */
  isBooked?: boolean
  /** With which what ran goes on. */
  copy?: number
  /** A step failed. */
  waits?: true
}

const stepKey = (me: number) => `lançamento ${me}`
const watchers = new Set<() => void>()
const tell = () => {
  for (const one of watchers) one()
}
export function keepStep(me: number, step: Step) {
  store(sessionStorage, stepKey(me), JSON.stringify(step))
  tell()
}
export function dropStep(me: number) {
  sessionStorage.removeItem(stepKey(me))
  tell()
}
// keepStep wrote it.
const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Step))
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
