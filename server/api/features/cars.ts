// Carros: the calls and the spreadsheet of the cars.
import type { cars as rows } from '../../../shared/features/cars.ts'
import { cars as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { register, type FormOf } from '../register.ts'
import { sheet, statusOf } from '../sheet.ts'

const columns = ({ placa, numero, descricao, status }: FormOf<'POST /cars'>) => ({ plate: placa, number: numero, description: descricao, status })

const { list, one, create, update } = register({
  table,
  shown: {
    CODIGOCARRO: table.id,
    PLACACARRO: table.plate,
    DESCRICAOCARRO: table.description,
    NUMEROCARRO: table.number,
    CODIGO_STATUS: table.status,
  },
  columns,
})

export const cars: Handlers<typeof rows> = {
  'GET /cars': list,
  'GET /cars/{id}': one,
  'POST /cars': create,
  'PUT /cars': update,
}

export const carSheet = sheet('POST /cars', {
  table,
  key: ['plate'],
  heads: { placa: 'placa', numero: 'número', descricao: 'descrição' },
  body: (line) => ({
    placa: () => line['placa'],
    numero: () => line['numero'],
    descricao: () => line['descricao'],
    status: () => statusOf(line['status']),
  }),
  row: columns,
})
