import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, wrongDay } from '../../ui/form/days.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { kindOptions, type useCommissionFilter } from './commissionFilter.ts'

interface Props {
  of: ReturnType<typeof useCommissionFilter>
  opened: boolean
  close: () => void
}

export default function CommissionFilter({ of: { filter }, opened, close }: Props) {
  return (
    <FilterModal
      {...{ filter, opened, close }}
      rules={{
        dataInicio: wrongDay,
        dataFim: (until, { dataInicio }) => lastDay(until, dataInicio),
      }}
    >
      {(form) => (
        <>
          <MultiPicker data-autofocus label="Tipo de Lançamento" options={kindOptions} {...form.getInputProps('tipos')} />
          <DateField label="Data Inicial" {...form.getInputProps('dataInicio')} />
          <DateField label="Data Final" {...form.getInputProps('dataFim')} />
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
