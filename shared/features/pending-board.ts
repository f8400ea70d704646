// The board of pending tasks.
import { z } from 'zod'
import { call } from '../call.ts'
import { Amount, Id, PersonName, Words } from '../wire.ts'

/** Number of open tasks shown per person. */
export const SHOWN = 10

/** `prioridade` is Urgente, Alta, Normal or Baixa. `order` is the task's position in the person's list, from 1. */
const PendingTask = z.object({ tarefa: Words, prioridade: Words.nullable(), order: Amount })
export type PendingTask = z.output<typeof PendingTask>

export const PendingSector = z.object({
  CODIGOSETOR: Id,
  DESCRICAOSETOR: Words,
  users: z.array(PersonName.extend({ tasks: z.array(PendingTask) })),
})
export type PendingSector = z.output<typeof PendingSector>

export const pendingBoard = [call('GET /dash/pendenciasPed', { title: 'Ver as pendências', menu: '/pendencias-ped', reply: z.array(PendingSector) })]
