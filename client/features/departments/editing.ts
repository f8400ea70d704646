// Form values of a department.
import type { Department } from '../../../shared/features/departments.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { descricao: '', codigo_status: 'A' as Department['CODIGO_STATUS'], versao: undefined as number | undefined }
export type Values = typeof blank

export const useDepartmentEditing = () =>
  useEditing('departamento', blank, async (id) => {
    const { DESCRICAOSETOR: descricao, CODIGO_STATUS: codigo_status, versao } = await read('GET /department/{id}', { path: { id } })
    return { descricao: descricao ?? '', codigo_status, versao }
  })
