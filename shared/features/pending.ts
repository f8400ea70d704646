// The board of pending tasks.
import { z } from 'zod'
import { call } from '../call.ts'
import { Amount, Id, PersonName, Words } from '../wire.ts'

/** `prioridade`: Urgente, Alta, Normal or Baixa. */
const PendingTask = z.object({ tarefa: Words, prioridade: Words.nullable(), order: Amount })

export const PendingSector = z.object({
  CODIGOSETOR: Id,
  DESCRICAOSETOR: Words,
  users: z.array(PersonName.extend({ tasks: z.array(PendingTask) })),
})
export type PendingSector = z.output<typeof PendingSector>

export const pending = [call('GET /dash/pendenciasPed', { title: 'Ver as pendências', menu: '/pendencias-ped', reply: z.array(PendingSector) })]
