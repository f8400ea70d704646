import './search.css'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useKeys } from '../useKeys.ts'

/** Uncontrolled: the URL follows what is typed, and a navigation is too late for a caret. */
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
    // Into what was found: the list's own key, from the page.
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
        // Of what is searched within a window, the next Esc closes that.
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
