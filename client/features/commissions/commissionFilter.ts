import { dayBr, isDay } from '../../../shared/clock.ts'
import { kinds, type Kind } from '../../../shared/features/commissions.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import { useFilter } from '../../ui/grid/useFilter.ts'

/** `tipos` holds positions in `kinds`, counted from 1. */
const blank = { tipos: [] as number[], dataInicio: '', dataFim: '' }
export const kindOptions = kinds.map((label, nth) => ({ value: nth + 1, label }))
const choices = { tipos: kindOptions.map(({ value }) => value) }
const kindOf = (value: number): Kind | undefined => kinds[value - 1]

export function useCommissionFilter() {
  const filter = useFilter(blank, choices)
  const { tipos, dataInicio, dataFim } = filter.values
  const asked = tipos.flatMap((one) => kindOf(one) ?? [])
  const chips: Chip[] = [
    ...(asked.length > 0 ? [{ label: asked.join(', '), clear: () => filter.clear('tipos') }] : []),
    ...(isDay(dataInicio) ? [{ label: `Data Inicial: ${dayBr(dataInicio)}`, clear: () => filter.clear('dataInicio') }] : []),
    ...(isDay(dataFim) ? [{ label: `Data Final: ${dayBr(dataFim)}`, clear: () => filter.clear('dataFim') }] : []),
  ]
  return {
    filter,
    chips,
    query: {
      ...(asked.length > 0 && { tipoRegistro: asked }),
      ...(isDay(dataInicio) && { dataInicio }),
      ...(isDay(dataFim) && { dataFim }),
    },
  }
}
