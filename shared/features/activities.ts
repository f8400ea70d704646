// Atividades: the kinds of appointments, and the fields that an appointment of each kind requires.
import { z } from 'zod'
import { call } from '../call.ts'
import { Created, Description, Done, Flag, Id, NewId, Status, Version, Words } from '../wire.ts'

export const messages = {
  created: 'Atividade criada com sucesso!',
  changed: 'Atividade alterada com sucesso!',
}

export const Activity = z.object({
  CODTAREFAEXTERNO: Id,
  DESCTAREFAEXTERNO: Words,
  CODIGO_STATUS: Status,
  CLIENTE: Flag,
  CARRO: Flag,
  REGIAO: Flag,
  MOSTRARTV: Flag,
})
export type Activity = z.output<typeof Activity>

export const StoredActivity = Activity.extend({ versao: Version })

const fields = {
  descricao: Description,
  status: Status,
  envolveClient: Flag,
  regiao: Flag,
  carro: Flag,
  mostrarTv: Flag,
}

const menu = '/atividades'
export const activities = [
  call('GET /tasks', { title: 'Ver o cadastro de atividades', menu, reply: z.array(Activity) }),
  call('GET /tasks/{id}', { title: 'Abrir uma atividade do cadastro', menu, reply: StoredActivity }),
  call('POST /tasks', { title: 'Criar atividade no cadastro', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /tasks', { title: 'Alterar atividade do cadastro', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
