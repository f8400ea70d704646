// Fields that more than one form has. Each takes what form.getInputProps gives.
import { Input, Select, Switch, type SelectProps } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { fold } from './fold.ts'
import { statusWord } from './Status.tsx'

/** The two-value status: on is A, off is I. */
export function StatusSwitch({ value, onChange }: { value?: 'A' | 'I'; onChange?: (value: 'A' | 'I') => void }) {
  const label = useId()
  return (
    <div className="form-narrow" role="group" aria-labelledby={label}>
      <Input.Label id={label} component="div">
        Status
      </Input.Label>
      <div className="form-switch">
        <Switch
          size="md"
          withThumbIndicator={false}
          label={statusWord[value ?? 'A']}
          checked={value === 'A'}
          onChange={(event) => onChange?.(event.currentTarget.checked ? 'A' : 'I')}
        />
      </div>
    </div>
  )
}

const SHOWN = 50

/** One of many: searched without accents, what begins with the search first, 50 at a time. `options` absent: they are on their way. */
export function Picker({ options, ...props }: SelectProps<number> & { options: { value: number; label: string }[] | undefined }) {
  return (
    <Select<number>
      searchable
      data={options ?? []}
      loading={!options}
      limit={SHOWN}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      nothingFoundMessage="Nada encontrado."
      rightSection={<ChevronsUpDown aria-hidden />}
      filter={({ options, search, limit }) => {
        const needle = fold(search.trim())
        const found = options.flatMap((option) => ('items' in option ? [] : [{ option, at: fold(option.label).indexOf(needle) }]))
        return found
          .filter(({ at }) => at >= 0)
          .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
          .slice(0, limit)
          .map(({ option }) => option)
      }}
      {...props}
    />
  )
}
