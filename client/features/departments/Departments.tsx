import type { Department } from '../../../shared/features/departments.ts'
import { read } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'
import { later } from '../../ui/later.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'

const DepartmentForm = later(() => import('./DepartmentForm.tsx'))

const blank = { descricao: '', codigo_status: 'A' as Department['CODIGO_STATUS'], versao: undefined as number | undefined }
export type Values = typeof blank

const columns: Column<Department>[] = [
  codeColumn((department) => department.CODIGOSETOR),
  { id: 'descricao', label: 'Descrição', value: (department) => department.DESCRICAOSETOR, main: true },
  statusColumn((department) => department.CODIGO_STATUS),
]

export default function Departments() {
  const call = useCall('GET /department')
  const grid = useGrid({ rows: call.data, columns, idOf: ({ CODIGOSETOR }) => CODIGOSETOR, status: ({ CODIGO_STATUS }) => CODIGO_STATUS })
  const editing = useEditing('departamento', blank, async (id) => {
    const { DESCRICAOSETOR: descricao, CODIGO_STATUS: codigo_status, versao } = await read('GET /department/{id}', { path: { id } })
    return { descricao: descricao ?? '', codigo_status, versao }
  })
  return (
    <Register
      {...{ call, grid, editing }}
      change="PUT /department"
      empty={{ title: 'Nenhum departamento cadastrado.', hint: 'Cada usuário pertence a um dos departamentos que você cadastrar aqui.' }}
    >
      <DepartmentForm editing={editing} saved={call.mutate} />
    </Register>
  )
}
