// Home: the first page of every person.
import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Duration, Id, Instant, displayOnly, Words } from '../wire.ts'

export const messages = {
  noAppointment: 'Nenhum compromisso próximo.',
  noTask: 'Nenhuma atividade recente.',
}

/** Maximum number of appointments and of tasks. */
export const LISTED = 50

/** Home shows a watched ticket during this many days before its watch ends. */
export const WATCHED = 7

const When = displayOnly(z.union([Day, Instant]))
export const Home = z.object({
  /** The person's time in the current month, by activity. */
  tempos: z.array(z.object({ DESCRICAOATIVIDADE: Words, total: displayOnly(Duration) })),
  total: z.object({ totalizador: displayOnly(Duration) }),
  compromissos: z.array(
    z.object({
      /** Addition to the contract: id to open the appointment. */
      ID: Id.optional(),
      DESCTAREFAEXTERNO: Words,
      CLIENTE: Words.nullable(),
      DATAINI: When,
      DATAFIM: When,
    }),
  ),
  /** Addition to the contract: CODIGOTAREFA, the id to open the task. */
  pendencias: z.array(z.object({ CODIGOTAREFA: Id.optional(), task: Words, priority: Words })),
  /** Addition to the contract: the person's tickets whose watch ends within WATCHED days, the earliest first, with the ids to open them. */
  monitorados: z
    .array(z.object({ id: Id, idControleHoras: Id, nTicket: Words, cliente: Words, descricao: Words, dataMonitoramento: displayOnly(Day) }))
    .optional(),
})
export type Home = z.output<typeof Home>

export const home = [call('GET /dash/Home', { title: 'Abrir a Home', menu: 'session', reply: Home })]
