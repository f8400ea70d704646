// Form values of a commission entry of one control.
import type { Commission } from '../../../shared/features/commissions.ts'
import { messages } from '../../../shared/messages.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = {
  tipo: 'P' as Commission['tipo'],
  nTicket: '',
  data: '',
  /** A string while the amount is being typed. */
  valor: 0 as number | string,
  /** Number of monthly instalments among which a new amount is split. */
  parcelas: 1 as number | string,
  historico: '',
  idStatus: 'A' as Commission['idStatus'],
  versao: undefined as number | undefined,
}
export type Values = typeof blank

export const useCommissionEditing = (control: number) =>
  useEditing(`comissão ${control}`, blank, async (id) => {
    const { timeControlComission: stored } = await read('GET /service-time-control-comission/{id}', { path: { id } })
    // An entry of another control is not opened, because saving it here would move it to this control.
    if (stored.idControleHoras !== control) return undefined
    if (stored.idStatus === 'I') throw new Failure(409, messages.inactive)
    const { tipo, nTicket, data, valor, historico, idStatus, versao } = stored
    return { tipo, nTicket: nTicket ?? '', data, valor, parcelas: 1, historico: historico ?? '', idStatus, versao }
  })
