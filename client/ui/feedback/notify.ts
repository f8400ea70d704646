// Toasts, shown for a few seconds. Their code is loaded with the first message.
import { useSyncExternalStore } from 'react'
import type { Extra, Kind } from './Toasts.tsx'

let wanted = false
let tell: () => void = () => undefined
const watch = (changed: () => void) => {
  tell = changed
  return () => void (tell = () => undefined)
}
/** Whether any message has been shown yet, so that the container of the toasts is needed. */
export const useWanted = () =>
  useSyncExternalStore(
    watch,
    () => wanted,
    () => false,
  )

const say = (kind: Kind) => (message: string, extra?: Extra) => {
  wanted = true
  tell()
  // If the network fails and the code cannot be loaded, the toast is dropped. Callers also show such messages in place.
  import('./Toasts.tsx').then(({ show }) => show(kind, message, extra)).catch(() => undefined)
}

/** Removes a warning that no longer holds. */
const withdraw = (message: string) => {
  if (wanted) import('./Toasts.tsx').then(({ hide }) => hide('warn', message)).catch(() => undefined)
}

export const notify = { success: say('success'), warn: say('warn'), error: say('error'), info: say('info'), withdraw }
