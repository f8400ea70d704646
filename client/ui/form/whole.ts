import type { FocusEvent, MouseEvent } from 'react'

/** The field that had the focus when the whole window was left: it is come back to as it was. */
let kept: Element | null = null

/** For a field: coming to it takes its text whole, so that what is typed takes its place; a click in one that has the focus puts the caret. */
export const whole = {
  // Else the browser puts the caret where it is clicked, and a number moves it again once the mouse is let go.
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    if (event.currentTarget === document.activeElement) return
    event.preventDefault()
    event.currentTarget.focus()
  },
  // At once: a number says its own a moment later, when a key may have been pressed.
  onFocusCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (input !== kept) input.select()
    kept = null
  },
  onBlurCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    kept = document.activeElement === input ? input : null
  },
}
