import { messages } from '../../../shared/messages.ts'
import type { Called } from '../../api/useCall.ts'
import type { Reply } from '../../api/address.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { wrongDay } from '../../ui/form/days.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { optionsOf, type goalBlank, type GoalFiltering } from './filter.ts'

interface Props {
  filter: GoalFiltering
  lists: Called<Reply<'GET /sprints'>>
  opened: boolean
  close: () => void
}

export default function GoalFilter({ filter, lists, opened, close }: Props) {
  const rules = {
    dataInicio: wrongDay,
    dataFim: (until: string, { dataInicio }: typeof goalBlank) => wrongDay(until) ?? (until && until < dataInicio ? messages.daysInOrder : null),
  }
  return (
    <FilterModal {...{ filter, lists, opened, close, rules }}>
      {(form) => (
        <>
          <MultiPicker label="Sprints" data-autofocus options={optionsOf(lists.data)} {...form.getInputProps('sprints')} />
          <DateField label="Data inicial" {...form.getInputProps('dataInicio')} />
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
