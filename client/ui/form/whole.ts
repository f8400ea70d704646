import type { FocusEvent, MouseEvent } from 'react'

/** The field that had the focus when the browser window lost it; it keeps its selection on return. */
let kept: Element | null = null

/** Props for a field that selects its text on focus, so that typing replaces it. A click in a focused field places the caret. */
export const whole = {
  // Otherwise the browser places the caret where the click lands, and a number field moves it again on mouse up.
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    if (event.currentTarget === document.activeElement) return
    event.preventDefault()
    event.currentTarget.focus()
  },
  // In the capture phase: a number field reports its own focus event a moment later, when a key may already have been pressed.
  onFocusCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (input !== kept) input.select()
    kept = null
  },
  onBlurCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    kept = document.activeElement === input ? input : null
  },
}
