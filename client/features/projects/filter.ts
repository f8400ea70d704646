// The filter of the project list.
import type { projectTypes } from '../../../shared/features/projects.ts'
import { useCall } from '../../api/useCall.ts'
import type { Options } from '../../ui/form/fields.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { optionsOf } from '../options.ts'

const blank = { status: [] as number[], prioridade: [] as number[], tipo: '' }
export type Type = keyof typeof projectTypes
const isType = (text: string): text is Type => text === 'P' || text === 'T'
const PRIORITIES = [0, 1, 2, 3, 4, 5]
const choices = { prioridade: PRIORITIES, tipo: ['P', 'T'] }
export const priorityOptions: Options = PRIORITIES.map((value) => ({ value, label: String(value) }))

/** The filter with its options and chips. */
export function useProjectFilter() {
  const filter = useFilter(blank, choices)
  const { status, prioridade, tipo } = filter.values
  const lists = useCall('GET /trackprojetos/data')
  const statuses: Options = optionsOf.statuses(lists.data?.status, 'P')
  const types = lists.data?.tipoProjeto.map(({ id, descricao }) => ({ value: id, label: descricao ?? NO_VALUE })) ?? []
  const chips = [
    ...listChip('Status', status, statuses, () => filter.clear('status')),
    ...listChip('Prioridade', prioridade, priorityOptions, () => filter.clear('prioridade')),
    ...(tipo ? [{ label: `Tipo: ${types.find(({ value }) => value === tipo)?.label ?? tipo}`, clear: () => filter.clear('tipo') }] : []),
  ]
  return {
    filter,
    lists,
    statuses,
    types,
    chips,
    body: {
      ...(status.length > 0 && { statusRedmine: status }),
      ...(prioridade.length > 0 && { prioridadeTarefas: prioridade }),
      ...(isType(tipo) && { tipoProjeto: [tipo] }),
    },
  }
}
