// Form values of a batch and of a movement.
import { wallDay } from '../../../shared/clock.ts'
import type { Movement } from '../../../shared/features/ledger.ts'
import { messages } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const batch = { idColaborador: null as number | null, idStatus: 'A' as 'A' | 'I' }
/** Batches are created and deactivated, but never edited. */
export const useBatchEditing = () => useEditing('lote', batch, async () => undefined)

const blank = {
  operador: 'D' as Movement['operador'],
  operacao: 'C' as Movement['operacao'],
  responsavel: 'E' as 'C' | 'E',
  idCliente: null as number | null,
  idTipo: null as number | null,
  /** A string while the amount is being typed. */
  valor: 0 as number | string,
  data: '',
  obs: '',
  idStatus: 'A' as Movement['idStatus'],
  versao: undefined as number | undefined,
  /** File name of a new movement's receipt. The draft keeps the name but not the file. */
  comprovante: '',
}
export type Values = typeof blank

export const useLedgerEditing = (lote: number) =>
  useEditing(
    `movimentação do lote ${lote}`,
    blank,
    async (id) => {
      const stored = await read('GET /financial-control-batch/{id}', { path: { id } })
      // A movement of another batch is not opened, because saving it here would move it to this batch.
      if (stored.idControleFinanceiro !== lote) return undefined
      if (stored.idStatus === 'I') throw new Failure(409, messages.inactive)
      const { operador, operacao, responsavel, idCliente, idTipo, valor, data, obs, idStatus, versao } = stored
      return {
        operador,
        operacao: operacao || 'C',
        responsavel: responsavel ?? 'E',
        idCliente,
        idTipo,
        valor,
        data,
        obs: obs ?? '',
        idStatus,
        versao,
        comprovante: '',
      }
    },
    { fresh: () => ({ data: wallDay(serverNow()) }) },
  )
