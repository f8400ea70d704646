import './segmented.css'
import { useId } from 'react'
import { numberBr } from '../number.ts'

interface Option {
  value: string
  label: string
  /** Null: not known yet. */
  count?: number | null | undefined
  /** The key that chooses it, where there is one. */
  shortcut?: string
}

/** One of a few, all of them in sight. */
export function Segmented({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string
  options: Option[]
  value: string
  onChange: (value: string) => void
}) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="hidden">{legend}</legend>
      {options.map(({ value: own, label, count, shortcut }) => (
        <label key={own} title={shortcut && `${label} (${shortcut})`}>
          <input type="radio" name={name} value={own} checked={own === value} aria-keyshortcuts={shortcut} onChange={() => onChange(own)} />
          {label} {count !== undefined && <small data-unknown={count === null || undefined}>{count === null ? '000' : numberBr(count)}</small>}
        </label>
      ))}
    </fieldset>
  )
}
