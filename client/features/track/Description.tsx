import { Combobox, TextInput, useCombobox, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { fold, hasAll, wordsOf } from '../../ui/grid/fold.ts'
import type { Suggestion } from './lists.ts'

const SHOWN = 8

interface Props extends Omit<TextInputProps, 'onChange'> {
  value?: string
  suggestions: Suggestion[]
  /** Text of a suggestion's other fields, such as 'Reunião · Gestão'. */
  noteOf: (suggestion: Suggestion) => string
  onChange?: (text: string) => void
  /** Applies a suggestion with all its fields. */
  take: (suggestion: Suggestion) => void
}

/** Free text for what was done, with earlier descriptions as suggestions. */
export function DescriptionField({ value = '', suggestions, noteOf, onChange, take, ...props }: Props) {
  const [wanted, want] = useState(false)
  const words = wordsOf(value)
  const found = suggestions.filter((one) => hasAll(fold(`${one.DESCRICAO} ${noteOf(one)}`), words)).slice(0, SHOWN)
  // A list without suggestions counts as closed; otherwise the first Esc would only close an invisible list.
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
            // Several suggestions may have the same description, so the index is the key.
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
