// Form values of a service control.
import { messages } from '../../../shared/messages.ts'
import { read } from '../../api/request.ts'
import { useHasFinance } from '../../boot.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = {
  idCliente: null as number | null,
  idColaborador: null as number | null,
  idStatus: null as number | null,
  qtdHoras: '',
  /** A string while the rate is being typed; '' when empty. */
  valorHora: '' as number | string,
  dataInicio: '',
  observacao: '',
  versao: undefined as number | undefined,
}
export type Values = typeof blank

/** `of` is the list's filter, whose client and person are preset in a new control. */
export function useServiceEditing(of: { cliente: number[]; responsavel: number[] }) {
  const hasFinance = useHasFinance()
  return useEditing(
    'controle de serviço',
    blank,
    async (id) => {
      const { timeControl } = await read('GET /service-time-control/{id}', { path: { id } })
      const { idCliente, idColaborador, idStatus, qtdHoras, valorHora, dataInicio, observacao, versao } = timeControl
      return {
        idCliente,
        idColaborador,
        idStatus,
        qtdHoras: qtdHoras ?? '',
        valorHora: valorHora ?? '',
        dataInicio: dataInicio ?? '',
        observacao: observacao ?? '',
        versao,
      }
    },
    {
      fresh: () => ({ idCliente: onlyOne(of.cliente), idColaborador: onlyOne(of.responsavel) }),
      denied: { create: hasFinance ? undefined : messages.denied },
    },
  )
}
const onlyOne = (ids: number[]) => (ids.length === 1 ? (ids[0] ?? null) : null)
