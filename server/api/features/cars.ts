// Carros: the calls and the spreadsheet of the cars.
import { record, type cars as rows } from '../../../shared/features/cars.ts'
import { cars as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { columnsOf } from '../record.ts'
import { register, type FormOf } from '../register.ts'
import { recordSheet, sheet } from '../sheet.ts'

const { list, one, create, update } = register({ table, id: 'CODIGOCARRO', record })

export const cars: Handlers<typeof rows> = {
  'GET /cars': list,
  'GET /cars/{id}': one,
  'POST /cars': create,
  'PUT /cars': update,
}

export const carSheet = sheet('POST /cars', {
  table,
  key: ['plate'],
  ...recordSheet(record),
  row: (body: FormOf<'POST /cars'>) => columnsOf(record, body),
})
