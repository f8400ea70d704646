// Form values of an activity.
import { record } from '../../../shared/features/activities.ts'
import { read } from '../../api/request.ts'
import { useRecordEditing, type RecordValues } from '../../ui/form/record.ts'

export type Values = RecordValues<typeof record>
export const useActivityEditing = () => useRecordEditing('atividade', record, (id) => read('GET /tasks/{id}', { path: { id } }))
