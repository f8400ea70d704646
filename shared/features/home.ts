// Home: the page that every person sees first.
import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Duration, Id, Instant, displayOnly, Words } from '../wire.ts'

export const messages = {
  noAppointment: 'Nenhum compromisso próximo.',
  noTask: 'Nenhuma atividade recente.',
}

/** Maximum number of appointments, and maximum number of tasks. */
export const LISTED = 50

/** A monitored ticket appears on Home from this many days before the end of its monitoring. */
export const WATCHED = 7

const When = displayOnly(z.union([Day, Instant]))
export const Home = z.object({
  /** The person's time in the current month, by activity. */
  tempos: z.array(z.object({ DESCRICAOATIVIDADE: Words, total: displayOnly(Duration) })),
  total: z.object({ totalizador: displayOnly(Duration) }),
  compromissos: z.array(
    z.object({
      /** Addition to the contract: the id that opens the appointment. */
      ID: Id.optional(),
      DESCTAREFAEXTERNO: Words,
      CLIENTE: Words.nullable(),
      DATAINI: When,
      DATAFIM: When,
    }),
  ),
  /** Additions to the contract: CODIGOTAREFA, the id that opens the task, and the day for which it is planned. */
  pendencias: z.array(z.object({ CODIGOTAREFA: Id.optional(), task: Words, priority: Words, dia: Day.nullish() })),
  /** Addition to the contract: the person's finished time of today and of this week. */
  horas: z.object({ hoje: displayOnly(Duration), semana: displayOnly(Duration) }).optional(),
  /** Addition to the contract: the person's tickets whose monitoring ends within WATCHED days, earliest first, with the ids that open them. */
  monitorados: z
    .array(z.object({ id: Id, idControleHoras: Id, nTicket: Words, cliente: Words, descricao: Words, dataMonitoramento: displayOnly(Day) }))
    .optional(),
})
export type Home = z.output<typeof Home>

export const home = [call('GET /dash/Home', { title: 'Abrir a Home', menu: 'session', reply: Home })]
