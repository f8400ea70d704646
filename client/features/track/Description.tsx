import { Combobox, TextInput, useCombobox, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { fold, hasAll, wordsOf } from '../../ui/grid/fold.ts'
import type { Suggestion } from './lists.ts'

const SHOWN = 8

interface Props extends Omit<TextInputProps, 'onChange'> {
  value?: string
  suggestions: Suggestion[]
  /** What it was written with: 'Reunião · Gestão'. */
  noteOf: (suggestion: Suggestion) => string
  onChange?: (text: string) => void
  /** One that was written before is taken, with all that belonged to it. */
  take: (suggestion: Suggestion) => void
}

/** What was done, in one's own words; those of before are offered. */
export function DescriptionField({ value = '', suggestions, noteOf, onChange, take, ...props }: Props) {
  const [wanted, want] = useState(false)
  const words = wordsOf(value)
  const found = suggestions.filter((one) => hasAll(fold(`${one.DESCRICAO} ${noteOf(one)}`), words)).slice(0, SHOWN)
  // None is no list, whose Esc would leave nothing.
  const combobox = useCombobox({
    opened: wanted && found.length > 0,
    onOpenedChange: want,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={(at) => {
        const taken = found[Number(at)]
        if (taken) take(taken)
        want(false)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label="Descrição"
          required
          autoComplete="off"
          {...props}
          value={value}
          onChange={({ currentTarget }) => {
            onChange?.(currentTarget.value)
            want(true)
            combobox.resetSelectedOption()
          }}
          onClick={() => want(true)}
          onBlur={(event) => {
            want(false)
            props.onBlur?.(event)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Descrições de antes">
          {found.map((one, at) => (
            // Two may be called alike.
            <Combobox.Option key={at} value={String(at)}>
              <span className="form-option">
                {one.DESCRICAO}
                <small>{noteOf(one)}</small>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
