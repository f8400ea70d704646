import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

/** Pause in ms between checks whether the server is back. */
const PAUSE = 5_000

// Whether the server currently fails to answer, and the time of its last answer.
let failing = false
let lastAnswer = 0
const watchers = new Set<() => void>()
export function heard(answer: boolean) {
  if (answer) lastAnswer = serverNow()
  if (failing === !answer) return
  failing = !answer
  if (failing) void askUntilAnswered()
  for (const tell of watchers) tell()
}

/** Checks whether the server can be reached at all. */
export async function answers() {
  const alive = await fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
  heard(alive)
  return alive
}

async function askUntilAnswered() {
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE)
      addEventListener('online', resolve, { once: true })
    })
  } while (!(await answers()))
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
/**
 * Null while the server answers. While it does not: the time of its last answer in ms of the server's clock, or 0 if none has come since the page was
 * loaded.
 */
export const useLost = () =>
  useSyncExternalStore(
    watch,
    () => (failing ? lastAnswer : null),
    () => null,
  )
