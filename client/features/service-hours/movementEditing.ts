import { wallDay } from '../../../shared/clock.ts'
import { messages } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = {
  idColaborador: null as number | null,
  nTicket: '',
  qtdHoras: '',
  descricao: '',
  dataInicio: '',
  dataFim: '',
  baixaSaldo: true,
  ticketMonitorado: false,
  dataMonitoramento: '',
  idStatus: 'A' as 'A' | 'I',
  versao: undefined as number | undefined,
}
export type Values = typeof blank

/** `own` is the person preset in a new movement; null presets nobody. */
export const useMovementEditing = (control: number, own: number | null) =>
  useEditing(
    `movimentação ${control}`,
    blank,
    async (id) => {
      const { timeControlMov: stored } = await read('GET /service-time-control-mov/{id}', { path: { id } })
      // A movement of another control is not opened, because the form would show the wrong balance.
      if (stored.idControleHoras !== control) return undefined
      if (stored.idStatus === 'I') throw new Failure(409, messages.inactive)
      return {
        idColaborador: stored.idColaborador,
        nTicket: stored.nTicket ?? '',
        qtdHoras: stored.qtdHoras ?? '',
        descricao: stored.descricao ?? '',
        dataInicio: stored.dataInicio ?? '',
        dataFim: stored.dataFim ?? '',
        baixaSaldo: stored.baixaSaldo === 1,
        ticketMonitorado: stored.ticketMonitorado === 1,
        dataMonitoramento: stored.dataMonitoramento ?? '',
        idStatus: stored.idStatus,
        versao: stored.versao,
      }
    },
    { fresh: () => ({ idColaborador: own, dataInicio: wallDay(serverNow()), dataFim: wallDay(serverNow()) }) },
  )
