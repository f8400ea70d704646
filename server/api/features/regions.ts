// Regiões: the calls and the spreadsheet of the regions.
import type { regions as rows } from '../../../shared/features/regions.ts'
import { regions as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { register, type FormOf } from '../register.ts'
import { sheet, statusOf } from '../sheet.ts'

const columns = ({ descricao, id_status }: FormOf<'POST /region'>) => ({ description: descricao, status: id_status })

const { list, one, create, update } = register({
  table,
  shown: { ID: table.id, DESCRICAO: table.description, STATUS: table.status },
  columns,
})

export const regions: Handlers<typeof rows> = {
  'GET /region': list,
  'GET /region/{id}': one,
  'POST /region': create,
  'PUT /region': update,
}

export const regionSheet = sheet('POST /region', {
  table,
  key: ['description'],
  heads: { descricao: 'descrição' },
  body: (line) => ({ descricao: () => line['descricao'], id_status: () => statusOf(line['status']) }),
  row: columns,
})
