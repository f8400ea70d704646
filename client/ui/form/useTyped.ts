import { useState, type ChangeEvent, type FocusEvent } from 'react'

/** A text that means a value already while it is typed, and is written as that value once it is left. `value`: the form's; `shown`: as it is written. What is typed stays as it is as long as the form has what it means. */
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
