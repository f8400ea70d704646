// Keys that are pressed before what they are meant for is there: a command leads to a form or to a page whose code or data is still on its way.

/** ms after which keys act on the page again. The same as the deadline of a request: by then the form is there, or its failure was said. */
const PATIENCE = 65_000
/** ms without a key, after which a person who typed on has seen that the form does not come. */
const SEEN = 1_000
const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [readonly])'

/** The characters typed so far; null: keys act on the page. */
let kept: string[] | null = null
/** 'nothing': the form does not come, and characters that are typed on belong to nobody. */
let awaited: 'field' | 'page' | 'nothing' = 'nothing'
let cancelled: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether keys belong to what is still to come. Before a page, G alone may still begin the way to another one. */
export const areKeysTaken = () => kept !== null && (awaited !== 'page' || kept.some((key, nth) => nth > 0 || key.toUpperCase() !== 'G'))

function keep(event: KeyboardEvent) {
  const { key } = event
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Escape') return cancelled()
  if (key === 'Backspace') kept.pop()
  else if (key.length === 1) kept.push(key)
  // Any other key would act on the page below, as Enter on a row. A dead key and Shift make the next character.
  else if (awaited === 'nothing' || ['Dead', 'Shift', 'CapsLock', 'AltGraph'].includes(key)) return
  event.preventDefault()
  event.stopPropagation()
  if (awaited === 'nothing') wait(SEEN)
}

function wait(time: number) {
  clearTimeout(timer)
  timer = setTimeout(dropTyped, time)
}

/** Writes the text at the end of a field, in the one way that React and the browser's own undo both see. */
function write(field: HTMLInputElement, text: string) {
  // Some types of field have no selection.
  if (field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length)
  document.execCommand('insertText', false, text)
}

/** Gives the text to the field that takes the focus. A form that opens closed begins with a button. */
function give({ target }: FocusEvent) {
  if (awaited === 'page' || !(target instanceof Element) || !target.matches(`${FIELDS}, [data-autofocus]`)) return
  const text = awaited === 'field' ? (kept ?? []).join('') : ''
  dropTyped()
  if (text && target.matches(FIELDS)) write(target as HTMLInputElement, text)
}

function begin(what: typeof awaited, cancel: () => void, patience: number) {
  cancelled = cancel
  awaited = what
  wait(patience)
  if (kept !== null) return
  kept = []
  addEventListener('keydown', keep, true)
  addEventListener('focusin', give)
  addEventListener('pointerdown', dropTyped)
}

/** Keeps every key for the field that takes the focus next, until the pointer is used. Esc calls `cancel`. */
export const keepTyped = (cancel = dropTyped, patience = PATIENCE) => begin('field', cancel, patience)

/** Keeps every key for the page that comes next. */
export function keepForPage() {
  // Keys before it were meant for another page.
  dropTyped()
  begin('page', dropTyped, PATIENCE)
}

/** The page is there: the first key is its shortcut, and the others go where that one leads. */
export function pageCame() {
  if (kept === null || awaited !== 'page') return
  const keys = kept
  dropTyped()
  const shortcut = keys.splice(0, keys[0]?.toUpperCase() === 'G' ? 2 : 1)
  for (const key of shortcut) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const field = document.activeElement
  // Pressing the shortcut may have changed it, which the compiler cannot see.
  const now = kept as string[] | null
  if (now) now.push(...keys)
  else if (keys.length > 0 && field?.matches(FIELDS)) write(field as HTMLInputElement, keys.join(''))
}

/** The form or the page does not come, or another one comes. */
export function giveUpTyped() {
  if (kept === null) return
  // A page that was asked for by keys may be asked for by keys again.
  if (awaited === 'page') return dropTyped()
  awaited = 'nothing'
  wait(SEEN)
}

/** Keys act on the page again. */
export function dropTyped() {
  kept = null
  clearTimeout(timer)
  removeEventListener('keydown', keep, true)
  removeEventListener('focusin', give)
  removeEventListener('pointerdown', dropTyped)
}
