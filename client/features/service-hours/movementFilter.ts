import type { Chip } from '../../ui/form/Chips.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { isOf, useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

const blank = { responsavel: '', situacao: '', monitorado: '', baixa: '' }
/** Labels of each field by the API's value. */
export const choices = {
  situacao: { A: 'Ativos', I: 'Inativos' },
  monitorado: { '1': 'Monitorados', '0': 'Não monitorados' },
  baixa: { '1': 'Baixam o saldo', '0': 'Não baixam o saldo' },
} as const

/** `people` are the people that the filter offers. */
export function useMovementFilter(people: { id: number; nome: string | null }[] | undefined) {
  const filter = useFilter(blank)
  const { responsavel, situacao, monitorado, baixa } = filter.values
  const chip = (key: keyof typeof choices): Chip[] => {
    const words: Record<string, string> = choices[key]
    const word = words[filter.values[key]]
    return word === undefined ? [] : [{ label: word, clear: () => filter.clear(key) }]
  }
  return {
    filter,
    chips: [
      ...listChip('Responsável', responsavel ? [Number(responsavel)] : [], optionsOf.names(people), () => filter.clear('responsavel')),
      ...chip('situacao'),
      ...chip('monitorado'),
      ...chip('baixa'),
    ],
    query: {
      ...(/^[1-9]\d{0,9}$/.test(responsavel) && { idColaborador: responsavel }),
      ...(isOf(choices.situacao, situacao) && { idStatus: situacao }),
      ...(isOf(choices.monitorado, monitorado) && { monitorado }),
      ...(isOf(choices.baixa, baixa) && { baixaSaldo: baixa }),
    },
  }
}
