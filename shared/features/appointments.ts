// The agenda, "Onde Estou": appointments and what they are made of.
import { z } from 'zod'
import { all, is, must } from '../access.ts'
import { ANYBODYS, call, read } from '../call.ts'
import { DAY, YEARS } from '../clock.ts'
import { Car } from './cars.ts'
import { ClientChoice } from './clients.ts'
import { messages as common } from '../messages.ts'
import type { TextField } from '../text.ts'
import { Activity } from './activities.ts'
import {
  Chosen,
  Created,
  Day,
  Described,
  Done,
  GIVES_REASON,
  Hour,
  Id,
  Ids,
  IdTexts,
  NewId,
  PersonName,
  Status,
  text,
  Version,
  Words,
} from '../wire.ts'

export const messages = {
  horaFim: 'Hora final não pode ser menor que hora inicial.',
  created: 'Compromisso criado com sucesso!',
  changed: 'Compromisso alterado com sucesso!',
  reversed: 'Compromisso estornado não pode ser alterado!',
  tooLong: 'Um compromisso não pode durar mais que 366 dias.',
  carTooLong: 'Um compromisso com carro não pode durar mais que 31 dias.',
  tooMany: 'São mais de 20.000 compromissos. Escolha um período menor ou outros filtros.',
  tooLarge: 'São compromissos demais para uma só lista. Escolha um período menor ou outros filtros.',
  /** What was chosen may no longer be. */
  inactive: {
    colaborador: 'O colaborador escolhido está inativo. Escolha outro.',
    atividade: 'A atividade escolhida está inativa. Escolha outra.',
    cliente: 'O cliente escolhido está inativo. Escolha outro.',
    carro: 'O carro escolhido está inativo. Escolha outro.',
    regiao: 'A região escolhida está inativa. Escolha outra.',
  },
  carTaken: (car: string, person: string, from: string, until: string) => `O carro ${car} já está com ${person} de ${from} a ${until}.`,
}

/** An appointment to look at or to change: one with status I was reversed, for good. */
export const Appointment = z.object({
  ID: Id,
  CODCOLABORADOR: Id,
  CODCLIENTE: Id.nullable(),
  carro: Id.nullable(),
  CODATIVIDADE: Id,
  regiao: Id.nullable(),
  dataIni: Day,
  horaIni: Hour,
  dataFim: Day,
  horaFim: Hour,
  status: Status,
  MOTIVO: Words.nullable(),
})
export type Appointment = z.output<typeof Appointment>

export const StoredAppointment = Appointment.extend({ versao: Version })

export const AppointmentRow = Appointment.extend({
  NOMECOMPLETOUSUARIO: Words,
  NOMEFANTASIACLIENTE: Words.nullable(),
  DESLOC: Words.nullable(),
  DESCTAREFAEXTERNO: Words,
})
export type AppointmentRow = z.output<typeof AppointmentRow>

export const TaskChoice = Activity.pick({ CODTAREFAEXTERNO: true, DESCTAREFAEXTERNO: true, CLIENTE: true, CARRO: true, REGIAO: true })
export const CarChoice = Car.pick({ CODIGOCARRO: true, PLACACARRO: true, DESCRICAOCARRO: true })

/** Why an appointment was reversed. */
export const REASON: TextField = { name: 'Motivo', max: 500, empty: common.required }

const fields = {
  colaborador: Chosen,
  atividade: Chosen,
  /** Optional, whatever the activity asks for: the form insists, an API does not. */
  cliente: Id.nullish(),
  carro: Id.nullish(),
  regiao: Id.nullish(),
  dataIni: Day,
  horaIni: Hour,
  dataFim: Day,
  horaFim: Hour,
  status: Status,
  motivoEstorno: text(REASON).nullish(),
}
/** No longer than a year: a slip in one digit would take a car for ever. */
const LONGEST = 366 * DAY
/** A car is everybody's. */
const LONGEST_WITH_CAR = 31 * DAY
type When = Pick<Appointment, 'dataIni' | 'horaIni' | 'dataFim' | 'horaFim'>
type Days = Pick<When, 'dataIni' | 'dataFim'>
const lasting = ({ dataIni, dataFim }: Days) => Date.parse(dataFim) - Date.parse(dataIni)
/** As many as it takes from others: of a car, which is everybody's, each day; of everybody's lists each month begun. */
const weightOf = ({ carro, ...days }: Days & { carro?: number | null | undefined }) =>
  1 + Math.floor(lasting(days) / (carro == null ? 31 * DAY : DAY))
