import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, wrongDay } from '../../ui/form/days.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { dayKeys, days, listKeys, lists, type useAppointmentFilter } from './filter.ts'

export default function AppointmentFilter({
  of: { filter, call, options },
  opened,
  close,
}: {
  of: ReturnType<typeof useAppointmentFilter>
  opened: boolean
  close: () => void
}) {
  return (
    <FilterModal
      {...{ filter, opened, close }}
      lists={call}
      rules={{
        dataInicial: wrongDay,
        dataFinal: (day, { dataInicial }) => lastDay(day, dataInicial),
      }}
    >
      {(form) => (
        <>
          {listKeys.map((key, index) => (
            <MultiPicker key={key} label={lists[key]} options={options[key]} data-autofocus={index === 0 || undefined} {...form.getInputProps(key)} />
          ))}
          {dayKeys.map((key) => (
            <DateField key={key} label={days[key][0]} {...form.getInputProps(key)} />
          ))}
          <Periods
            from={form.values.dataInicial}
            until={form.values.dataFinal}
            change={(dataInicial, dataFinal) => form.setValues({ dataInicial, dataFinal })}
          />
        </>
      )}
    </FilterModal>
  )
}
