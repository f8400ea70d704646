import { messages } from '../../../shared/features/track.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { Picker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import type { blank, useTimeFilter } from './filter.ts'

export default function TimeFilter({
  of: { filter, lists, people, mayChoose },
  dated,
  opened,
  close,
}: {
  of: ReturnType<typeof useTimeFilter>
  /** True to offer the days. False for the week, whose toolbar has them. */
  dated: boolean
  opened: boolean
  close: () => void
}) {
  return (
    <FilterModal
      {...{ filter, opened, close }}
      {...(mayChoose && { lists })}
      rules={
        dated
          ? {
              startdate: requiredDay,
              enddate: (until: string, { startdate }: typeof blank) => requiredDay(until) ?? (until < startdate ? messages.endDate : null),
            }
          : {}
      }
    >
      {(form) => {
        const { value, onChange, ...user } = form.getInputProps('user') as { value: number[]; onChange: (ids: number[]) => void }
        return (
          <>
            {dated && (
              <>
                <DateField label="Data inicial" required data-autofocus {...form.getInputProps('startdate')} />
                <DateField label="Data final" required {...form.getInputProps('enddate')} />
                <Periods
                  from={form.values.startdate}
                  until={form.values.enddate}
                  change={(startdate, enddate) => form.setValues({ startdate, enddate })}
                />
              </>
            )}
            {mayChoose && (
              <Picker
                label="Usuário"
                clearable
                options={people}
                {...user}
                value={value[0] ?? null}
                onChange={(id) => onChange(id === null ? [] : [id])}
              />
            )}
          </>
        )
      }}
    </FilterModal>
  )
}
