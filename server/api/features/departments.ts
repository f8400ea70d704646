// Departamentos: the calls and the spreadsheet of the departments.
import type { departments as rows } from '../../../shared/features/departments.ts'
import { departments as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { register, type FormOf } from '../register.ts'
import { sheet, statusOf } from '../sheet.ts'

const columns = ({ descricao, codigo_status }: FormOf<'POST /department'>) => ({ name: descricao, status: codigo_status })

const { list, one, create, update } = register({
  table,
  shown: { CODIGOSETOR: table.id, DESCRICAOSETOR: table.name, CODIGO_STATUS: table.status },
  columns,
})

export const departments: Handlers<typeof rows> = {
  'GET /department': list,
  'GET /department/{id}': one,
  'POST /department': create,
  'PUT /department': update,
}

export const departmentSheet = sheet('POST /department', {
  table,
  key: ['name'],
  heads: { descricao: 'descrição' },
  body: (line) => ({ descricao: () => line['descricao'], codigo_status: () => statusOf(line['status']) }),
  row: columns,
})
