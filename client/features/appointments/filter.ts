import { addDays, dayBr, mondayOf } from '../../../shared/clock.ts'
import { useCall } from '../../api/useCall.ts'
import type { Options } from '../../ui/form/fields.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

const blank = {
  colaboradores: [] as number[],
  atividades: [] as number[],
  departamentos: [] as number[],
  /** Not a field of the filter form; the link in a client's record sets it. */
  clientes: [] as number[],
  dataInicial: '',
  dataFinal: '',
}
export const lists = { colaboradores: 'Colaboradores', atividades: 'Atividades', departamentos: 'Departamentos' } as const
export const days = { dataInicial: ['Data inicial', 'De'], dataFinal: ['Data final', 'Até'] } as const
// The cast is needed because Object.keys is typed as string[].
export const listKeys = Object.keys(lists) as (keyof typeof lists)[]
export const dayKeys = Object.keys(days) as (keyof typeof days)[]

/** The most frequent filters, for today ('YYYY-MM-DD') and for the signed-in person. */
export const often = (today: string, me: number): Record<string, Partial<typeof blank>> => {
  const monday = mondayOf(today)
  return {
    Hoje: { dataInicial: today, dataFinal: today },
    Amanhã: { dataInicial: addDays(today, 1), dataFinal: addDays(today, 1) },
    Semana: { dataInicial: monday, dataFinal: addDays(monday, 6) },
    'Próxima semana': { dataInicial: addDays(monday, 7), dataFinal: addDays(monday, 13) },
    Meus: { colaboradores: [me] },
  }
}

/**
 * The list's filter, with its options, chips and toggles. Options load when the form opens (`looked`) or a filter is set. `clients` names the clients
 * in chips.
 */
export function useAppointmentFilter(looked: boolean, wanted: ReturnType<typeof often>, clients: Options) {
  const filter = useFilter(blank)
  const call = useCall(looked || filter.used.length > 0 ? 'GET /compromises/data-filter' : null)
  const { data } = call
  const options: Record<keyof typeof lists, Options> = {
    colaboradores: optionsOf.people(data?.colaboradores),
    atividades: optionsOf.activities(data?.atividades),
    departamentos: optionsOf.departments(data?.departamentos),
  }
  const toggles = Object.entries(wanted).map(([label, values]) => {
    // `values` is a part of `blank`, so its keys are keys of `blank` too.
    const keys = Object.keys(values) as (keyof typeof blank)[]
    const on = keys.every((key) => String(filter.values[key]) === String(values[key]))
    return { label, on, keys, flip: () => filter.apply(on ? Object.fromEntries(keys.map((key) => [key, blank[key]])) : values) }
  })
  const isSaid = (key: keyof typeof blank) => toggles.some(({ on, keys }) => on && keys.includes(key))
  const listed = (key: keyof typeof lists | 'clientes', label: string, options: Options) =>
    listChip(label, filter.values[key], options, () => filter.clear(key)).map((chip) => ({ ...chip, said: isSaid(key) }))
  const chips = [
    ...listKeys.flatMap((key) => listed(key, lists[key], options[key])),
    ...listed('clientes', 'Clientes', clients),
    ...dayKeys.flatMap((key) => {
      const day = filter.values[key]
      return day ? [{ label: `${days[key][1]}: ${dayBr(day)}`, clear: () => filter.clear(key), said: isSaid(key) }] : []
    }),
  ]
  return { filter, call, options, chips, toggles }
}
