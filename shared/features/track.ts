// Personal time tracking: everyone's own entries.
import { z } from 'zod'
import { all, any, empty, is, me, must, S, type Ref } from '../access.ts'
import { call, read } from '../call.ts'
import { YEARS } from '../clock.ts'
import { isTimeOfDay, seconds } from '../hours.ts'
import { messages as common } from '../messages.ts'
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
  /** To begin needs the server: only its clock counts. */
  notStarted: 'Sem conexão: o tempo não foi iniciado. Tente de novo quando ela voltar.',
  /** A booking that broke off after its first write. */
  bookingWaits: 'O lançamento parou no meio. Ele é retomado assim que o servidor responder.',
  restBooked: 'O lançamento que tinha parado no meio foi concluído.',
  restNotBooked: 'O lançamento que tinha parado no meio não foi gravado.',
  halfBooked: 'O lançamento parou no meio. Confira o que está em andamento e os tempos do dia.',
  /** Its form stayed open meanwhile. */
  ended: 'Este tempo já foi finalizado em outra janela.',
  /** A stop from a window that did not know of it. `when`: 'às 17:11'. */
  hadEnded: (when: string) => `Este tempo já tinha terminado ${when}.`,
  /** The session ends, and with it what the browser keeps. */
  unbooked: 'Um lançamento parou no meio. Para sair sem concluí-lo, saia de novo; depois, confira o que está em andamento.',
  unsent: 'O tempo que você parou ainda não foi salvo. Para sair e perdê-lo, saia de novo.',
  /** Since its week, or what is to be undone, was shown. */
  movedElsewhere: 'Este tempo mudou nesse meio-tempo. Nada foi gravado.',
  /** Of a cell whose toast is gone soon. */
  notStored: 'Não foi gravado. Enter tenta de novo.',
  notYet: 'Ainda não se sabe se foi gravado: aguarde.',
  noRoom: 'O navegador não tem espaço para acompanhar o lançamento. Nada foi gravado.',
  /** A start that may be half typed, since the page was loaded anew. */
  startRecovered: 'Confira o início: ele é salvo ao sair do campo.',
  /** Of a running one's part, which its own person changed. */
  changedInWindow: 'Este tempo mudou em outra janela.',
  /** Meanwhile there are two, or its line lacks something. */
  noCell: 'Este dia mudou em outra janela e não se escreve mais aqui. Esc mostra como está.',
  lineGone: 'A linha em que você escrevia mudou em outra janela. Nada foi gravado.',
  incomplete: 'Complete o tempo antes de parar.',
  /** An end at its start. */
  nothing: 'O tempo não pode ficar zerado.',
  tooLong: 'Um tempo não pode passar de 999 horas.',
  noTotal: 'Duração inválida. Escreva 1:30, 1,5 ou 90m.',
  /** Of a cell of the week. */
  wholeDay: 'Num dia cabem menos de 24 horas.',
  endsLater: 'O fim não pode ser depois de agora.',
  startsLater: 'O início não pode ser depois de agora.',
  /** Asked about: what is agreed for later today is usual, another day may be a slip. */
  endsAnotherDay: (day: string, hour: string) => `Este tempo termina depois de hoje: em ${day}, às ${hour}.`,
  /** What is booked on today ends now. */
  tooEarly: 'Hoje ainda não passou tanto tempo.',
  /** Of a day to come. */
  ahead: 'Este dia ainda não chegou.',
  tooMany: 'São tempos demais para uma só lista. Escolha um período menor.',
  /** What was chosen may no longer be. */
  inactive: {
    atividade: 'A atividade escolhida está inativa. Escolha outra.',
    categoria: 'A categoria escolhida está inativa. Escolha outra.',
    modulo: 'O módulo escolhido está inativo. Escolha outro.',
    tag: 'A tag escolhida está inativa. Escolha outra.',
  },
}

/** 'HH:MM:SS' of a day. */
const TimeOfDay = z.string().refine(isTimeOfDay, common.hour)

/** One row of the grid; `SOMA` is the total of its date. A running one has neither end nor total. */
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
  /** Its number within its day, from 1 by when it began. */
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
  /** (+) */
  versao: Version,
})
export type TimeEntry = z.output<typeof TimeEntry>

