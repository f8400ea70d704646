// Appointments that have ended and may become time entries, an addition to the contract. Each is offered until it is booked or dismissed.
import { z } from 'zod'
import { is } from '../access.ts'
import { call, read } from '../call.ts'
import { appointment } from './appointments.ts'
import { Done, Duration, Id, Instant, Words } from '../wire.ts'

export const Visit = z.object({
  /** Id of the appointment. */
  id: Id,
  atividade: Words,
  cliente: Words.nullable(),
  dataHoraInicio: Instant,
  total: Duration,
})
export type Visit = z.output<typeof Visit>

const menu = '/track'
export const trackVisits = [
  call('GET /track-visits', { title: 'Ver os próprios compromissos sem tempo lançado', added: true, menu, reply: z.array(Visit) }),
  call('DELETE /track-visits/{id}', {
    title: 'Dispensar o tempo de um compromisso próprio',
    added: true,
    menu,
    rule: ({ path, me }) => is(read(appointment, path.id).CODCOLABORADOR, me.id),
    reply: Done,
  }),
]
