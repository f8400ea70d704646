// Calendário, and the lists of people whose appointments or time may be chosen.
import { z } from 'zod'
import { absent, all, any, holds, is, me, S } from '../access.ts'
import { call } from '../call.ts'
import { CarChoice, TaskChoice } from './appointments.ts'
import { Day, Described, Hour, Id, Instant, PersonName, displayOnly, Status, Words } from '../wire.ts'

export const messages = {
  dataInicio: 'Se vazio, o filtro padrão é de 90 dias para trás.',
  elsewhere: 'Este compromisso foi alterado por outra pessoa. Confira o horário atual e mova de novo.',
  clash: 'Já há compromisso nesse horário.',
}

export const CalendarEvent = z.object({
  id: Id,
  name: Words,
  color: Words.nullable(),
  start: Instant,
  end: Instant,
  /** Addition to the contract: the person of the appointment. */
  colaborador: PersonName.optional(),
  /** Addition to the contract: the place of the appointment, and its car. */
  cliente: z.string().nullish(),
  regiao: z.string().nullish(),
  carro: CarChoice.pick({ CODIGOCARRO: true, DESCRICAOCARRO: true }).nullish(),
  /** Addition to the contract: I means that the appointment was reversed. `versao` counts the changes of the appointment. */
  status: Status.nullish(),
  versao: z.int().nullish(),
})
export type CalendarEvent = z.output<typeof CalendarEvent>

export const CalendarDetail = z.object({
  cliente: Words.nullable(),
  /** Addition to the contract: the id of the client. */
  idCliente: Id.nullish(),
  atividade: Words,
  carro: Words.nullable(),
  regiao: Words.nullable(),
  dataInicio: displayOnly(Day),
  horaInicio: displayOnly(Hour),
  dataFim: displayOnly(Day),
  horaFim: displayOnly(Hour),
})
export type CalendarDetail = z.output<typeof CalendarDetail>

/** The options of the filter. */
export const CalendarLists = z.object({
  users: z.array(PersonName),
  atividades: z.array(TaskChoice),
  veiculos: z.array(CarChoice),
  departamentos: z.array(Described),
})
export type CalendarLists = z.output<typeof CalendarLists>

const ids = z.array(Id).max(1000).optional()
/** Number of past days that are shown if no first day is chosen. */
export const WINDOW_DAYS = 90

/** The filter. An empty filter means everybody, from 90 days ago on. Both dates include the whole day. */
export const CalendarFilter = z.strictObject({
  users: ids,
  atividade: ids,
  veiculo: ids,
  departamento: ids,
  dataInicio: Day.nullish(),
  dataFim: Day.nullish(),
  /** Addition to the contract: true to include reversed appointments. Allowed only if `users` contains nobody but the caller. */
  estornados: z.boolean().optional(),
})
export type CalendarFilter = z.output<typeof CalendarFilter>

const menu = '/calendario'
export const calendar = [
  call('GET /dash/calendarioOndeEstou', { title: 'Ver as opções do filtro do calendário', menu, reply: CalendarLists }),
  call('POST /dash/calendarioOndeEstou', {
    title: 'Ver o calendário',
    menu,
    body: CalendarFilter,
    rule: ({ body: { estornados, users } }) => any(absent(estornados), all(is(users[0], me.id), absent(users[1]))),
    reply: z.array(CalendarEvent),
    safe: true,
  }),
  call('GET /detailcalendar/{id}', { title: 'Ver os detalhes de um compromisso do calendário', menu, reply: CalendarDetail }),
  call('GET /userstofilter', {
    title: 'Ver as pessoas que um filtro oferece',
    menu: [menu, '/track'],
    rule: () => any(holds(menu), S),
    reply: z.array(PersonName),
  }),
]
