// Which time entry runs, as every answer says it, up to 30 s late: when that changes, whoever shows it asks.

let last: string | null = null
let onChange: () => void = () => undefined

/** Says what runs by this page's word, and what to do when an answer says otherwise. */
export function watchRunning(current: number | null | undefined, changed: () => void) {
  last = String(current ?? 0)
  onChange = changed
}

/** What an answer says: an id, '0' for none; null when it does not say. */
export function heardRunning(said: string | null) {
  if (said === null || last === null || said === last) return
  last = said
  onChange()
}
