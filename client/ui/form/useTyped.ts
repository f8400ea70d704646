import { useState, type ChangeEvent, type FocusEvent } from 'react'

/**
 * A text field whose text is parsed while typing and formatted on blur. `value` is the form's value and `shown` its formatted text. The typed text
 * stays visible as long as the form holds the value that was parsed from it.
 */
export function useTyped(
  value: string,
  shown: string,
  meaning: (text: string) => string,
  onChange: ((value: string) => void) | undefined,
  onBlur: ((event: FocusEvent<HTMLInputElement>) => void) | undefined,
) {
  const [typed, setTyped] = useState<{ text: string; meant: string } | null>(null)
  return {
    drop: () => setTyped(null),
    input: {
      value: typed?.meant === value ? typed.text : shown,
      onChange: ({ currentTarget: { value: text } }: ChangeEvent<HTMLInputElement>) => {
        const meant = meaning(text)
        setTyped({ text, meant })
        onChange?.(meant)
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        setTyped(null)
        onBlur?.(event)
      },
    },
  }
}
