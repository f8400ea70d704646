// Home.
import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Duration, Id, Instant, displayOnly, Words } from '../wire.ts'

export const messages = {
  noAppointment: 'Nenhum compromisso próximo.',
  noTask: 'Nenhuma atividade recente.',
}

/** Appointments and tasks that are answered, at most of each. */
export const LISTED = 50

/** Days before a ticket is no longer watched in which Home tells of it. */
export const WATCHED = 7

const When = displayOnly(z.union([Day, Instant]))
export const Home = z.object({
  /** The person's time of the current month, by activity. */
  tempos: z.array(z.object({ DESCRICAOATIVIDADE: Words, total: displayOnly(Duration) })),
  total: z.object({ totalizador: displayOnly(Duration) }),
  compromissos: z.array(
    z.object({
      /** (+) What opens it. */
      ID: Id.optional(),
      DESCTAREFAEXTERNO: Words,
      CLIENTE: Words.nullable(),
      DATAINI: When,
      DATAFIM: When,
    }),
  ),
  /** (+) CODIGOTAREFA: what opens it. */
  pendencias: z.array(z.object({ CODIGOTAREFA: Id.optional(), task: Words, priority: Words })),
  /** (+) The person's tickets that are watched for WATCHED more days or less, the first to end on top; with what opens them. */
  monitorados: z
    .array(z.object({ id: Id, idControleHoras: Id, nTicket: Words, cliente: Words, descricao: Words, dataMonitoramento: displayOnly(Day) }))
    .optional(),
})
export type Home = z.output<typeof Home>

export const home = [call('GET /dash/Home', { title: 'Abrir a Home', menu: 'session', reply: Home })]
