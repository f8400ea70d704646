import { wallDay } from '../../../shared/clock.ts'
import { serverNow } from '../../api/clock.ts'
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

/** `own`: the person whose a new one is, unless it is said otherwise. */
export const useMovementEditing = (control: number, own: number | null) =>
  useEditing(
    `movimentação ${control}`,
    blank,
    async (id) => {
      const { timeControlMov: stored } = await read('GET /service-time-control-mov/{id}', { path: { id } })
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
