import type { useCall } from '../../api/useCall.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { optionsOf } from '../options.ts'
import type { Filtering } from './roadmapFilter.ts'

interface Props {
  filter: Filtering
  lists: ReturnType<typeof useCall<'GET /trackprojetos/data'>>
  opened: boolean
  close: () => void
}

export default function RoadmapFilter({ filter, lists, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, lists, opened, close }}>
      {(form) => (
        <MultiPicker data-autofocus label="Status" options={optionsOf.statuses(lists.data?.status, 'P')} {...form.getInputProps('status')} />
      )}
    </FilterModal>
  )
}
