import type { Activity } from '../../../shared/features/activities.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, flagColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { later } from '../../ui/later.tsx'
import { Register } from '../../ui/Register.tsx'
import { FEMININE, useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useActivityEditing } from './editing.ts'

const ActivityForm = later(() => import('./ActivityForm.tsx'))

const columns: Column<Activity>[] = [
  codeColumn((activity) => activity.CODTAREFAEXTERNO),
  { id: 'descricao', label: 'Descrição', value: (activity) => activity.DESCTAREFAEXTERNO, main: true },
  flagColumn('cliente', 'Envolve cliente', (activity) => activity.CLIENTE),
  flagColumn('carro', 'Envolve carro', (activity) => activity.CARRO),
  flagColumn('regiao', 'Envolve região', (activity) => activity.REGIAO),
  flagColumn('tv', 'Mostrar na TV', (activity) => activity.MOSTRARTV),
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
