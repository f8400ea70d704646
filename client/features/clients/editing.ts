// Form values of a client.
import { record } from '../../../shared/features/clients.ts'
import { read } from '../../api/request.ts'
import { blankOf, valuesOf } from '../../ui/form/record.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { ...blankOf(record), idCidade: null as number | null, versao: undefined as number | undefined }
export type Values = typeof blank

export const useClientEditing = () =>
  useEditing('cliente', blank, async (id) => {
    const [client] = await read('GET /clients/{id}', { path: { id } })
    return client && { ...valuesOf(record, client), idCidade: client.CODIGOCIDADE, versao: client.versao }
  })
