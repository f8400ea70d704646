// The filter of a batch's movements. Without a status the call returns the active ones.
import { dayBr, isDay } from '../../../shared/clock.ts'
import { operations, operators, responsibles } from '../../../shared/features/ledger.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import { statusWord } from '../../ui/grid/Status.tsx'
import { isOf, useFilter, valuesOf } from '../../ui/grid/useFilter.ts'

/** Labels of each field by the API's value. */
export const choices = {
  operador: operators,
  operacao: operations,
  responsavel: responsibles,
  situacao: { A: 'Ativos', I: 'Inativos', T: 'Todos' },
} as const
export const labels = { operador: 'Operador', operacao: 'Operação', responsavel: 'Responsável', situacao: 'Status' } as const
// The cast is needed because Object.keys is typed as string[].
export const keys = Object.keys(labels) as (keyof typeof labels)[]

const blank = { operador: '', operacao: '', responsavel: '', situacao: '', dataInicial: '', dataFinal: '' }

/** The filter as the call's query. */
const queryOf = ({ operador, operacao, responsavel, situacao, dataInicial, dataFinal }: typeof blank) => ({
  ...(isOf(operators, operador) && { operador }),
  ...(isOf(operations, operacao) && { operacao }),
  ...(isOf(responsibles, responsavel) && { responsavel }),
  ...(isOf(statusWord, situacao) && { status: situacao }),
  ...(isDay(dataInicial) && { dataInicial }),
  ...(isDay(dataFinal) && { dataFinal }),
})
/** The query that an address stands for. */
export const askedOf = (search: URLSearchParams) => queryOf(valuesOf(search, blank))

export function useLedgerFilter() {
  const filter = useFilter(blank)
  const { dataInicial, dataFinal } = filter.values
  const chips: Chip[] = [
    ...keys.flatMap((key) => {
      const words: Record<string, string> = choices[key]
      const word = words[filter.values[key]]
      return word === undefined ? [] : [{ label: `${labels[key]}: ${word}`, clear: () => filter.clear(key) }]
    }),
    ...(isDay(dataInicial) ? [{ label: `Data Inicial: ${dayBr(dataInicial)}`, clear: () => filter.clear('dataInicial') }] : []),
    ...(isDay(dataFinal) ? [{ label: `Data Final: ${dayBr(dataFinal)}`, clear: () => filter.clear('dataFinal') }] : []),
  ]
  return {
    filter,
    chips,
    query: queryOf(filter.values),
    /** True to include inactive movements, which need a second request. */
    all: filter.values.situacao === 'T',
  }
}
