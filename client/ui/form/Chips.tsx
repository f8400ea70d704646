import './chips.css'
import { X } from 'lucide-react'
import { Dot, type Tone } from '../grid/Status.tsx'

/** A filter in force, in words, and the way out of it. */
export interface Chip {
  label: string
  /** On its chip, where there is little room. */
  short?: string
  clear: () => void
  /** A toggle beside it says so already. */
  said?: boolean
}

/** `clear`: out of all of them at once; one after the other would each put the rest back. */
export function Chips({ chips, clear: clearAll }: { chips: Chip[]; clear: () => void }) {
  const shown = chips.filter(({ said }) => !said)
  return (
    <>
      {shown.map(({ label, short = label, clear }) => (
        <button key={label} type="button" className="chip" title={`Tirar o filtro ${label}`} onClick={clear}>
          <span className="ellipsis">{short}</span>
          <X aria-label="Tirar o filtro" />
        </button>
      ))}
      {shown.length > 0 && chips.length > 1 && (
        <button type="button" className="chips-clear" onClick={clearAll}>
          Limpar filtros
        </button>
      )}
    </>
  )
}

/** A filter that is asked for often, put on and taken off by one click. */
export interface Toggle {
  label: string
  tone?: Tone
  on: boolean
  flip: () => void
}

export const Toggles = ({ toggles }: { toggles: Toggle[] }) => (
  <div className="toggles">
    {toggles.map(({ label, tone, on, flip }) => (
      <button key={label} type="button" className="toggle" aria-pressed={on} onClick={flip}>
        {tone ? <Dot tone={tone}>{label}</Dot> : label}
      </button>
    ))}
  </div>
)
