// What the movements of a batch are filtered by. Without a status the active ones are shown, as the call has it.
import { dayBr, isDay } from '../../../shared/clock.ts'
import { operations, operators, responsibles } from '../../../shared/features/ledger.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import { statusWord } from '../../ui/grid/Status.tsx'
import { isOf, useFilter, valuesOf } from '../../ui/grid/useFilter.ts'

/** Each with its words, by the wire's. */
export const choices = {
  operador: operators,
  operacao: operations,
  responsavel: responsibles,
  situacao: { A: 'Ativos', I: 'Inativos', T: 'Todos' },
} as const
export const labels = { operador: 'Operador', operacao: 'Operação', responsavel: 'Responsável', situacao: 'Status' } as const
// Object.keys knows no more than string.
export const keys = Object.keys(labels) as (keyof typeof labels)[]

const blank = { operador: '', operacao: '', responsavel: '', situacao: '', dataInicial: '', dataFinal: '' }

/** What the call is asked with. */
const queryOf = ({ operador, operacao, responsavel, situacao, dataInicial, dataFinal }: typeof blank) => ({
  ...(isOf(operators, operador) && { operador }),
  ...(isOf(operations, operacao) && { operacao }),
  ...(isOf(responsibles, responsavel) && { responsavel }),
  ...(isOf(statusWord, situacao) && { status: situacao }),
  ...(isDay(dataInicial) && { dataInicial }),
  ...(isDay(dataFinal) && { dataFinal }),
})
/** The same, of an address. */
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
    /** The inactive ones too, which another call answers. */
    all: filter.values.situacao === 'T',
  }
}
