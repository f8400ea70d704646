import { TextInput } from '@mantine/core'
import { messages } from '../../../shared/features/track-dashboards.ts'
import { messages as common } from '../../../shared/messages.ts'
import { DESCRIPTION, optionalText } from '../../../shared/text.ts'
import type { Called } from '../../api/useCall.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { wrongDay } from '../../ui/form/days.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { choices, periods, type blank, type Lists, type TrackFiltering } from './filter.ts'

// The default period has an empty value, so that the address omits it.
const options = Object.entries(periods).map(([option, label]) => ({ value: option === '1' ? '' : option, label }))

interface Props {
  filter: TrackFiltering
  lists: Called<Lists>
  opened: boolean
  close: () => void
}

export default function TrackFilter({ filter, lists, opened, close }: Props) {
  const rules = {
    startDate: (from: string, { option }: typeof blank) => (option === '3' ? (from ? wrongDay(from) : messages.startDate) : null),
    endDate: (until: string, { option, startDate }: typeof blank) => {
      if (option !== '3') return null
      if (!until) return messages.endDate
      return wrongDay(until) ?? (until < startDate ? common.daysInOrder : null)
    },
    description: optionalText(DESCRIPTION),
  }
  return (
    <FilterModal {...{ filter, lists, opened, close, rules }}>
      {(form) => {
        const { value, onChange } = form.getInputProps('option') as { value: string; onChange: (option: string) => void }
        return (
          <>
            <div>
              <Segmented legend="Período" options={options} value={value === '1' ? '' : value} onChange={onChange} />
            </div>
            {value === '3' && (
              <>
                <DateField label="Data inicial" required {...form.getInputProps('startDate')} />
                <DateField label="Data final" required {...form.getInputProps('endDate')} />
                <Periods
                  label="Período por nome"
                  from={form.values.startDate}
                  until={form.values.endDate}
                  change={(startDate, endDate) => form.setValues({ startDate, endDate })}
                />
              </>
            )}
            {choices.map(({ key, label, options: optionsIn }, index) => (
              <MultiPicker
                key={key}
                label={label}
                options={lists.data && optionsIn(lists.data)}
                {...(index === 0 && { 'data-autofocus': true })}
                {...form.getInputProps(key)}
              />
            ))}
            <TextInput label="Descrição" {...form.getInputProps('description')} />
          </>
        )
      }}
    </FilterModal>
  )
}
