// What is said at the top right for three seconds. The part that shows it is loaded when something is said first.
import { useSyncExternalStore } from 'react'
import type { Extra, Kind } from './Toasts.tsx'

let wanted = false
let tell: () => void = () => undefined
const watch = (changed: () => void) => {
  tell = changed
  return () => void (tell = () => undefined)
}
/** Whether something was said yet. */
export const useWanted = () =>
  useSyncExternalStore(
    watch,
    () => wanted,
    () => false,
  )

const say = (kind: Kind) => (message: string, extra?: Extra) => {
  wanted = true
  tell()
  // Not loaded yet, and no network to load it with: whoever speaks also says it in place.
  import('./Toasts.tsx').then(({ show }) => show(kind, message, extra)).catch(() => undefined)
}

/** Takes back what was warned of: it holds no longer. */
const withdraw = (message: string) => {
  if (wanted) import('./Toasts.tsx').then(({ hide }) => hide('warn', message)).catch(() => undefined)
}

export const notify = { success: say('success'), warn: say('warn'), error: say('error'), info: say('info'), withdraw }
