import type { FocusEvent, MouseEvent } from 'react'

/** The field that had the focus when the browser window lost it. It keeps its selection when the window gets the focus back. */
let kept: Element | null = null

/** Props for a field that selects its text on focus, so that typing replaces it. A click places the caret only if the field is already focused. */
export const selectOnFocus = {
  // Without preventDefault, the browser would place the caret at the click, and a number field would move the caret again on mouse up.
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    if (event.currentTarget === document.activeElement) return
    event.preventDefault()
    event.currentTarget.focus()
  },
  // Handled in the capture phase, because a number field reports its own focus event a moment later, when a key may already have been pressed.
  onFocusCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (input !== kept) input.select()
    kept = null
  },
  onBlurCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    kept = document.activeElement === input ? input : null
  },
}
