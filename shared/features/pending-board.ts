// The board that shows the pending tasks of each person.
import { z } from 'zod'
import { call } from '../call.ts'
import { Amount, Id, PersonName, Words } from '../wire.ts'

/** Maximum number of open tasks that are shown per person. */
export const SHOWN = 10

/** A pending task. `prioridade` is Urgente, Alta, Normal or Baixa. `order` is the position of the task in the list of the person, from 1. */
const PendingTask = z.object({ tarefa: Words, prioridade: Words.nullable(), order: Amount })
export type PendingTask = z.output<typeof PendingTask>

export const PendingSector = z.object({
  CODIGOSETOR: Id,
  DESCRICAOSETOR: Words,
  users: z.array(PersonName.extend({ tasks: z.array(PendingTask) })),
})
export type PendingSector = z.output<typeof PendingSector>

export const pendingBoard = [call('GET /dash/pendenciasPed', { title: 'Ver as pendências', menu: '/pendencias-ped', reply: z.array(PendingSector) })]
