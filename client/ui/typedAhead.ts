// What is typed between asking for a field and its taking the focus: its code, or what it shows, may still be on its way.

/** ms after which keys mean again what they do on the page: what was asked for does not come. */
const PATIENCE = 5000
const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [readonly])'

/** ms without a key, after which whoever typed has seen that it does not come. */
const SEEN = 1000

let kept: string | null = null
/** What was asked for does not come: what is typed on is nobody's, and no command either. */
let isOver = false
let cancelled: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | undefined

function keep(event: KeyboardEvent) {
  const { key } = event
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Escape') return cancelled()
  if (key === 'Backspace') kept = kept.slice(0, -1)
  else if (key.length === 1) kept += key
  else return
  event.preventDefault()
  event.stopPropagation()
  if (isOver) wait(SEEN)
}

function wait(time: number) {
  clearTimeout(timer)
  timer = setTimeout(dropTyped, time)
}

/** The field that takes the focus has it, as if it had been typed there. What opens without one begins with a button. */
function give({ target }: FocusEvent) {
  if (!(target instanceof Element) || !target.matches(`${FIELDS}, [data-autofocus]`)) return
  const text = isOver ? '' : kept
  dropTyped()
  if (!text || !target.matches(FIELDS)) return
  const { selectionStart, value } = target as HTMLInputElement
  // At the end of what is there; of some types a field has no place to be at.
  if (selectionStart !== null) (target as HTMLInputElement).setSelectionRange(value.length, value.length)
  // The one way that React and the browser's own undo both see.
  document.execCommand('insertText', false, text)
}

/** From now on, until a field has the focus or the pointer goes elsewhere; Esc calls `cancel`. */
export function keepTyped(cancel = dropTyped) {
  cancelled = cancel
  isOver = false
  wait(PATIENCE)
  if (kept !== null) return
  kept = ''
  addEventListener('keydown', keep, true)
  addEventListener('focusin', give)
  addEventListener('pointerdown', dropTyped)
}

/** What was asked for does not come, or what comes is not what was asked for. */
export function giveUpTyped() {
  if (kept === null) return
  isOver = true
  wait(SEEN)
}

/** Keys mean again what they do on the page. */
export function dropTyped() {
  kept = null
  clearTimeout(timer)
  removeEventListener('keydown', keep, true)
  removeEventListener('focusin', give)
  removeEventListener('pointerdown', dropTyped)
}
