import { messages, type CalendarLists } from '../../../shared/features/calendar.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Called } from '../../api/useCall.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { wrongDay } from '../../ui/form/days.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { choices, type blank, type CalendarFiltering } from './filter.ts'

interface Props {
  filter: CalendarFiltering
  /** The request for the filter's options. */
  lists: Called<CalendarLists>
  /** The first day of the default filter, used when the start is empty. */
  since: string
  opened: boolean
  close: () => void
}

export default function CalendarFilterModal({ filter, lists, since, opened, close }: Props) {
  const rules = {
    dataInicio: wrongDay,
    dataFim: (until: string, { dataInicio }: typeof blank) => wrongDay(until) ?? (until && until < (dataInicio || since) ? common.daysInOrder : null),
  }
  return (
    <FilterModal {...{ filter, lists, opened, close, rules }}>
      {(form) => (
        <>
          {choices.map(({ key, label, options }, index) => (
            <MultiPicker
              key={key}
              label={label}
              options={lists.data && options(lists.data)}
              {...(index === 0 && { 'data-autofocus': true })}
              {...form.getInputProps(key)}
            />
          ))}
          <DateField
            label="Data inicial"
            description={messages.dataInicio}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('dataInicio')}
          />
          <DateField label="Data final" {...form.getInputProps('dataFim')} />
          <Periods
            from={form.values.dataInicio}
            until={form.values.dataFim}
            change={(dataInicio, dataFim) => form.setValues({ dataInicio, dataFim })}
          />
        </>
      )}
    </FilterModal>
  )
}
