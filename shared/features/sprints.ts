// The sprint dashboards: one sprint in detail, planned and delivered tasks against the goal, and emergent tasks against project tasks.
import { z } from 'zod'
import { call } from '../call.ts'
import { Amount, Day, Id, Ids, displayOnly, Words, inDayOrder } from '../wire.ts'

/** The status of a delivered task, and the two types of tasks that one dashboard compares. */
export const FINISHED = 'Finalizada'
export const EMERGENT = 'Emergente'
export const PROJECT = 'Projeto'
/** Number of sprints shown if there is no filter, newest first. */
export const SHOWN = 10

/** The goal is higher from the sprint with this number on. */
const LATER = 100
/** The number at positions 7 to 11 of a description such as 'SPRINT 118' or 'SPRINT 118/2026'. NaN if there is none. */
const numberOf = (description: string) => Number(/\d+/.exec(description.slice(6, 11))?.[0])
/** Whether the higher goal and its bands apply to a sprint. */
export const isLater = (description: string) => numberOf(description) >= LATER
/** The percentage of planned tasks that a sprint should deliver. */
export const goalOf = (description: string) => (isLater(description) ? 80 : 65)
/** The goal of a sprint as a minimum number of tasks. */
export const goalTasksOf = (description: string, planned: number) => Math.ceil((planned * goalOf(description)) / 100)

/** Bands of a result, ordered from worst to best. */
export const bands = ['red', 'orange', 'yellow', 'green', 'purple'] as const
export type Band = (typeof bands)[number]
/**
 * The highest percentage of each of the first four bands; the last band has no limit. In later sprints exactly 80 % reaches the goal, so it is no
 * longer yellow.
 */
export const edgesOf = (description: string): [red: number, orange: number, yellow: number, green: number] =>
  isLater(description) ? [40, 60, 80, 90] : [20, 40, 64.9, 75]
export function bandOf(percent: number, description: string): Band {
  const [red, orange, yellow, green] = edgesOf(description)
  if (percent <= red) return 'red'
  if (percent <= orange) return 'orange'
  if (isLater(description) ? percent < yellow : percent <= yellow) return 'yellow'
  return percent <= green ? 'green' : 'purple'
}

export const Sprint = z.object({ CODIGOSPRINT: Id, DESCSPRINT: Words })
export type Sprint = z.output<typeof Sprint>

const share = { TASKS: Amount, PERCENT: Amount }
/** If there is no sprint at all, the end date and the current sprint are null. */
export const SprintDashboard = z.object({
  periodoSprint: z.object({ dtFim: displayOnly(Day).nullable() }),
  sprintAtual: Sprint.nullable(),
  previsto: z.array(z.object({ ULTIMO_STATUS: Words.nullable(), ...share })),
  efetivado: z.array(z.object({ type: Words.nullable(), ...share })),
})
export type SprintDashboard = z.output<typeof SprintDashboard>

const counts = { PREVISTAS: Amount, ENTREGUES: Amount, VQTDMETA: Amount }
export const GoalDashboard = z.object({
  dadosPlanejados: z.array(z.object({ DESCSPRINT: Words, ...counts })),
  dadosMeta: z.array(z.object({ DESCSPRINT: Words, vPercent: Amount, vPercentualMeta: Amount })),
  totalizador: z.object(counts),
})
export type GoalDashboard = z.output<typeof GoalDashboard>

/** The tasks of one month. `mes` is 'YYYY-MM'. */
const ByMonth = z.object({ DESCSPRINT: Words, mes: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), QTD: Amount })
export const EmergentDashboard = z.object({ dadosEmergentes: z.array(ByMonth), dadosProjetos: z.array(ByMonth) })
export type EmergentDashboard = z.output<typeof EmergentDashboard>

/** A report without a body is treated like one with an empty body. */
export const sprints = [
  call('GET /sprints', {
    title: 'Ver as sprints',
    menu: ['/dash-sprint', '/dash-planejado-efetivado', '/dash-emergentes-projeto'],
    reply: z.array(Sprint),
  }),
  /** Without idSprint, the reply is about the current sprint. */
  call('POST /dash/planejadoefetivado', {
    title: 'Ver o dashboard de sprints',
    menu: '/dash-sprint',
    body: z.strictObject({ idSprint: Id.optional() }).default({}),
    reply: SprintDashboard,
    safe: true,
  }),
  call('POST /dash/resultadoMeta', {
    title: 'Ver o dashboard Planejado x Meta',
    menu: '/dash-planejado-efetivado',
    body: inDayOrder(z.strictObject({ dataInicio: Day.nullish(), dataFim: Day.nullish(), sprints: Ids.optional() }), 'dataInicio', 'dataFim').default(
      {},
    ),
    reply: GoalDashboard,
    safe: true,
  }),
  call('POST /dash/resultadoEmergente', {
    title: 'Ver o dashboard Emergente x Projeto',
    menu: '/dash-emergentes-projeto',
    body: z.strictObject({ sprints: Ids.optional() }).default({}),
    reply: EmergentDashboard,
    safe: true,
  }),
]
