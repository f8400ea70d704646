import { record, type Activity } from '../../../shared/features/activities.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { recordColumns } from '../../ui/grid/record.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Register } from '../../ui/Register.tsx'
import { FEMININE, useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useActivityEditing } from './editing.ts'

const ActivityForm = lazyPart(() => import('./ActivityForm.tsx'))

const columns: Column<Activity>[] = [
  codeColumn((activity) => activity.CODTAREFAEXTERNO),
  ...recordColumns(record, { descricao: { main: true } }),
  statusColumn((activity) => activity.CODIGO_STATUS),
]

export default function Activities() {
  const call = useCall('GET /tasks')
  const grid = useGrid({
    rows: call.data,
    columns,
    idOf: (activity) => activity.CODTAREFAEXTERNO,
    status: (activity) => activity.CODIGO_STATUS,
    words: FEMININE,
  })
  const editing = useActivityEditing()
  return (
    <Register
      {...{ call, grid, editing }}
      change="PUT /tasks"
      empty={{ title: 'Nenhuma atividade cadastrada.', hint: 'As atividades que você cadastrar aqui podem ser escolhidas na agenda.' }}
    >
      <ActivityForm editing={editing} saved={call.mutate} />
    </Register>
  )
}
