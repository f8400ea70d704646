// The filter of the sprint dashboards.
import { SHOWN, type Sprint } from '../../../shared/features/sprints.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import type { Options } from '../../ui/form/fields.tsx'
import type { useFilter } from '../../ui/grid/useFilter.ts'
import { NO_VALUE } from '../../ui/noValue.ts'

/** Text that says what the unfiltered dashboard shows. */
export const LATEST = `últimas ${SHOWN} sprints`

export const goalBlank = { sprints: [] as number[], dataInicio: '', dataFim: '' }
export type GoalFiltering = ReturnType<typeof useFilter<typeof goalBlank>>

export const optionsOf = (sprints: Sprint[] | undefined): Options =>
  sprints?.map(({ CODIGOSPRINT, DESCSPRINT }) => ({ value: CODIGOSPRINT, label: DESCSPRINT ?? NO_VALUE }))

/** '12 sprints', or the name of a single one. */
export function sprintChip(chosen: number[], sprints: Sprint[] | undefined, clear: () => void): Chip[] {
  const [first] = chosen
  if (first === undefined) return []
  const name = sprints?.find(({ CODIGOSPRINT }) => CODIGOSPRINT === first)?.DESCSPRINT ?? `Código ${first}`
  return [{ label: chosen.length > 1 ? `${chosen.length} sprints` : name, clear }]
}
