// Atividades: the kinds of appointments, and the fields that an appointment of each kind requires.
import { z } from 'zod'
import { call } from '../call.ts'
import { bodyOf, replyOf, type RecordFields } from '../record.ts'
import { DESCRIPTION } from '../text.ts'
import { Created, Done, Id, NewId, Version } from '../wire.ts'

export const messages = {
  created: 'Atividade criada com sucesso!',
  changed: 'Atividade alterada com sucesso!',
}

const head = (name: string, what: string) => [name, `S ou N: ${what} (padrão N)`] as const
export const record = {
  descricao: { type: 'text', column: 'description', reply: 'DESCTAREFAEXTERNO', ...DESCRIPTION },
  status: { type: 'status', column: 'status', reply: 'CODIGO_STATUS' },
  envolveClient: { type: 'flag', column: 'client', reply: 'CLIENTE', name: 'Envolve cliente', head: head('cliente', 'pede cliente') },
  carro: { type: 'flag', column: 'car', reply: 'CARRO', name: 'Envolve carro', head: head('carro', 'pede carro') },
  regiao: { type: 'flag', column: 'region', reply: 'REGIAO', name: 'Envolve região', head: head('regiao', 'pede região') },
  mostrarTv: { type: 'flag', column: 'onTv', reply: 'MOSTRARTV', name: 'Mostrar na TV', head: head('tv', 'aparece na TV') },
} as const satisfies RecordFields

export const Activity = z.object({ CODTAREFAEXTERNO: Id, ...replyOf(record) })
export type Activity = z.output<typeof Activity>

export const StoredActivity = Activity.extend({ versao: Version })

const fields = bodyOf(record)

const menu = '/atividades'
export const activities = [
  call('GET /tasks', { title: 'Ver o cadastro de atividades', menu, reply: z.array(Activity) }),
  call('GET /tasks/{id}', { title: 'Abrir uma atividade do cadastro', menu, reply: StoredActivity }),
  call('POST /tasks', { title: 'Criar atividade no cadastro', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /tasks', { title: 'Alterar atividade do cadastro', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
