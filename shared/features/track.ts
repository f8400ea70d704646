// Time tracking: each person's own time entries.
import { z } from 'zod'
import { all, any, empty, is, me, must, not, S, type Ref } from '../access.ts'
import { call, read } from '../call.ts'
import { YEARS } from '../clock.ts'
import { isTimeOfDay, seconds } from '../hours.ts'
import { messages as common } from '../messages.ts'
import { appointment } from './appointments.ts'
import { DESCRIPTION } from '../text.ts'
import { Day, Done, Duration, GIVES_REASON, Id, IdText, Instant, NewId, displayOnly, text, Version, Words } from '../wire.ts'

export const messages = {
  entryDeleted: 'Registro excluído!',
  endDate: 'Data final não pode ser menor que data início.',
  unfinished: 'Você tem um tempo pendente de finalização!',
  resumed: 'Parece que você se esqueceu de finalizar uma tarefa.',
  changed: 'Tempo atualizado com sucesso!',
  deleted: 'Tempo excluído com sucesso!',
  changeFailed: 'Falha ao editar tempo!',
  bookFailed: 'Falha ao lançar tempo!',
  deleteFailed: 'Falha ao excluir tempo!',
  filterFailed: 'Falha ao filtrar dados.',
  partFailed: 'Falha ao salvar tempo parcial!',
  /** Shown if there is no connection. The start needs the server, because only the clock of the server counts. */
  notStarted: 'Sem conexão: o tempo não foi iniciado. Tente de novo quando ela voltar.',
  /** Shown if the company's API has no POST /track/finished, which is an addition to the contract. */
  noBooking: 'Aqui ainda não se lança um tempo que já passou. Inicie um novo tempo e corrija o horário dele.',
  /** Shown if the entry ended while its form was open, or if a window stops an entry without knowing that the entry had ended. `when`: 'às 17:11'. */
  hadEnded: (when: string) => `Este tempo já tinha terminado ${when}.`,
  /** Shown when signing out would delete data that only the browser has. */
  unsent: 'O tempo que você parou ainda não foi salvo. Para sair e perdê-lo, saia de novo.',
  /** Shown if an entry has changed since the week, or the toast with the undo, was displayed. */
  movedElsewhere: 'Este tempo mudou nesse meio-tempo. Nada foi gravado.',
  /** Shown in the cell itself, because a toast disappears soon. */
  notStored: 'Não foi gravado. Enter tenta de novo.',
  /** Shown if the page was reloaded, because the start may be only half typed. */
  startRecovered: 'Confira o início: ele é salvo ao sair do campo.',
  /** Shown if the same person changed a field of the running entry in another window. */
  changedInWindow: 'Este tempo mudou em outra janela.',
  /** Shown if the cell has two entries now, or if its line lacks a field. */
  noCell: 'Este dia mudou em outra janela e não se escreve mais aqui. Esc mostra como está.',
  lineGone: 'A linha em que você escrevia mudou em outra janela. Nada foi gravado.',
  incomplete: 'Complete o tempo antes de parar.',
  /** Shown if the end equals the start. */
  nothing: 'O tempo não pode ficar zerado.',
  tooLong: 'Um tempo não pode passar de 999 horas.',
  noTotal: 'Duração inválida. Escreva 1:30, 1,5 ou 90m.',
  /** Shown in a cell of the week. */
  wholeDay: 'Num dia cabem menos de 24 horas.',
  endsLater: 'O fim não pode ser depois de agora.',
  startsLater: 'O início não pode ser depois de agora.',
  /** Asks for a confirmation: an end later today is usual, but an end on another day may be a mistake. */
  endsAnotherDay: (day: string, hour: string) => `Este tempo termina depois de hoje: em ${day}, às ${hour}.`,
  /** Shown if a booking for today, which ends now, is longer than the day so far. */
  tooEarly: 'Hoje ainda não passou tanto tempo.',
  /** Shown if a past time has neither a total nor both a start and an end. */
  twoOfThree: 'Informe o total, ou o início e o fim.',
  booked: (from: string, until: string) => `Lançado das ${from} às ${until}.`,
  /** Shown if an appointment to be booked was booked or dismissed in the meantime. */
  visitAnswered: 'O tempo deste compromisso já foi lançado ou dispensado.',
  /** Shown for a day in the future. */
  ahead: 'Este dia ainda não chegou.',
  /** Refuses every change of time that began in a closed month. */
  monthClosed: 'O mês deste tempo está fechado. Peça ao financeiro ou a um supervisor para reabri-lo.',
  tooMany: 'São tempos demais para uma só lista. Escolha um período menor.',
  /** Messages for a chosen record that has become inactive. */
  inactive: {
    atividade: 'A atividade escolhida está inativa. Escolha outra.',
    categoria: 'A categoria escolhida está inativa. Escolha outra.',
    modulo: 'O módulo escolhido está inativo. Escolha outro.',
    tag: 'A tag escolhida está inativa. Escolha outra.',
  },
}

