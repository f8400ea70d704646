// The filter of the commission query.
import { dayBr, isDay } from '../../../shared/clock.ts'
import { useCall } from '../../api/useCall.ts'
import { useHasFinance, useMe } from '../../boot.ts'
import type { Options } from '../../ui/form/fields.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { ticketTyped } from '../../ui/number.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { optionsOf } from '../options.ts'

const states = ['Liberado', 'Previsto'] as const
const blank = {
  clientes: [] as number[],
  colaboradores: [] as number[],
  ticket: '',
  status: [] as number[],
  dataInicial: '',
  dataFinal: '',
  liberadoDe: '',
  liberadoAte: '',
}
/** Values are positions in `states`, counted from 1. */
export const stateOptions = states.map((label, nth) => ({ value: nth + 1, label }))
const choices = { status: stateOptions.map(({ value }) => value) }
export const days = { dataInicial: 'Data Inicial', dataFinal: 'Data Final', liberadoDe: 'Liberado de', liberadoAte: 'Liberado até' } as const
const dayKeys = ['dataInicial', 'dataFinal', 'liberadoDe', 'liberadoAte'] as const

export function useCommissionQuery() {
  const me = useMe()
  // Other people see only their own commissions; the server's gate enforces the same.
  const hasFinance = useHasFinance()
  const filter = useFilter(blank, choices)
  const lists = useCall('GET /comission-result')
  const { clientes, colaboradores, ticket, status, dataInicial, dataFinal, liberadoDe, liberadoAte } = filter.values
  const options: Record<'clientes' | 'colaboradores', Options> = {
    clientes: lists.data?.clientes.map(({ id, cliente }) => ({ value: id, label: cliente ?? NO_VALUE })),
    colaboradores: optionsOf.names(lists.data?.colaboradores),
  }
  const asked = status.flatMap((one) => states[one - 1] ?? [])
  const people = hasFinance ? colaboradores : [me.id]
  return {
    filter,
    lists,
    options,
    hasFinance,
    isByRelease: isDay(liberadoDe) || isDay(liberadoAte),
    chips: [
      ...listChip('Cliente', clientes, options.clientes, () => filter.clear('clientes')),
      ...listChip('Colaborador', colaboradores, options.colaboradores, () => filter.clear('colaboradores')),
      ...(ticket ? [{ label: `Ticket: ${ticket}`, clear: () => filter.clear('ticket') }] : []),
      ...listChip('Status', status, stateOptions, () => filter.clear('status')),
      ...dayKeys.flatMap((key) =>
        isDay(filter.values[key]) ? [{ label: `${days[key]}: ${dayBr(filter.values[key])}`, clear: () => filter.clear(key) }] : [],
      ),
    ],
    body: {
      ...(clientes.length > 0 && { clientes }),
      ...(people.length > 0 && { colaboradores: people }),
      ...(ticket && { nTicket: ticketTyped(ticket) }),
      ...(asked.length > 0 && { status: asked }),
      ...(isDay(dataInicial) && { dataInicio: dataInicial }),
      ...(isDay(dataFinal) && { dataFim: dataFinal }),
      ...(isDay(liberadoDe) && { liberadoDe }),
      ...(isDay(liberadoAte) && { liberadoAte }),
    },
  }
}
