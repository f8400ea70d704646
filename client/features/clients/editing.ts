// Form values of a client.
import type { Client } from '../../../shared/features/clients.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { nome: '', idCidade: null as number | null, status: 'A' as Client['CODIGO_STATUS'], versao: undefined as number | undefined }
export type Values = typeof blank

export const useClientEditing = () =>
  useEditing('cliente', blank, async (id) => {
    const [client] = await read('GET /clients/{id}', { path: { id } })
    return client && { nome: client.NOMEFANTASIACLIENTE ?? '', idCidade: client.CODIGOCIDADE, status: client.CODIGO_STATUS, versao: client.versao }
  })
