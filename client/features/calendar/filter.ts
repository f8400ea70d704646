import type { CalendarLists } from '../../../shared/features/calendar.ts'
import { dayBr } from '../../../shared/clock.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import type { Options } from '../../ui/form/fields.tsx'
import type { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

export const blank = {
  users: [] as number[],
  atividade: [] as number[],
  veiculo: [] as number[],
  departamento: [] as number[],
  dataInicio: '',
  dataFim: '',
}
export type CalendarFiltering = ReturnType<typeof useFilter<typeof blank>>

type Choice = 'users' | 'atividade' | 'veiculo' | 'departamento'
export const choices: { key: Choice; label: string; options: (lists: CalendarLists) => Options }[] = [
  {
    key: 'users',
    label: 'Colaboradores',
    options: ({ users }) => optionsOf.people(users),
  },
  {
    key: 'atividade',
    label: 'Atividades',
    options: ({ atividades }) => optionsOf.activities(atividades),
  },
  {
    key: 'veiculo',
    label: 'Veículos',
    options: ({ veiculos }) => optionsOf.cars(veiculos),
  },
  {
    key: 'departamento',
    label: 'Departamentos',
    options: ({ departamentos }) => optionsOf.departments(departamentos),
  },
]

/** The active filters as chips. */
export function chipsOf({ values, clear }: CalendarFiltering, lists: CalendarLists | undefined): Chip[] {
  const chosen = choices.flatMap(({ key, label, options }) => listChip(label, values[key], lists && options(lists), () => clear(key)))
  return [
    ...chosen,
    ...(values.dataInicio ? [{ label: `De: ${dayBr(values.dataInicio)}`, clear: () => clear('dataInicio') }] : []),
    ...(values.dataFim ? [{ label: `Até: ${dayBr(values.dataFim)}`, clear: () => clear('dataFim') }] : []),
  ]
}
