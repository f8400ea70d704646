// The dashboards that analyse time entries.
import { z } from 'zod'
import { call } from '../call.ts'
import { messages as common } from '../messages.ts'
import { timeChoices } from './track.ts'
import { Amount, Day, Duration, Id, Ids, line, PersonName, displayOnly, Words } from '../wire.ts'

export const messages = {
  startDate: 'Data inicial precisa ser preenchida.',
  endDate: 'Data fim precisa ser preenchida.',
  loadFailed: 'Falha ao carregar os dados!',
  tooMany: 'São tempos demais para uma só lista. Escolha um período menor ou outros filtros.',
}

const lists = {
  users: Ids.optional(),
  description: line('Descrição', 50).nullish(),
  atividade: Ids.optional(),
  categoria: Ids.optional(),
  module: Ids.optional(),
  tag: Ids.optional(),
}
/** The schema of a day that the database accepts. The database has no year 0. */
const dayOr = (missing: string) => z.iso.date({ error: ({ input }) => (input ? common.day : missing) }).refine((day) => day >= '0001', common.day)
/** The period by `option`: '1' means 30 days, '2' means 90 days, '3' means the given dates. */
export const TrackFilter = z.discriminatedUnion('option', [
  z.strictObject({ option: z.enum(['1', '2']), startDate: z.null().optional(), endDate: z.null().optional(), ...lists }),
  z
    .strictObject({ option: z.literal('3'), startDate: dayOr(messages.startDate), endDate: dayOr(messages.endDate), ...lists })
    .refine(({ startDate, endDate }) => endDate >= startDate, { path: ['endDate'], error: common.daysInOrder }),
])
export type TrackFilter = z.output<typeof TrackFilter>

const PERCENT = Amount
export const TrackDashboard = z.object({
  dadosProjeto: z.array(z.object({ atividade: Words.nullable(), TIME: displayOnly(Duration), PERCENT })),
  dadosModulo: z.array(z.object({ modulo: Words.nullable(), TIME: displayOnly(Duration), PERCENT, corModule: Words.nullable() })),
  dadosTipo: z.array(z.object({ categoria: Words.nullable(), PERCENT })),
  dadosPercentual: z.array(z.object({ TipoPercent: Words.nullable(), PERCENT })),
})
export type TrackDashboard = z.output<typeof TrackDashboard>

/** A row of the report. `start` and `end` are 'HH:MM:SS'. */
export const AnalyticRow = z.object({
  id: Id,
  user: Words,
  description: Words.nullable(),
  activity: Words.nullable(),
  module: Words.nullable(),
  category: Words.nullable(),
  tag: Words.nullable(),
  data: displayOnly(Day),
  start: Words,
  end: Words.nullable(),
  total: displayOnly(Duration).nullable(),
  origem: Words.nullable(),
})
export type AnalyticRow = z.output<typeof AnalyticRow>

export const trackDashboards = [
  call('GET /datafiltertrack', {
    title: 'Ver as opções do filtro dos dashboards de tempo',
    menu: ['/dash-track', '/dash-track-analytic'],
    reply: z.object({ users: z.array(PersonName), ...timeChoices }),
  }),
  call('POST /dash/resultadotoggl', { title: 'Ver o dashboard Track', menu: '/dash-track', body: TrackFilter, reply: TrackDashboard, safe: true }),
  call('POST /dash/analytictoggl', {
    title: 'Ver o dashboard Track analítico',
    menu: '/dash-track-analytic',
    body: TrackFilter,
    /** The first total, whose user is '', is the total of everybody. The other totals are per full name. */
    reply: z.object({ resultAnalytic: z.array(AnalyticRow), total: z.array(z.object({ user: Words, total: displayOnly(Duration) })) }),
    safe: true,
  }),
]
