// Form values of a department.
import { record } from '../../../shared/features/departments.ts'
import { read } from '../../api/request.ts'
import { useRecordEditing, type RecordValues } from '../../ui/form/record.ts'

export type Values = RecordValues<typeof record>
export const useDepartmentEditing = () => useRecordEditing('departamento', record, (id) => read('GET /department/{id}', { path: { id } }))
