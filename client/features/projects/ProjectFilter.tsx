import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { priorityOptions, type useProjectFilter } from './filter.ts'

interface Props {
  of: ReturnType<typeof useProjectFilter>
  opened: boolean
  close: () => void
}

export default function ProjectFilter({ of: { filter, lists, statuses, types }, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, opened, close, lists }}>
      {(form) => (
        <>
          <MultiPicker data-autofocus label="Status" options={statuses} {...form.getInputProps('status')} />
          <MultiPicker label="Prioridade" options={priorityOptions} {...form.getInputProps('prioridade')} />
          <Choice
            legend="Tipo"
            options={[{ value: '', label: 'Todos' }, ...types]}
            value={form.values.tipo}
            onChange={(tipo) => form.setFieldValue('tipo', tipo)}
          />
        </>
      )}
    </FilterModal>
  )
}
