import './segmented.css'
import { Input } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { numberBr } from '../number.ts'

interface Option {
  value: string
  label: string
  /** Number of records for the option; null while it is not known. */
  count?: number | null | undefined
  /** Keyboard shortcut of the option, if it has one. */
  shortcut?: string
}

interface Props {
  legend: string
  /** For use in a form: `first` gives it the initial focus, and `wrong` marks the choice as invalid. */
  first?: boolean
  wrong?: boolean
  options: Option[]
  value: string
  onChange: (value: string) => void
}

/** A choice among a few options, all of them visible. */
export function Segmented({ legend, options, value, onChange, first = false, wrong = false }: Props) {
  const name = useId()
  return (
    <fieldset className="segmented" role="radiogroup" aria-invalid={wrong || undefined}>
      <legend className="hidden">{legend}</legend>
      {options.map(({ value: own, label, count, shortcut }, nth) => (
        <label key={own} title={shortcut && `${label} (${shortcut})`}>
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            aria-keyshortcuts={shortcut}
            onChange={() => onChange(own)}
            data-autofocus={(first && (own === value || (nth === 0 && !options.some((one) => one.value === value)))) || undefined}
          />
          {label} {count !== undefined && <small data-unknown={count === null || undefined}>{count === null ? '000' : numberBr(count)}</small>}
        </label>
      ))}
    </fieldset>
  )
}

/** A segmented choice as a form field with a label. */
export const Choice = ({ className, required = false, error, ...props }: Props & { className?: string; required?: boolean; error?: ReactNode }) => (
  <Input.Wrapper {...(className && { className })} label={props.legend} labelElement="div" {...{ required, error }}>
    <Segmented {...props} wrong={Boolean(error)} />
  </Input.Wrapper>
)
