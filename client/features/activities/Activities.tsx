import type { Task } from '../../../shared/features/activities.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, flagColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { Register } from '../../ui/Register.tsx'
import { FEMININE, useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { TaskForm, useTaskEditing } from './ActivityForm.tsx'

const columns: Column<Task>[] = [
  codeColumn((task) => task.CODTAREFAEXTERNO),
  { id: 'descricao', label: 'Descrição', value: (task) => task.DESCTAREFAEXTERNO, main: true },
  flagColumn('cliente', 'Envolve cliente', (task) => task.CLIENTE),
  flagColumn('carro', 'Envolve carro', (task) => task.CARRO),
  flagColumn('regiao', 'Envolve região', (task) => task.REGIAO),
  flagColumn('tv', 'Mostrar na TV', (task) => task.MOSTRARTV),
  statusColumn((task) => task.CODIGO_STATUS),
]

export default function Tasks() {
  const call = useCall('GET /tasks')
  const grid = useGrid({
    rows: call.data,
    columns,
    idOf: (task) => task.CODTAREFAEXTERNO,
    status: (task) => task.CODIGO_STATUS,
    words: FEMININE,
  })
  const editing = useTaskEditing()
  return (
    <Register
      {...{ call, grid, editing }}
      create={{ call: 'POST /tasks', label: 'Nova Atividade' }}
      change="PUT /tasks"
      empty={{ title: 'Nenhuma atividade cadastrada.', hint: 'As atividades que você cadastrar aqui podem ser escolhidas na agenda.' }}
    >
      <TaskForm editing={editing} saved={call.mutate} />
    </Register>
  )
}
