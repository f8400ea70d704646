import { dayBr } from '../../../shared/clock.ts'
import { useCall } from '../../api/useCall.ts'
import type { Options } from '../../ui/form/fields.tsx'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

const blank = { colaboradores: [] as number[], atividades: [] as number[], departamentos: [] as number[], dataInicial: '', dataFinal: '' }
export const lists = { colaboradores: 'Colaboradores', atividades: 'Atividades', departamentos: 'Departamentos' } as const
export const days = { dataInicial: ['Data inicial', 'De'], dataFinal: ['Data final', 'Até'] } as const
// Object.keys knows no more than string.
export const listKeys = Object.keys(lists) as (keyof typeof lists)[]
export const dayKeys = Object.keys(days) as (keyof typeof days)[]

/** The list's filter, what it offers as soon as that is `looked` at or named, and the chips that name it. */
export function useAppointmentFilter(looked: boolean) {
  const filter = useFilter(blank)
  const call = useCall(looked || filter.used.length > 0 ? 'GET /compromises/data-filter' : null)
  const { data } = call
  const options: Record<keyof typeof lists, Options> = {
    colaboradores: optionsOf.people(data?.colaboradores),
    atividades: optionsOf.activities(data?.atividades),
    departamentos: optionsOf.departments(data?.departamentos),
  }
  const nameOf = (key: keyof typeof lists, id: number) => options[key]?.find(({ value }) => value === id)?.label ?? `Código ${id}`
  const chips = [
    ...listKeys.flatMap((key) => {
      const [first, ...more] = filter.values[key]
      if (first === undefined) return []
      const rest = more.length > 0 ? ` +${more.length}` : ''
      return [{ label: `${lists[key]}: ${nameOf(key, first)}${rest}`, clear: () => filter.clear(key) }]
    }),
    ...dayKeys.flatMap((key) =>
      filter.values[key] ? [{ label: `${days[key][1]}: ${dayBr(filter.values[key])}`, clear: () => filter.clear(key) }] : [],
    ),
  ]
  return { filter, call, options, chips }
}
