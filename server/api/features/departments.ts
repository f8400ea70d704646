// Departamentos: the calls and the spreadsheet of the departments.
import { record, type departments as rows } from '../../../shared/features/departments.ts'
import { departments as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { columnsOf } from '../record.ts'
import { register, type FormOf } from '../register.ts'
import { recordSheet, sheet } from '../sheet.ts'

const { list, one, create, update } = register({ table, id: 'CODIGOSETOR', record })

export const departments: Handlers<typeof rows> = {
  'GET /department': list,
  'GET /department/{id}': one,
  'POST /department': create,
  'PUT /department': update,
}

export const departmentSheet = sheet('POST /department', {
  table,
  key: ['name'],
  ...recordSheet(record),
  row: (body: FormOf<'POST /department'>) => columnsOf(record, body),
})
