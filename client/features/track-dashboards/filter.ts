// The filter that both time dashboards share, kept in the address.
import { dayBr, isDay } from '../../../shared/clock.ts'
import type { TrackFilter } from '../../../shared/features/track-dashboards.ts'
import type { Reply } from '../../api/address.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import type { Options } from '../../ui/form/fields.tsx'
import type { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

export type Lists = Reply<'GET /datafiltertrack'>

export const blank = {
  /** '' means '1', the last 30 days. */
  option: '',
  startDate: '',
  endDate: '',
  users: [] as number[],
  description: '',
  atividade: [] as number[],
  categoria: [] as number[],
  module: [] as number[],
  tag: [] as number[],
}
type Values = typeof blank
export type TrackFiltering = ReturnType<typeof useFilter<Values>>

/** Labels by option. */
export const periods = { '1': '30 dias', '2': '90 dias', '3': 'Informar datas' } satisfies Record<TrackFilter['option'], string>
const isCounted = (option: string): option is Exclude<keyof typeof periods, '3'> => option !== '3' && Object.hasOwn(periods, option)

/** The request for the filter in an address. If its days are invalid, the last 30 days are requested. */
export function askedOf({ option, startDate, endDate, description, ...lists }: Values): { body: TrackFilter } {
  const chosen = {
    ...Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0)),
    ...(description.trim() && { description: description.trim() }),
  }
  if (option === '3' && isDay(startDate) && isDay(endDate) && startDate <= endDate) return { body: { option, startDate, endDate, ...chosen } }
  return { body: { option: isCounted(option) ? option : '1', ...chosen } }
}

/** '30 dias', '90 dias', '01/11/2026 a 25/11/2026' */
export function periodOf(values: Values) {
  const { body } = askedOf(values)
  return body.option === '3' ? `${dayBr(body.startDate)} a ${dayBr(body.endDate)}` : periods[body.option]
}
/** Whether the period is the default, the last 30 days. */
export const isUsual = (values: Values) => askedOf(values).body.option === '1'

/** The period, including its last day: '30 dias, até 25/11/2026'. */
export const untilWhen = (values: Values, today: string) =>
  askedOf(values).body.option === '3' ? periodOf(values) : `${periodOf(values)}, até ${dayBr(today)}`

type List = 'users' | 'atividade' | 'categoria' | 'module' | 'tag'
export const choices: { key: List; label: string; many: string; options: (lists: Lists) => Options }[] = [
  { key: 'users', label: 'Usuários', many: 'usuários', options: ({ users }) => optionsOf.people(users) },
  { key: 'atividade', label: 'Atividade', many: 'atividades', options: ({ atividades }) => optionsOf.timeActivities(atividades) },
  { key: 'categoria', label: 'Categoria', many: 'categorias', options: ({ categoria }) => optionsOf.timeCategories(categoria) },
  { key: 'module', label: 'Módulo', many: 'módulos', options: ({ modulo }) => optionsOf.timeModules(modulo) },
  { key: 'tag', label: 'Tag', many: 'tags', options: ({ tag }) => optionsOf.timeTags(tag) },
]

/** The active filters as chips: the name of a single value, or the number of several. */
export function chipsOf({ values, clear, apply }: TrackFiltering, lists: Lists | undefined): Chip[] {
  const chosen = choices.flatMap(({ key, many, options }) => {
    const [first, ...more] = values[key]
    if (first === undefined) return []
    const name = lists && options(lists)?.find(({ value }) => value === first)?.label
    return [{ label: more.length > 0 ? `${more.length + 1} ${many}` : (name ?? `Código ${first}`), clear: () => clear(key) }]
  })
  return [
    ...(isUsual(values) ? [] : [{ label: periodOf(values), clear: () => apply({ option: '', startDate: '', endDate: '' }) }]),
    ...chosen,
    ...(values.description ? [{ label: `“${values.description}”`, clear: () => clear('description') }] : []),
  ]
}

/** All active filters in words, for print and spreadsheets. */
export const narrowedOf = (values: Values, chips: Chip[], today: string) => [
  untilWhen(values, today),
  ...chips.map(({ label }) => label).filter((label) => label !== periodOf(values)),
]
