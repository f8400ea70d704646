// The running time entry. Every response names it, up to 30 s late; on a change, the parts that show it request it again.

let last: string | null = null
let onChange: () => void = () => undefined

/** Stores the entry that this page shows as running, and the callback for a response that names another. */
export function watchRunning(current: number | null | undefined, changed: () => void) {
  last = String(current ?? 0)
  onChange = changed
}

/** Takes a response's X-Timer header: an entry's id, '0' when none is running, null without the header. */
export function heardRunning(said: string | null) {
  if (said === null || last === null || said === last) return
  last = said
  onChange()
}
