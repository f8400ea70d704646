// Regiões: the calls and the spreadsheet of the regions.
import { record, type regions as rows } from '../../../shared/features/regions.ts'
import { regions as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { columnsOf } from '../record.ts'
import { register, type FormOf } from '../register.ts'
import { recordSheet, sheet } from '../sheet.ts'

const { list, one, create, update } = register({ table, id: 'ID', record })

export const regions: Handlers<typeof rows> = {
  'GET /region': list,
  'GET /region/{id}': one,
  'POST /region': create,
  'PUT /region': update,
}

export const regionSheet = sheet('POST /region', {
  table,
  key: ['description'],
  ...recordSheet(record),
  row: (body: FormOf<'POST /region'>) => columnsOf(record, body),
})
