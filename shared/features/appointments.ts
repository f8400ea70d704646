// Onde Estou: the agenda of appointments, and the options of the form for an appointment.
import { z } from 'zod'
import { all, is, must } from '../access.ts'
import { ANYBODYS, call, read } from '../call.ts'
import { addDays, DAY, daysBetween, mondayOf, YEARS, isDay } from '../clock.ts'
import { Car } from './cars.ts'
import { ClientChoice } from './clients.ts'
import { messages as common } from '../messages.ts'
import { MOST_DAYS, repeatedDays, type Repetition } from '../repetition.ts'
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
  WrittenDay,
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
  /** Messages for a chosen record that has become inactive. */
  inactive: {
    colaborador: 'O colaborador escolhido está inativo. Escolha outro.',
    atividade: 'A atividade escolhida está inativa. Escolha outra.',
    cliente: 'O cliente escolhido está inativo. Escolha outro.',
    carro: 'O carro escolhido está inativo. Escolha outro.',
    regiao: 'A região escolhida está inativa. Escolha outra.',
  },
  createdMany: (count: number) => `${count} compromissos criados com sucesso!`,
  changedMany: (count: number) => `${count} compromissos alterados com sucesso!`,
  oneEnd: 'Informe até quando ou quantas vezes, um dos dois.',
  weekdays: 'Escolha pelo menos um dia da semana.',
  onlyOne: 'A repetição não cria outro compromisso. Escolha outros dias ou um fim mais tarde.',
  tooManyDays: `A repetição passa de ${MOST_DAYS} compromissos. Escolha um fim mais cedo.`,
  tooManyAtOnce: 'São mais de 500 compromissos de uma vez. Escolha um fim mais cedo ou menos pessoas.',
  overlapsNext: 'Um compromisso que se repete deve terminar antes de começar de novo.',
  sameWeek: 'Escolha outra semana.',
  emptyWeek: 'Nesta semana não há compromisso para copiar.',
  tooManyInWeek: 'Esta semana tem compromissos demais, ou longos demais com carro, para copiar de uma vez.',
  carTaken: (car: string, person: string, from: string, until: string) => `O carro ${car} já está com ${person} de ${from} a ${until}.`,
}

/** An appointment to view or change. Status I means that the appointment was reversed, which is final. */
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

/**
 * Additions to the contract: `serie` is the number of the repetition that the appointment belongs to, `proximos` the number of later ones of it that are
 * still active, of the same person, and `seguintes` these, earliest first.
 */
export const StoredAppointment = Appointment.extend({
  versao: Version,
  serie: Id.nullish(),
  proximos: z.int().optional(),
  seguintes: z.array(Appointment.pick({ ID: true, dataIni: true, horaIni: true, dataFim: true, horaFim: true })).optional(),
})

export const AppointmentRow = Appointment.extend({
  NOMECOMPLETOUSUARIO: Words,
  NOMEFANTASIACLIENTE: Words.nullable(),
  DESLOC: Words.nullable(),
  DESCTAREFAEXTERNO: Words,
})
export type AppointmentRow = z.output<typeof AppointmentRow>

export const TaskChoice = Activity.pick({ CODTAREFAEXTERNO: true, DESCTAREFAEXTERNO: true, CLIENTE: true, CARRO: true, REGIAO: true })
export const CarChoice = Car.pick({ CODIGOCARRO: true, PLACACARRO: true, DESCRICAOCARRO: true })

/** The field for the reason why an appointment is reversed. */
export const REASON: TextField = { name: 'Motivo', max: 500, empty: common.required }

const fields = {
  colaborador: Chosen,
  atividade: Chosen,
  /** Optional even if the activity requires them, because only the form enforces that requirement, not the API. */
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
/** Maximum duration. Without this limit, a single wrong digit could occupy a car for years. */
const LONGEST = 366 * DAY
/** Maximum duration of an appointment with a car, because everybody shares the cars. */
const LONGEST_WITH_CAR = 31 * DAY
type When = Pick<Appointment, 'dataIni' | 'horaIni' | 'dataFim' | 'horaFim'>
type Days = Pick<When, 'dataIni' | 'dataFim'>
const lasting = ({ dataIni, dataFim }: Days) => Date.parse(dataFim) - Date.parse(dataIni)
/** Number of changes that an appointment counts as, by what it takes from others: one more per day with a car, otherwise one more per 31 days. */
export const weightOf = ({ carro, ...days }: Days & { carro?: number | null | undefined }) =>
  1 + Math.floor(lasting(days) / (carro == null ? 31 * DAY : DAY))
/** Number of changes that a reversal counts as. The number is high because a reversal is final. */
const REVERSAL = 20
/** The most that one change counts as, half of what a person may change in an hour: a long series can be moved, and moved back. */
const MOST_WEIGHT = 1_500
/** Number of changes that a copied week counts as. A week that takes more from others is not copied. */
export const WEEK = 50

/**
 * The field that makes the times of an appointment invalid, and why, even if each field is valid on its own. A stored appointment that is too long
 * can still be reversed.
 */
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
/** Maximum number of appointments that one request may create. */
const MOST_AT_ONCE = 500

/** The field that makes a repetition invalid, and why. The times of the first appointment are valid. */
export function wrongRepetition(one: When, repete: Repetition, people: number): { field: keyof Repetition; message: string } | null {
  const { unidade, dias = [], ate, vezes } = repete
  const end = vezes == null ? 'ate' : 'vezes'
  if (unidade === 'semana' && dias.length === 0) return { field: 'dias', message: messages.weekdays }
  if ((ate == null) === (vezes == null)) return { field: end, message: messages.oneEnd }
  if (ate != null && ate > YEARS[1]) return { field: 'ate', message: common.day }
  const { days } = repeatedDays(one.dataIni, repete)
  if (days.length > MOST_DAYS) return { field: end, message: messages.tooManyDays }
  if (days.length === 1) return { field: end, message: messages.onlyOne }
  if (days.length * people > MOST_AT_ONCE) return { field: end, message: messages.tooManyAtOnce }
  const last = lasting(one) / DAY
  if (addDays(days.at(-1) ?? '', last) > YEARS[1]) return { field: end, message: common.day }
  const overlaps = days.some((day, nth) => {
    const next = days[nth + 1]
    return next !== undefined && `${addDays(day, last)}T${one.horaFim}` > `${next}T${one.horaIni}`
  })
  return overlaps ? { field: unidade === 'semana' ? 'dias' : end, message: messages.overlapsNext } : null
}

/** The times of all appointments of a repetition. */
export const repeatedTimes = (one: When, repete: Repetition): When[] =>
  repeatedDays(one.dataIni, repete).days.map((day) => ({ ...one, dataIni: day, dataFim: addDays(one.dataFim, daysBetween(one.dataIni, day)) }))

const inOrder = <B extends z.ZodType<z.output<z.ZodObject<typeof fields>>>>(body: B) =>
  body.superRefine((one, context) => {
    const wrong = wrongWhen(one)
    if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.message, params: GIVES_REASON })
  })

