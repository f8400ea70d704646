import { useEffect, useEffectEvent } from 'react'

/** Where keys are text, or move within what opened. */
const TAKEN = 'textarea, select, [contenteditable], [role=menu], [role=listbox], input:not([type=radio], [type=checkbox])'
/** What has a use of its own for Enter. */
const PRESSED = 'button, a, summary, input'

/** Keys of a page, by their names ('N', '/', 'ArrowDown', 'Ctrl+A'), from wherever the focus is but in a text or over a window. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => unknown>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const run = keys[(event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (key.length === 1 ? key.toUpperCase() : key)]
    if (!run || event.defaultPrevented || event.altKey || !(target instanceof Element)) return
    if (target.closest(TAKEN) || document.querySelector('[aria-modal=true]')) return
    // Radios and tabs lie in a row.
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
