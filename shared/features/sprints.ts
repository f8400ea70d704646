// The sprint dashboards: one sprint, planned against goal, emergent against project.
import { z } from 'zod'
import { call } from '../call.ts'
import { Amount, Day, Id, Ids, displayOnly, Words, inDayOrder } from '../wire.ts'

/** The status that counts as delivered, and the two types that one dashboard holds against each other. */
export const FINISHED = 'Finalizada'
export const EMERGENT = 'Emergente'
export const PROJECT = 'Projeto'
/** Of sprints without a filter, the newest. */
export const SHOWN = 10

/** From the sprint of this number on the goal is higher. */
const LATER = 100
/** The number that its description has from position 7 to 11, whatever follows it ('SPRINT 118', 'SPRINT 118/2026'); none: not a number. */
const numberOf = (description: string) => Number(/\d+/.exec(description.slice(6, 11))?.[0])
/** Whether the later goal and bands are its own. */
export const isLater = (description: string) => numberOf(description) >= LATER
/** Percent of the planned tasks that a sprint is to deliver. */
export const goalOf = (description: string) => (isLater(description) ? 80 : 65)
/** How many of its planned tasks that is at least. */
export const goalTasksOf = (description: string, planned: number) => Math.ceil((planned * goalOf(description)) / 100)

/** How well a sprint does, from worst to best. */
export const bands = ['red', 'orange', 'yellow', 'green', 'purple'] as const
export type Band = (typeof bands)[number]
/** The percent up to which each of the first four goes; the last one is above. Of a later sprint yellow ends before its own: 80 % is the goal. */
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
/** Without a sprint there is no end and no current one. */
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

/** `mes`: 'YYYY-MM'. */
const ByMonth = z.object({ DESCSPRINT: Words, mes: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), QTD: Amount })
export const EmergentDashboard = z.object({ dadosEmergentes: z.array(ByMonth), dadosProjetos: z.array(ByMonth) })
export type EmergentDashboard = z.output<typeof EmergentDashboard>

/** Each of the reports takes an absent body for an empty one. */
export const sprints = [
  call('GET /sprints', {
    title: 'Ver as sprints',
    menu: ['/dash-sprint', '/dash-planejado-efetivado', '/dash-emergentes-projeto'],
    reply: z.array(Sprint),
  }),
  /** Without idSprint: the current one. */
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