/** A time of day 'HH:MM:SS'. */
const TimeOfDay = z.string().refine(isTimeOfDay, common.hour)

/** A row of the grid of time entries. `SOMA` is the total of the row's date. A running entry has neither an end nor a total. */
export const TimeRow = z.object({
  ID: Id,
  DESCRICAO: Words.nullable(),
  ACTIVITY: Words.nullable(),
  MODULE: Words.nullable(),
  CATEGORY: Words.nullable(),
  TAG: Words.nullable(),
  HORAINICIO: displayOnly(TimeOfDay),
  HORAFIM: displayOnly(TimeOfDay).nullable(),
  TOTAL: displayOnly(Duration).nullable(),
  ACTIVITY_DATE: Day,
  SOMA: displayOnly(Duration).nullable(),
  /** The position of the entry within its day, by start time, from 1. */
  position: z.int().nullish(),
})
export type TimeRow = z.output<typeof TimeRow>

export const TimeEntry = z.object({
  id: Id,
  idAtividade: Id.nullable(),
  idCategoria: Id.nullable(),
  idModulo: Id.nullable(),
  idTag: Id.nullable(),
  descricao: Words.nullable(),
  dataHoraInicio: Instant,
  horaFim: TimeOfDay.nullable(),
  total: displayOnly(Duration).nullable(),
  idUsuario: Id,
  /** Additions to the contract: the version of the entry, and whether the month in which it began is closed. */
  versao: Version,
  mesFechado: z.boolean().nullish(),
})
export type TimeEntry = z.output<typeof TimeEntry>

/** The options for the activity, category, module and tag of an entry. */
export const timeChoices = {
  atividades: z.array(z.object({ CODIGOATIVIDADE: Id, DESCRICAOATIVIDADE: Words })),
  /** Addition to the contract: TIPO, the kind of hours of the category. On the dashboard it is called TipoPercent. */
  categoria: z.array(z.object({ CODIGOCATEGORIA: Id, DESCRICAOCATEGORIA: Words, TIPO: Words.optional() })),
  modulo: z.array(z.object({ CODIGOMODULO: Id, DESCRICAOMODULO: Words })),
  tag: z.array(z.object({ CODIGOTAG: Id, DESCRICAOTAG: Words })),
}
/** The work that the person has entered most often lately, or everybody if the person has entered none. */
const Frequent = z.object({ CODIGOATIVIDADE: Id, CODIGOCATEGORIA: Id, CODIGOMODULO: Id })
const Suggestion = z.object({
  DESCRICAO: Words,
  CODIGOATIVIDADE: Id.nullable(),
  CODIGOCATEGORIA: Id.nullable(),
  CODIGOMODULO: Id.nullable(),
  CODIGOTAG: Id.nullable(),
})

/** The fields that describe the work, not its time. Forms edit these fields, and a copy of an entry starts with them. */
export const workFields = ['descricao', 'idAtividade', 'idCategoria', 'idModulo', 'idTag'] as const
export type WorkField = (typeof workFields)[number]
/** Takes these fields from an entry or a form, as far as they are present. */
export const workOf = <T extends Partial<Record<WorkField, unknown>>>(from: T) =>
  Object.fromEntries(workFields.map((field) => [field, from[field]])) as Pick<T, WorkField & keyof T>
const fields = {
  idAtividade: Id.nullish(),
  idCategoria: Id.nullish(),
  idModulo: Id.nullish(),
  idTag: Id.nullish(),
  descricao: text({ ...DESCRIPTION, empty: common.required }).nullish(),
} satisfies Record<WorkField, z.ZodType>
/** Fields that an entry must have before it ends. */
const toFinish = ['idAtividade', 'idCategoria', 'idModulo', 'descricao', 'dataHoraInicio'] as const

/** The start of an entry, within the years that records may have. */
const Begin = Instant.refine((at) => at.slice(0, 10) >= YEARS[0] && at.slice(0, 10) <= YEARS[1], common.day)

