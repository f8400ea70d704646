// Where the focus of a form goes, and its key Ctrl+Enter.
import { useEffect, useRef, type RefObject } from 'react'
import { isFocusLost } from '../focus.ts'

interface Refs {
  /** The form. */
  element: RefObject<HTMLFormElement | null>
  confirm: RefObject<HTMLButtonElement | null>
  /** The button that confirms and opens a further new record. */
  confirmNext: RefObject<HTMLButtonElement | null>
}

/** Returns a function that focuses the first invalid field of a tab. */
export function useFormFocus({ element, confirm, confirmNext }: Refs, tab: string | null, submitting: boolean) {
  // Focuses the first field, also for a form that replaces another one in an open dialog. On a slow machine a field may already have the focus by
  // then.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.closest('.form')) return
      // If no field may be edited, sending is the only thing left to do, so the button takes the focus.
      const first = element.current?.querySelector<HTMLElement>('[data-autofocus]:enabled') ?? confirm.current
      first?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [element, confirm])

  // Ctrl+Enter confirms from any field. It is handled in the capture phase, because an open list would take Enter as choosing its marked option. It
  // clicks the button, so nothing happens while the form is saving or when the record cannot be changed.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || (event.target as Element).closest('.form-discard')) return
      event.stopPropagation()
      // Without this, the key's default action would press the element that has the focus afterwards. A key held down would repeat a refused request.
      event.preventDefault()
      const button = event.shiftKey ? confirmNext.current : confirm.current
      if (!button || event.repeat) return
      // A picker reports text that matches no option when it loses the focus, so it is blurred first.
      if (event.target instanceof HTMLElement && event.target.role === 'combobox') event.target.blur()
      button.click()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [confirm, confirmNext])

  /**
   * Tab of the first invalid field. The field takes the focus as soon as its tab is drawn, however busy the machine is. Undefined when no field is
   * waiting.
   */
  const wrongIn = useRef<string | null>(undefined)
  useEffect(() => {
    const field =
      wrongIn.current === tab && element.current?.querySelector<HTMLElement>('[aria-invalid=true]:not(fieldset), fieldset[aria-invalid=true] input')
    if (!field) return
    wrongIn.current = undefined
    field.focus()
  })

  // A form that was sent from a list loses the focus when the list closes. The confirm button takes the focus once the button is enabled again.
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !submitting && isFocusLost()) confirm.current?.focus()
    wasSubmitting.current = submitting
  }, [submitting, confirm])

  return (ofTab: string | null) => {
    wrongIn.current = ofTab
  }
}
