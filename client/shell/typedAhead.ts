// What is typed between asking for a field and its taking the focus: its code may still be on its way.
let kept = ''
let cancelled: () => void = () => undefined

function keep(event: KeyboardEvent) {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Escape') return cancelled()
  if (key === 'Backspace') kept = kept.slice(0, -1)
  else if (key.length === 1) kept += key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** From now on; Esc stops it by `cancel`. */
export function keepTyped(cancel: () => void) {
  kept = ''
  cancelled = cancel
  addEventListener('keydown', keep, true)
}

/** Gives it, and stops. */
export function takeTyped() {
  removeEventListener('keydown', keep, true)
  const text = kept
  kept = ''
  return text
}
