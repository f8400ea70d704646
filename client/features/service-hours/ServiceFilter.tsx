import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { orAll } from '../options.ts'
import { stageWord } from './Balance.tsx'
import { balances, labelOf, listKeys, STAGES, type useServiceFilter } from './filter.ts'

interface Props {
  of: ReturnType<typeof useServiceFilter>
  opened: boolean
  close: () => void
}

export default function ServiceFilter({ of: { filter, lists }, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, opened, close }} lists={lists.call}>
      {(form) => (
        <>
          {listKeys.map((key, nth) => (
            <MultiPicker
              key={key}
              data-autofocus={nth === 0 || undefined}
              label={labelOf(key)}
              options={lists.options[key]}
              {...form.getInputProps(key)}
            />
          ))}
          <Choice legend="Saldo" options={orAll(balances)} value={form.values.saldo} onChange={(saldo) => form.setFieldValue('saldo', saldo)} />
          <Choice
            legend="Situação do saldo"
            options={[{ value: '', label: 'Todas' }, ...STAGES.map((stage) => ({ value: stage, label: stageWord[stage] }))]}
            value={form.values['saldo-em']}
            onChange={(stage) => form.setFieldValue('saldo-em', stage)}
          />
        </>
      )}
    </FilterModal>
  )
}
