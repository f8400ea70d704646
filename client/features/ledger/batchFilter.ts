// The filter of the batch list.
import { useCall } from '../../api/useCall.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { isOf, useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

/** Labels by the API's value. */
export const balances = { '1': 'Com saldo', '0': 'Sem saldo' } as const
export const statuses = { A: 'Ativos', I: 'Inativos' } as const

const blank = { colaborador: [] as number[], situacao: '', dinheiro: '', cartao: '' }
const choices = { situacao: Object.keys(statuses), dinheiro: Object.keys(balances), cartao: Object.keys(balances) }

export function useBatchFilter(looked: boolean) {
  const filter = useFilter(blank, choices)
  const lists = useCall(looked || filter.values.colaborador.length > 0 ? 'GET /financial-control-data' : null, { query: { typeReq: 'filter' } })
  const people = optionsOf.names(lists.data?.colaboradores)
  const { colaborador, situacao, dinheiro, cartao } = filter.values
  const chips: Chip[] = [
    ...listChip('Colaborador', colaborador, people, () => filter.clear('colaborador')),
    ...(isOf(statuses, situacao) ? [{ label: `Status: ${statuses[situacao]}`, clear: () => filter.clear('situacao') }] : []),
    ...(isOf(balances, dinheiro) ? [{ label: `Dinheiro: ${balances[dinheiro].toLowerCase()}`, clear: () => filter.clear('dinheiro') }] : []),
    ...(isOf(balances, cartao) ? [{ label: `Cartão: ${balances[cartao].toLowerCase()}`, clear: () => filter.clear('cartao') }] : []),
  ]
  return {
    filter,
    lists,
    people,
    chips,
    query: {
      ...(colaborador.length > 0 && { colaboradores: colaborador }),
      ...(isOf(statuses, situacao) && { status: situacao }),
      ...(isOf(balances, dinheiro) && { saldoDinheiro: dinheiro }),
      ...(isOf(balances, cartao) && { saldoCartao: cartao }),
    },
  }
}
