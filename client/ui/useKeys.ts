import { useEffect, useEffectEvent } from 'react'

/** Elements in which a keystroke is text or moves within an open list, so it is no shortcut. */
const TAKEN = 'textarea, select, [contenteditable], [role=menu], [role=listbox], input:not([type=radio], [type=checkbox])'
/** Elements that handle Enter on their own. */
const PRESSED = 'button, a, summary, input'

/** Keyboard shortcuts of a page by key name ('N', '/', 'ArrowDown', 'Ctrl+A'). They do not apply in a text field or while a dialog is open. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => unknown>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const run = keys[(event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (key.length === 1 ? key.toUpperCase() : key)]
    if (!run || event.defaultPrevented || event.altKey || !(target instanceof Element)) return
    if (target.closest(TAKEN) || document.querySelector('[aria-modal=true]')) return
    // Radios and tabs handle the left and right arrow keys themselves, so the shortcut does not run for them.
    if (
      (['ArrowLeft', 'ArrowRight'].includes(key) && target.matches('[type=radio], [role=tab]')) ||
      (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && target.closest(PRESSED))
    )
      return
    event.preventDefault()
    run(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
