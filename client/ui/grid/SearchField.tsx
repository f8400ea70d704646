import './search.css'
import { useHotkeys } from '@mantine/hooks'
import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** Uncontrolled: the URL follows what is typed, and a navigation is too late for a caret. */
export function SearchField({ text, change }: { text: string; change: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = text
  }, [text])
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
      />
      {text ? (
        <button
          type="button"
          className="icon-button"
          aria-label="Limpar busca"
          onClick={() => {
            change('')
            if (!input.current) return
            input.current.value = ''
            input.current.focus()
          }}
        >
          <X aria-hidden />
        </button>
      ) : (
        <kbd aria-hidden>/</kbd>
      )}
    </div>
  )
}
