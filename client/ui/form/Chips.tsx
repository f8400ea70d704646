import './chips.css'
import { X } from 'lucide-react'
import { Dot, type Tone } from '../grid/Status.tsx'

/** An active filter in words, with a button that removes it. */
export interface Chip {
  label: string
  /** Shorter text that the chip itself shows. */
  short?: string
  clear: () => void
  /** True when a toggle beside the chips already shows this filter. */
  said?: boolean
}

/** `clear` removes all filters at once. Calling the `clear` of each chip in turn does not, because each call writes the other filters back. */
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

/** A frequently used filter that one click switches on or off. */
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
