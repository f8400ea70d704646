import './search.css'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useKeys } from '../useKeys.ts'

/** The input is uncontrolled, because the URL follows the text only after a navigation, too late to keep the caret in place. */
export function SearchField({ text, change }: { text: string; change: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => input.current?.focus() })
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = text
  }, [text])
  const clear = () => {
    change('')
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
  }
  const press = ({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Escape' && field.value) clear()
    else if (key === 'Escape') field.blur()
    // Moves to the first match by sending the page an ArrowDown, to which the list reacts.
    else if (key === 'ArrowDown' || key === 'Enter') {
      field.blur()
      document.body.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    }
  }
  return (
    <div className="search" role="search">
      <Search aria-hidden />
      <input
        ref={input}
        type="text"
        defaultValue={text}
        placeholder="Buscar..."
        aria-label="Buscar"
        onChange={(event) => change(event.target.value)}
        // In a dialog, the first Esc clears the search and the next one closes the dialog.
        {...(text && { 'data-mantine-stop-propagation': true })}
        onKeyDown={press}
      />
      {text ? (
        <button type="button" className="icon-button" aria-label="Limpar busca" onClick={clear}>
          <X aria-hidden />
        </button>
      ) : (
        <kbd aria-hidden>/</kbd>
      )}
    </div>
  )
}
