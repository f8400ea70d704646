// Form values of a region.
import type { Region } from '../../../shared/features/regions.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { descricao: '', id_status: 'A' as Region['STATUS'], versao: undefined as number | undefined }
export type Values = typeof blank

export const useRegionEditing = () =>
  useEditing('regiao', blank, async (id) => {
    const { DESCRICAO: descricao, STATUS: id_status, versao } = await read('GET /region/{id}', { path: { id } })
    return { descricao: descricao ?? '', id_status, versao }
  })
