// Atividades: the kinds of appointments.
import type { activities as rows } from '../../../shared/features/activities.ts'
import { activities as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { register, type FormOf } from '../register.ts'
import { flagOf, sheet, statusOf } from '../sheet.ts'

const columns = ({ descricao, status, envolveClient, carro, regiao, mostrarTv }: FormOf<'POST /tasks'>) => ({
  description: descricao,
  status,
  client: envolveClient,
  car: carro,
  region: regiao,
  onTv: mostrarTv,
})

const { list, one, create, update } = register({
  table,
  shown: {
    CODTAREFAEXTERNO: table.id,
    DESCTAREFAEXTERNO: table.description,
    CODIGO_STATUS: table.status,
    CLIENTE: table.client,
    CARRO: table.car,
    REGIAO: table.region,
    MOSTRARTV: table.onTv,
  },
  columns,
})

export const activities: Handlers<typeof rows> = {
  'GET /tasks': list,
  'GET /tasks/{id}': one,
  'POST /tasks': create,
  'PUT /tasks': update,
}

export const activitySheet = sheet('POST /tasks', {
  table,
  key: ['description'],
  heads: {
    descricao: 'descrição',
    cliente: 'S ou N: pede cliente (padrão N) ?',
    carro: 'S ou N: pede carro (padrão N) ?',
    regiao: 'S ou N: pede região (padrão N) ?',
    tv: 'S ou N: aparece na TV (padrão N) ?',
  },
  optional: { cliente: 'client', carro: 'car', regiao: 'region', tv: 'on_tv' },
  body: (line) => ({
    descricao: () => line['descricao'],
    status: () => statusOf(line['status']),
    envolveClient: () => flagOf('cliente', line),
    regiao: () => flagOf('regiao', line),
    carro: () => flagOf('carro', line),
    mostrarTv: () => flagOf('tv', line),
  }),
  row: columns,
})
