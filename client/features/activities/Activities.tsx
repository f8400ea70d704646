import type { Activity } from '../../../shared/features/activities.ts'
import { read } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, flagColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'
import { later } from '../../ui/later.tsx'
import { Register } from '../../ui/Register.tsx'
import { FEMININE, useGrid, type Column } from '../../ui/grid/useGrid.ts'

const ActivityForm = later(() => import('./ActivityForm.tsx'))

const no = 'N' as Activity['CLIENTE']
const blank = {
  descricao: '',
  envolveClient: no,
  carro: no,
  regiao: no,
  mostrarTv: no,
  status: 'A' as Activity['CODIGO_STATUS'],
  versao: undefined as number | undefined,
}
export type Values = typeof blank

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
  const editing = useEditing('atividade', blank, async (id) => {
    const activity = await read('GET /tasks/{id}', { path: { id } })
    const { DESCTAREFAEXTERNO: descricao, CLIENTE: envolveClient, CARRO: carro, REGIAO: regiao, MOSTRARTV: mostrarTv } = activity
    return { descricao: descricao ?? '', envolveClient, carro, regiao, mostrarTv, status: activity.CODIGO_STATUS, versao: activity.versao }
  })
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
