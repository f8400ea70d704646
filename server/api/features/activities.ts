// Atividades: what an appointment is about.
import type { activities as rows } from '../../../shared/features/activities.ts'
import { activities as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { register, type FormOf } from '../register.ts'

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
  columns: ({ descricao, status, envolveClient, carro, regiao, mostrarTv }: FormOf<'POST /tasks'>) => ({
    description: descricao,
    status,
    client: envolveClient,
    car: carro,
    region: regiao,
    onTv: mostrarTv,
  }),
})

export const activities: Handlers<typeof rows> = {
  'GET /tasks': list,
  'GET /tasks/{id}': one,
  'POST /tasks': create,
  'PUT /tasks': update,
}
