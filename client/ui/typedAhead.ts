// Keeps keystrokes typed between a command and the moment when its form or page appears, because code or data may still be loading.

/**
 * Time in ms after which keystrokes act on the current page again. It equals the request timeout: by then the form has opened or its failure was
 * reported.
 */
const PATIENCE = 65_000
/** Time in ms without a keystroke after which a person is assumed to have noticed that the form will not open. */
const SEEN = 1_000
const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [readonly])'

/** The characters typed so far; null while keystrokes act on the page. */
let kept: string[] | null = null
/**
 * 'nothing' means that the form will not open, so further characters are discarded. 'silence' means that the form will open, but with a record that
 * these characters were not meant for.
 */
let awaited: 'field' | 'page' | 'nothing' | 'silence' = 'nothing'
let cancelled: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether keystrokes are kept for a form or page that is loading. While a page is loading, a single G may still begin the shortcut to another page.
 */
export const areKeysTaken = () => kept !== null && (awaited !== 'page' || kept.some((key, nth) => nth > 0 || key.toUpperCase() !== 'G'))

function keep(event: KeyboardEvent) {
  const { key } = event
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Escape') return cancelled()
  if (key === 'Backspace') kept.pop()
  else if (key.length === 1) kept.push(key)
  // Any other key, such as Enter on a row, would act on the page below, so it is swallowed. Dead keys and Shift only prepare the next character.
  else if (awaited === 'nothing' || ['Dead', 'Shift', 'CapsLock', 'AltGraph'].includes(key)) return
  event.preventDefault()
  event.stopPropagation()
  if (awaited === 'nothing') wait(SEEN)
}

function wait(time: number) {
  clearTimeout(timer)
  timer = setTimeout(dropTyped, time)
}

const isNewRecord = () => new URLSearchParams(location.search).get('acao') === 'novo'

/** Appends the text to a field, or replaces a recovered draft by the text. Only execCommand reaches both React and the browser's undo history. */
function write(field: HTMLInputElement, text: string) {
  // In a new record, the field can only hold text from a recovered draft, which is replaced. Some input types have no selection.
  const start = isNewRecord() ? 0 : field.value.length
  if (field.selectionStart !== null) field.setSelectionRange(start, field.value.length)
  document.execCommand('insertText', false, text)
}

/**
 * Writes the kept text into the field that takes the focus. If a form's record cannot be edited, its button takes the focus first, and the text is
 * dropped.
 */
function give({ target }: FocusEvent) {
  if (awaited === 'page' || !(target instanceof Element) || !target.matches(`${FIELDS}, [data-autofocus]`)) return
  // The person is still typing, and the next characters would go into the field.
  if (awaited === 'silence') return giveUpTyped()
  const text = awaited === 'field' ? (kept ?? []).join('') : ''
  dropTyped()
  if (text && target.matches(FIELDS)) write(target as HTMLInputElement, text)
}

function begin(what: typeof awaited, cancel: () => void, patience: number) {
  if (kept !== null && awaited === 'silence') return
  cancelled = cancel
  awaited = what
  wait(patience)
  if (kept !== null) return
  kept = []
  addEventListener('keydown', keep, true)
  addEventListener('focusin', give)
  addEventListener('pointerdown', dropTyped)
}

/** Keeps every keystroke for the next field that takes the focus. A pointer click ends this; Esc ends it too and calls `cancel`. */
export const keepTyped = (cancel = dropTyped, patience = PATIENCE) => begin('field', cancel, patience)

/** Discards every key until the form that opens has the focus and one second has passed without a key. */
export const silenceKeys = () => begin('silence', dropTyped, PATIENCE)

/** Keeps every key for the page that is loading. */
export function keepForPage() {
  // Keystrokes kept earlier were meant for another page, so they are dropped.
  dropTyped()
  begin('page', dropTyped, PATIENCE)
}

/** Replays the keystrokes on the new page: the first one (or the first two, after G) as its shortcut, the rest as text for the form that it opens. */
export function pageCame() {
  if (kept === null || awaited !== 'page') return
  const keys = kept
  dropTyped()
  const shortcut = keys.splice(0, keys[0]?.toUpperCase() === 'G' ? 2 : 1)
  for (const key of shortcut) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const field = document.activeElement
  // The shortcut may have set `kept` again. The compiler cannot see that, hence the cast.
  const now = kept as string[] | null
  if (now) now.push(...keys)
  else if (keys.length > 0 && field?.matches(FIELDS)) write(field as HTMLInputElement, keys.join(''))
}

/** Must be called when the form or page will not open, or when another one opens instead. */
export function giveUpTyped() {
  if (kept === null) return
  // The person may use the keyboard to request a page again, so the kept keystrokes are dropped at once.
  if (awaited === 'page') return dropTyped()
  awaited = 'nothing'
  wait(SEEN)
}

/** Discards the kept keystrokes, so that keystrokes act on the page again. */
export function dropTyped() {
  kept = null
  clearTimeout(timer)
  removeEventListener('keydown', keep, true)
  removeEventListener('focusin', give)
  removeEventListener('pointerdown', dropTyped)
}
