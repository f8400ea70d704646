import type { useCall } from '../../api/useCall.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import type { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'
import type { blank } from './Roadmap.tsx'

interface Props {
  filter: ReturnType<typeof useFilter<typeof blank>>
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