/** What an entry's activity, category, module and tag are chosen from. */
export const timeChoices = {
  atividades: z.array(z.object({ CODIGOATIVIDADE: Id, DESCRICAOATIVIDADE: Words })),
  /** (+) TIPO: what its hours are, the dashboard's TipoPercent. */
  categoria: z.array(z.object({ CODIGOCATEGORIA: Id, DESCRICAOCATEGORIA: Words, TIPO: Words.optional() })),
  modulo: z.array(z.object({ CODIGOMODULO: Id, DESCRICAOMODULO: Words })),
  tag: z.array(z.object({ CODIGOTAG: Id, DESCRICAOTAG: Words })),
}
const Suggestion = z.object({
  DESCRICAO: Words,
  CODIGOATIVIDADE: Id.nullable(),
  CODIGOCATEGORIA: Id.nullable(),
  CODIGOMODULO: Id.nullable(),
  CODIGOTAG: Id.nullable(),
})

/** What an entry says of the work, not when: what a form edits and a copy begins with. */
export const workFields = ['descricao', 'idAtividade', 'idCategoria', 'idModulo', 'idTag'] as const
export type WorkField = (typeof workFields)[number]
/** Only these fields of an entry or a form, as far as it has them. */
export const workOf = <T extends Partial<Record<WorkField, unknown>>>(from: T) =>
  Object.fromEntries(workFields.map((field) => [field, from[field]])) as Pick<T, WorkField & keyof T>
const fields = {
  idAtividade: Id.nullish(),
  idCategoria: Id.nullish(),
  idModulo: Id.nullish(),
  idTag: Id.nullish(),
  descricao: text({ ...DESCRIPTION, empty: common.required }).nullish(),
} satisfies Record<WorkField, z.ZodType>
const toFinish = ['idAtividade', 'idCategoria', 'idModulo', 'descricao', 'dataHoraInicio'] as const

/** Within the years of a company. */
const Begin = Instant.refine((at) => at.slice(0, 10) >= YEARS[0] && at.slice(0, 10) <= YEARS[1], common.day)

/** No entry lasts as long. Longer ones are slips, and add up to what no total could say. */
export const TOO_LONG = 1000 * 3600

/** Only what changes; with an end or a total it finishes the entry, and then everything but the tag is needed. An end before the start is on the next day. */
export const TimeChange = z
  .strictObject({ id: Id, versao: Version, ...fields, dataHoraInicio: Begin.optional(), horaFim: TimeOfDay.nullish(), total: Duration.nullish() })
  .superRefine((entry, context) => {
    if (entry.total === '00:00:00') context.addIssue({ code: 'custom', path: ['total'], message: messages.nothing, params: GIVES_REASON })
    if (entry.total && seconds(entry.total) >= TOO_LONG)
      context.addIssue({ code: 'custom', path: ['total'], message: messages.tooLong, params: GIVES_REASON })
    if (!entry.horaFim) return
    for (const field of toFinish) if (!entry[field]) context.addIssue({ code: 'custom', path: [field], message: common.required })
  })
export type TimeChange = z.output<typeof TimeChange>

const menu = '/track'
const running = call('GET /track/check', { title: 'Ver o próprio tempo pendente', menu, reply: TimeEntry.nullable() })
// What the rules read; its row below is judged by what it answers.
const stored = call('GET /track/{id}', { title: 'Abrir um tempo', menu, reply: TimeEntry })
const ownEntry = (id: Ref<number>) => {
  const entry = read(stored, id)
  return all(is(entry.id, id), is(entry.idUsuario, me.id))
}

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
  // Before {id}, which would take its name for one.
  running,
  call('GET /datatrack', { title: 'Ver as opções de um tempo', menu, reply: z.object({ ...timeChoices, sugestoes: z.array(Suggestion) }) }),
  call('GET /track/{id}', { title: stored.title, menu, rule: ({ path }) => any(S, ownEntry(path.id)), reply: TimeEntry }),
  /** Starts now: empty, or a copy of a finished one. */
  call('POST /track', {
    title: 'Iniciar tempo',
    menu,
    body: z.strictObject({ id: NewId, ...fields }),
    rule: () => must(empty(read(running)), messages.unfinished, 409),
    reply: TimeEntry,
  }),
  call('PUT /track', { title: 'Alterar ou finalizar tempo', menu, body: TimeChange, rule: ({ body }) => ownEntry(body.id), reply: Done }),
  call('DELETE /track/{id}', { title: 'Excluir tempo', menu, rule: ({ path }) => ownEntry(path.id), reply: Done }),
]