/** Addition to the contract: how a new appointment repeats. */
const Repeats = z.strictObject({
  unidade: z.enum(['semana', 'mes']),
  intervalo: z.int().min(1).max(12),
  dias: z.array(z.int().min(1).max(7)).max(7).optional(),
  ate: Day.nullish(),
  vezes: z.int().min(2).max(MOST_DAYS).nullish(),
})

/** Accepts the id as `ID` or as `id`. If both are sent and differ, `ID` is left in the body, and the schema refuses it as an unknown field. */
function oneId(body: unknown) {
  if (typeof body !== 'object' || body === null || !('ID' in body)) return body
  const { ID, id = ID, ...rest }: { ID: unknown; id?: unknown } = body
  return id === ID ? { id, ...rest } : body
}

/** Addition to the contract: with `proximos`, the later appointments of the same repetition and person change alike. */
const Change = inOrder(z.strictObject({ id: Id, versao: Version, ...fields, proximos: z.boolean().optional() })).refine(
  ({ status, motivoEstorno }) => status === 'A' || motivoEstorno != null,
  { path: ['motivoEstorno'], error: common.required },
)

const menu = '/onde-estou'
/** The stored appointment, which rules read. */
export const appointment = call('GET /compromises/{id}', { title: 'Abrir um compromisso', menu, reply: StoredAppointment })

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
      /** Addition to the contract: filters by client, because the record of a client links to its appointments. */
      clientes: IdTexts.optional(),
      dataInicial: Day.optional(),
      dataFinal: Day.optional(),
    }),
    reply: z.array(AppointmentRow),
  }),
  // Listed before {id}, because {id} would take the name for an id.
  call('GET /compromises/data-filter', {
    title: 'Ver as opções do filtro de compromissos',
    menu,
    reply: z.object({ atividades: z.array(TaskChoice), colaboradores: z.array(PersonName), departamentos: z.array(Described) }),
  }),
  appointment,
  call('POST /compromises', {
    title: 'Criar compromisso',
    menu,
    // Limited, because one call may write many records, and the audit keeps each of them for years.
    perMinute: 30,
    weight: ({ outros = [], repete, ...one }) => (1 + outros.length) * weightOf(one) * (repete ? repeatedDays(one.dataIni, repete).days.length : 1),
    /**
     * Addition to the contract: `outros` are the people who come along. Each gets an appointment of their own. Either all of these are stored or
     * none, and all share the car.
     */
    body: inOrder(z.strictObject({ id: NewId, outros: Ids.max(50).optional(), repete: Repeats.nullish(), ...fields })).superRefine(
      ({ repete, outros = [], ...one }, context) => {
        const wrong = repete && !wrongWhen(one) && wrongRepetition(one, repete, 1 + outros.length)
        if (wrong) context.addIssue({ code: 'custom', path: ['repete', wrong.field], message: wrong.message, params: GIVES_REASON })
      },
    ),
    rule: ({ body }) => is(body.status, 'A'),
    reply: Created,
  }),
  call('POST /compromises/copy-week', {
    title: 'Copiar a semana de uma pessoa',
    added: true,
    menu,
    perMinute: 30,
    weight: () => WEEK,
    /** `de` and `para` are days of the two weeks, which begin on Mondays. */
    body: z
      .strictObject({ colaborador: Chosen, de: WrittenDay, para: WrittenDay })
      .refine(({ de, para }) => !isDay(de) || !isDay(para) || mondayOf(de) !== mondayOf(para), { path: ['para'], error: messages.sameWeek }),
    /** Number of new appointments. */
    reply: z.object({ criados: z.int() }),
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
    further: ({ body }) => read(appointment, body.id).proximos,
    weight: ({ status, proximos, ...one }, further) =>
      Math.min(MOST_WEIGHT, (status === 'I' ? REVERSAL : ANYBODYS * weightOf(one)) * (proximos ? 1 + further : 1)),
    reply: Done,
  }),
]
