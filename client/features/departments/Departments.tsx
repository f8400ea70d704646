import { record, type Department } from '../../../shared/features/departments.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { recordColumns } from '../../ui/grid/record.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useDepartmentEditing } from './editing.ts'

const DepartmentForm = lazyPart(() => import('./DepartmentForm.tsx'))

const columns: Column<Department>[] = [
  codeColumn((department) => department.CODIGOSETOR),
  ...recordColumns(record, { descricao: { main: true } }),
  statusColumn((department) => department.CODIGO_STATUS),
]

export default function Departments() {
  const call = useCall('GET /department')
  const grid = useGrid({ rows: call.data, columns, idOf: ({ CODIGOSETOR }) => CODIGOSETOR, status: ({ CODIGO_STATUS }) => CODIGO_STATUS })
  const editing = useDepartmentEditing()
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
