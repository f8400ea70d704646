// The filter of the service control list.
import { useCall } from '../../api/useCall.ts'
import type { Chip } from '../../ui/form/Chips.tsx'
import type { Options } from '../../ui/form/fields.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { optionsOf } from '../options.ts'
import { stageWord } from './Balance.tsx'

const blank = { status: [] as number[], responsavel: [] as number[], cliente: [] as number[], saldo: '', 'saldo-em': '' }
/** Stages of a balance that need a warning. The browser filters the list by them. */
export const STAGES = ['low', 'exhausted', 'overrun'] as const
export const balances = { withBalance: 'Com saldo', noBalance: 'Sem saldo' } as const
const choices = { saldo: Object.keys(balances), 'saldo-em': STAGES }
const isBalance = (text: string): text is keyof typeof balances => Object.hasOwn(balances, text)

const listLabels = { status: 'Status', responsavel: 'Responsável', cliente: 'Cliente' } as const
// The cast is needed because Object.keys is typed as string[].
export const listKeys = Object.keys(listLabels) as (keyof typeof listLabels)[]
export const labelOf = (key: keyof typeof listLabels) => listLabels[key]

/** Options of the forms and filters, requested once `looked` is true. */
export function useServiceLists(looked: boolean) {
  const call = useCall(looked ? 'GET /service-time-control' : null, { query: { data: 'true' } })
  const dataset = call.data && 'dataset' in call.data ? call.data.dataset : undefined
  const options: Record<keyof typeof listLabels, Options> = {
    status: optionsOf.statuses(dataset?.status, 'S'),
    responsavel: optionsOf.names(dataset?.colaboradores),
    cliente: dataset?.clientes.map(({ id, razaoSocial, cidade }) => ({ value: id, label: razaoSocial ?? NO_VALUE, note: cidade ?? undefined })),
  }
  return { call, options }
}

export function useServiceFilter(looked: boolean) {
  const filter = useFilter(blank, choices)
  const lists = useServiceLists(looked || filter.used.length > 0)
  const { status, responsavel, cliente, saldo } = filter.values
  const stage = STAGES.find((one) => one === filter.values['saldo-em'])
  const chips: Chip[] = [
    ...listKeys.flatMap((key) => listChip(listLabels[key], filter.values[key], lists.options[key], () => filter.clear(key))),
    ...(isBalance(saldo) ? [{ label: balances[saldo], clear: () => filter.clear('saldo') }] : []),
    ...(stage ? [{ label: stageWord[stage], clear: () => filter.clear('saldo-em'), said: true }] : []),
  ]
  const text = (ids: number[]) => ids.map(String)
  return {
    filter,
    lists,
    chips,
    stage,
    query: {
      ...(status.length > 0 && { idStatus: text(status) }),
      ...(responsavel.length > 0 && { idResponsavel: text(responsavel) }),
      ...(cliente.length > 0 && { idCliente: text(cliente) }),
      ...(isBalance(saldo) && { saldo }),
    },
  }
}
