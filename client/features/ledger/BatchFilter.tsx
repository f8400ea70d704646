import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { orAll } from '../options.ts'
import { balances, statuses, type useBatchFilter } from './batchFilter.ts'

interface Props {
  of: ReturnType<typeof useBatchFilter>
  opened: boolean
  close: () => void
}

const choices = [
  { key: 'situacao', legend: 'Status', words: statuses },
  { key: 'dinheiro', legend: 'Saldo em dinheiro', words: balances },
  { key: 'cartao', legend: 'Saldo em cartão', words: balances },
] as const

export default function BatchFilter({ of: { filter, lists, people }, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, opened, close }} lists={lists}>
      {(form) => (
        <>
          <MultiPicker data-autofocus label="Colaboradores" options={people} {...form.getInputProps('colaborador')} />
          {choices.map(({ key, legend, words }) => (
            <Choice key={key} legend={legend} options={orAll(words)} value={form.values[key]} onChange={(value) => form.setFieldValue(key, value)} />
          ))}
        </>
      )}
    </FilterModal>
  )
}
