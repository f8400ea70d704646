import type { Reply } from '../../api/address.ts'
import type { Called } from '../../api/useCall.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import type { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from './filter.ts'

interface Props {
  filter: ReturnType<typeof useFilter<{ sprints: number[] }>>
  lists: Called<Reply<'GET /sprints'>>
  opened: boolean
  close: () => void
}

export default function EmergentFilter({ filter, lists, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, lists, opened, close }}>
      {(form) => <MultiPicker label="Sprints" data-autofocus options={optionsOf(lists.data)} {...form.getInputProps('sprints')} />}
    </FilterModal>
  )
}
