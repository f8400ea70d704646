// Form values of a region.
import { record } from '../../../shared/features/regions.ts'
import { read } from '../../api/request.ts'
import { useRecordEditing, type RecordValues } from '../../ui/form/record.ts'

export type Values = RecordValues<typeof record>
export const useRegionEditing = () => useRecordEditing('regiao', record, (id) => read('GET /region/{id}', { path: { id } }))
