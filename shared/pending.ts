// The board of pending tasks (W37).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, PersonName } from './wire.ts'

/** `prioridade`: Urgente, Alta, Normal or Baixa. */
const PendingTask = z.object({ tarefa: z.string(), prioridade: z.string().nullable(), order: z.number() })

export const PendingSector = z.object({
  CODIGOSETOR: Id,
  DESCRICAOSETOR: z.string(),
  users: z.array(PersonName.extend({ tasks: z.array(PendingTask) })),
})
export type PendingSector = z.output<typeof PendingSector>

export const pending = [call('GET /dash/pendenciasPed', { menu: '/pendencias-ped', reply: z.array(PendingSector) })]
