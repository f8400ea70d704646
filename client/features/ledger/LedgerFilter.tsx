import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, wrongDay } from '../../ui/form/days.ts'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { choices, keys, labels, type useLedgerFilter } from './ledgerFilter.ts'

interface Props {
  of: ReturnType<typeof useLedgerFilter>
  opened: boolean
  close: () => void
}

export default function LedgerFilter({ of: { filter }, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, opened, close }} rules={{ dataInicial: wrongDay, dataFinal: (until, { dataInicial }) => lastDay(until, dataInicial) }}>
      {(form) => (
        <>
          {keys.map((key, nth) => (
            <Choice
              key={key}
              first={nth === 0}
              legend={labels[key]}
              // The status has no 'Todos' with an empty value, because for the status an empty value means active.
              options={[
                ...(key === 'situacao' ? [] : [{ value: '', label: 'Todos' }]),
                ...Object.entries(choices[key]).map(([value, label]) => ({ value: key === 'situacao' && value === 'A' ? '' : value, label })),
              ]}
              value={form.values[key]}
              onChange={(value) => form.setFieldValue(key, value)}
            />
          ))}
          <DateField label="Data Inicial" {...form.getInputProps('dataInicial')} />
          <DateField label="Data Final" {...form.getInputProps('dataFinal')} />
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
