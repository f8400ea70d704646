// The running time entry. Every response carries its id in the X-Timer header, up to 30 s late. When the id changes, the parts of the page that show
// the entry request it again.

let last: string | null = null
let onChange: () => void = () => undefined

/** Stores the id of the entry that this page shows as running, and the callback for a response with another id. */
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
