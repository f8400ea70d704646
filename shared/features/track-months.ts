// Closed months of time tracking, an addition to the contract. Time that began in a closed month cannot change until the month is reopened.
import { z } from 'zod'
import { P } from '../access.ts'
import { call } from '../call.ts'
import { History, HistoryQuery } from '../history.ts'
import { displayOnly, Done, Id, Instant, Month, Words } from '../wire.ts'

export const messages = {
  closed: 'Mês fechado!',
  reopened: 'Mês reaberto!',
  notOver: 'Só um mês que já terminou pode ser fechado.',
  /** Time that began in the month and still runs. `names` are the people. */
  running: (names: string[]) => `Ainda há tempo em andamento que começou neste mês, de ${names.join(', ')}. Ele tem de terminar antes.`,
}

/** A month that was closed at least once. */
export const TimeMonth = z.object({
  id: Id,
  mes: Month,
  fechado: z.boolean(),
  /** When it was last closed or reopened, and by whom. */
  em: displayOnly(Instant),
  por: Words,
})
export type TimeMonth = z.output<typeof TimeMonth>

const menu = '/track'
export const trackMonths = [
  call('GET /track-months', { title: 'Ver os meses fechados do tempo', added: true, menu, reply: z.array(TimeMonth) }),
  call('PUT /track-months', {
    title: 'Fechar ou reabrir um mês do tempo',
    added: true,
    menu,
    body: z.strictObject({ mes: Month, fechado: z.boolean() }),
    rule: () => P,
    reply: Done,
  }),
  call('GET /track-months/{id}/history', {
    title: 'Ver o histórico de um mês do tempo',
    added: true,
    menu,
    query: HistoryQuery,
    rule: () => P,
    reply: History,
  }),
]
