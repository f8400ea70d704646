// Form values of a car.
import { record } from '../../../shared/features/cars.ts'
import { read } from '../../api/request.ts'
import { useRecordEditing, type RecordValues } from '../../ui/form/record.ts'

export type Values = RecordValues<typeof record>
export const useCarEditing = () => useRecordEditing('carro', record, (id) => read('GET /cars/{id}', { path: { id } }))
