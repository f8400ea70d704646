// The time dashboards and the projects' roadmap.
import { z } from 'zod'
import { call } from '../call.ts'
import { timeChoices } from './track.ts'
import { Amount, Day, Duration, Id, Ids, line, PersonName, Words } from '../wire.ts'

export const messages = {
  startDate: 'Data inicial precisa ser preenchida.',
  endDate: 'Data fim precisa ser preenchida.',
  datesInOrder: 'Data final não pode ser menor que data inicial.',
  loadFailed: 'Falha ao carregar os dados!',
}

const lists = {
  users: Ids.optional(),
  description: line(50).nullish(),
  atividade: Ids.optional(),
  categoria: Ids.optional(),
  module: Ids.optional(),
  tag: Ids.optional(),
}
/** '1': 30 days, '2': 90 days, '3': the dates given. */
export const TrackFilter = z.discriminatedUnion('option', [
  z.strictObject({ option: z.enum(['1', '2']), startDate: z.null().optional(), endDate: z.null().optional(), ...lists }),
  z
    .strictObject({ option: z.literal('3'), startDate: z.iso.date(messages.startDate), endDate: z.iso.date(messages.endDate), ...lists })
    .refine(({ startDate, endDate }) => endDate >= startDate, { path: ['endDate'], error: messages.datesInOrder }),
])
export type TrackFilter = z.output<typeof TrackFilter>

const PERCENT = Amount
export const TrackDashboard = z.object({
  dadosProjeto: z.array(z.object({ atividade: z.string().nullable(), TIME: Duration, PERCENT })),
  dadosModulo: z.array(z.object({ modulo: z.string().nullable(), TIME: Duration, PERCENT, corModule: z.string().nullable() })),
  dadosTipo: z.array(z.object({ categoria: z.string().nullable(), PERCENT })),
  dadosPercentual: z.array(z.object({ TipoPercent: z.string().nullable(), PERCENT })),
})
export type TrackDashboard = z.output<typeof TrackDashboard>

/** `start`, `end`: 'HH:MM:SS'. */
export const AnalyticRow = z.object({
  id: Id,
  user: Words,
  description: z.string().nullable(),
  activity: z.string().nullable(),
  module: z.string().nullable(),
  category: z.string().nullable(),
  tag: z.string().nullable(),
  data: Day,
  start: Words,
  end: z.string().nullable(),
  total: Duration.nullable(),
  origem: z.string().nullable(),
})
export type AnalyticRow = z.output<typeof AnalyticRow>

/** A bar of the Gantt chart; `progresso`: 0..100. */
export const RoadmapTask = z.object({
  descricao: Words,
  status: z.string().nullable(),
  prioridade: Amount.nullable(),
  progresso: Amount.nullable(),
  numRedmine: Amount.nullable(),
  obs: z.string().nullable(),
  dataInicio: Day.nullable(),
  dataFim: Day.nullable(),
})
export type RoadmapTask = z.output<typeof RoadmapTask>

export const trackDashboards = [
  call('GET /datafiltertrack', { menu: ['/dash-track', '/dash-track-analytic'], reply: z.object({ users: z.array(PersonName), ...timeChoices }) }),
  call('POST /dash/resultadotoggl', { menu: '/dash-track', body: TrackFilter, reply: TrackDashboard, safe: true }),
  call('POST /dash/analytictoggl', {
    menu: '/dash-track-analytic',
    body: TrackFilter,
    /** The first total, of user '', is everybody's; the others are by full name. */
    reply: z.object({ resultAnalytic: z.array(AnalyticRow), total: z.array(z.object({ user: Words, total: Duration })) }),
    safe: true,
  }),
  /** Without `ano`: the current year. */
  call('POST /dash/trackprojetos', {
    menu: '/dash-track-projects',
    body: z.strictObject({ statusRedmine: Ids.optional(), ano: z.int().min(2000).max(2100).optional() }),
    reply: z.array(RoadmapTask),
    safe: true,
  }),
]