/** Changes that a reversal counts as, which is so for good. */
const REVERSAL = 20

/** Which field of an appointment's times is wrong, each of them being one, and why. What is stored as longer can still be reversed. */
export function wrongWhen(
  one: When & { status: Appointment['status']; carro?: number | null | undefined },
): { field: keyof When; message: string } | null {
  const { dataIni, horaIni, dataFim, horaFim, status, carro } = one
  if (dataIni < YEARS[0] || dataIni > YEARS[1]) return { field: 'dataIni', message: common.day }
  if (dataFim > YEARS[1]) return { field: 'dataFim', message: common.day }
  if (dataFim < dataIni) return { field: 'dataFim', message: common.daysInOrder }
  if (dataFim === dataIni && horaFim < horaIni) return { field: 'horaFim', message: messages.horaFim }
  if (status === 'I') return null
  if (lasting(one) > LONGEST) return { field: 'dataFim', message: messages.tooLong }
  return carro != null && lasting(one) > LONGEST_WITH_CAR ? { field: 'dataFim', message: messages.carTooLong } : null
}
const inOrder = <B extends z.ZodType<z.output<z.ZodObject<typeof fields>>>>(body: B) =>
  body.superRefine((one, context) => {
    const wrong = wrongWhen(one)
    if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.message, params: GIVES_REASON })
  })

/** The id by either of its names, `ID` or `id`. Where both are sent and differ, `ID` stays and is refused as unknown. */
function oneId(body: unknown) {
  if (typeof body !== 'object' || body === null || !('ID' in body)) return body
  const { ID, id = ID, ...rest }: { ID: unknown; id?: unknown } = body
  return id === ID ? { id, ...rest } : body
}

const Change = inOrder(z.strictObject({ id: Id, versao: Version, ...fields })).refine(
  ({ status, motivoEstorno }) => status === 'A' || motivoEstorno != null,
  { path: ['motivoEstorno'], error: common.required },
)

const menu = '/onde-estou'
const appointment = call('GET /compromises/{id}', { title: 'Abrir um compromisso', menu, reply: StoredAppointment })

export const appointments = [
  call('GET /datatocompromise', {
    title: 'Abrir Onde Estou',
    menu,
    reply: z.object({
      compromissos: z.array(AppointmentRow),
      colab: z.array(PersonName),
      atividades: z.array(TaskChoice),
      clientes: z.array(ClientChoice),
      carros: z.array(CarChoice),
      regioes: z.array(Described),
    }),
  }),
  call('GET /compromises', {
    title: 'Filtrar compromissos',
    menu,
    query: z.strictObject({
      colaboradores: IdTexts.optional(),
      atividades: IdTexts.optional(),
      departamentos: IdTexts.optional(),
      /** (+) Whose records lead to their appointments. */
      clientes: IdTexts.optional(),
      dataInicial: Day.optional(),
      dataFinal: Day.optional(),
    }),
    reply: z.array(AppointmentRow),
  }),
  // Before {id}, which would take its name for one.
  call('GET /compromises/data-filter', {
    title: 'Ver as opções do filtro de compromissos',
    menu,
    reply: z.object({ atividades: z.array(TaskChoice), colaboradores: z.array(PersonName), departamentos: z.array(Described) }),
  }),
  appointment,
  call('POST /compromises', {
    title: 'Criar compromisso',
    menu,
    // One call writes many records, and the audit keeps each for years.
    perMinute: 30,
    weight: ({ outros = [], ...one }) => (1 + outros.length) * weightOf(one),
    /** (+) `outros`: who goes along. One appointment for each, all or none, and a car that they share. */
    body: inOrder(z.strictObject({ id: NewId, outros: Ids.max(50).optional(), ...fields })),
    rule: ({ body }) => is(body.status, 'A'),
    reply: Created,
  }),
  call('PUT /compromises', {
    title: 'Alterar ou estornar compromisso',
    menu,
    body: z.preprocess((body: z.input<typeof Change>) => oneId(body), Change),
    rule: ({ body }) => {
      const stored = read(appointment, body.id)
      return all(is(stored.ID, body.id), must(is(stored.status, 'A'), messages.reversed, 409))
    },
    judged: ({ body }) => read(appointment, body.id).versao,
    weight: ({ status, ...one }) => (status === 'I' ? REVERSAL : ANYBODYS * weightOf(one)),
    reply: Done,
  }),
]
