// Atividades: the kinds of appointments.
import { record, type activities as rows } from '../../../shared/features/activities.ts'
import { activities as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { columnsOf } from '../record.ts'
import { register, type FormOf } from '../register.ts'
import { recordSheet, sheet } from '../sheet.ts'

const { list, one, create, update } = register({ table, id: 'CODTAREFAEXTERNO', record })

export const activities: Handlers<typeof rows> = {
  'GET /tasks': list,
  'GET /tasks/{id}': one,
  'POST /tasks': create,
  'PUT /tasks': update,
}

export const activitySheet = sheet('POST /tasks', {
  table,
  key: ['description'],
  ...recordSheet(record),
  row: (body: FormOf<'POST /tasks'>) => columnsOf(record, body),
})
