import './chips.css'
import { X } from 'lucide-react'

/** A filter in force, in words, and the way out of it. */
export interface Chip {
  label: string
  clear: () => void
}

/** `clear`: out of all of them at once; one after the other would each put the rest back. */
export function Chips({ chips, clear: clearAll }: { chips: Chip[]; clear: () => void }) {
  return (
    <>
      {chips.map(({ label, clear }) => (
        <button key={label} type="button" className="chip" title={`Tirar o filtro ${label}`} onClick={clear}>
          <span className="ellipsis">{label}</span>
          <X aria-label="Tirar o filtro" />
        </button>
      ))}
      {chips.length > 1 && (
        <button type="button" className="chips-clear" onClick={clearAll}>
          Limpar filtros
        </button>
      )}
    </>
  )
}