/** The duration in seconds that an entry must not reach. Longer entries are mistakes, and their sums would be too long for the format of totals. */
export const TOO_LONG = 1000 * 3600

/** The duration of a finished entry. */
const Total = Duration.superRefine((total, context) => {
  const problem = seconds(total) === 0 ? messages.nothing : seconds(total) >= TOO_LONG ? messages.tooLong : null
  if (problem) context.addIssue({ code: 'custom', message: problem, params: GIVES_REASON })
})

function requireToFinish(entry: Partial<Record<(typeof toFinish)[number], unknown>>, context: z.RefinementCtx) {
  for (const field of toFinish) if (!entry[field]) context.addIssue({ code: 'custom', path: [field], message: common.required })
}

/**
 * A change of an entry, with only the fields that change. An end or a total finishes the entry; all fields but the tag are then required. If the end
 * is before the start, it is on the next day.
 */
export const TimeChange = z
  .strictObject({ id: Id, versao: Version, ...fields, dataHoraInicio: Begin.optional(), horaFim: TimeOfDay.nullish(), total: Total.nullish() })
  .superRefine((entry, context) => {
    if (entry.horaFim) requireToFinish(entry, context)
  })
export type TimeChange = z.output<typeof TimeChange>

/** An entry that is over before it is entered. `idCompromisso` is the appointment of the caller that it was spent on. */
const FinishedTime = z
  .strictObject({ id: NewId, ...fields, dataHoraInicio: Begin, total: Total, idCompromisso: Id.optional() })
  .superRefine(requireToFinish)

const menu = '/track'
const running = call('GET /track/check', { title: 'Ver o próprio tempo pendente', menu, reply: TimeEntry.nullable() })
// A copy of the call without a rule, which the rules below read. In the list of calls, this call has a rule about its own reply.
const stored = call('GET /track/{id}', { title: 'Abrir um tempo', menu, reply: TimeEntry })
const ownEntry = (id: Ref<number>) => {
  const entry = read(stored, id)
  return all(is(entry.id, id), is(entry.idUsuario, me.id))
}
const inOpenMonth = (id: Ref<number>) => must(not(is(read(stored, id).mesFechado, true)), messages.monthClosed, 409)

export const track = [
  call('GET /track', {
    title: 'Ver os tempos de uma pessoa',
    menu,
    ownId: 'user',
    query: z
      .strictObject({ startdate: Day.optional(), enddate: Day.optional(), user: IdText.optional() })
      .refine(({ startdate, enddate }) => !startdate || !enddate || enddate >= startdate, { path: ['enddate'], error: messages.endDate }),
    rule: ({ query }) => any(S, is(query.user, me.id)),
    reply: z.array(TimeRow),
  }),
  // Listed before {id}, because {id} would take the name for an id.
  running,
  call('GET /datatrack', {
    title: 'Ver as opções de um tempo',
    menu,
    /** `frequente` is an addition to the contract. It is null if nobody has entered any time. */
    reply: z.object({ ...timeChoices, sugestoes: z.array(Suggestion), frequente: Frequent.nullish() }),
  }),
  call('GET /track/{id}', { title: stored.title, menu, rule: ({ path }) => any(S, ownEntry(path.id)), reply: TimeEntry }),
  /** Starts an entry now, either an empty one or a copy of a finished one. */
  call('POST /track', {
    title: 'Iniciar tempo',
    menu,
    body: z.strictObject({ id: NewId, ...fields }),
    rule: () => must(empty(read(running)), messages.unfinished, 409),
    reply: TimeEntry,
  }),
  /** Addition to the contract: stores an entry that is already over, whether or not another one is running. */
  call('POST /track/finished', {
    title: 'Lançar tempo que já passou',
    added: true,
    menu,
    body: FinishedTime,
    rule: ({ body: { idCompromisso } }) => any(empty(idCompromisso), is(read(appointment, idCompromisso).CODCOLABORADOR, me.id)),
    reply: TimeEntry,
  }),
  call('PUT /track', {
    title: 'Alterar ou finalizar tempo',
    menu,
    body: TimeChange,
    rule: ({ body }) => all(ownEntry(body.id), inOpenMonth(body.id)),
    reply: Done,
  }),
  call('DELETE /track/{id}', { title: 'Excluir tempo', menu, rule: ({ path }) => all(ownEntry(path.id), inOpenMonth(path.id)), reply: Done }),
]
