import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

// Whether the server answers, and when it last did.
let failing = false
let lastAnswer = 0
const watchers = new Set<() => void>()
export function heard(answer: boolean) {
  if (answer) lastAnswer = serverNow()
  if (failing === !answer) return
  failing = !answer
  for (const tell of watchers) tell()
}
const watch = (tell: () => void) => {
  const lost = () => heard(false)
  watchers.add(tell)
  addEventListener('offline', lost)
  return () => {
    watchers.delete(tell)
    removeEventListener('offline', lost)
  }
}
/** While the server does not answer: when it last did, ms of its clock (0: with the page itself); null while it does. */
export const useLost = () =>
  useSyncExternalStore(
    watch,
    () => (failing ? lastAnswer : null),
    () => null,
  )

/** Whether the server can be reached at all. */
export const answers = () =>
  fetch('/healthz').then(
    () => true,
    () => false,
  )
