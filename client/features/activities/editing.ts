// Form values of an activity.
import type { Activity } from '../../../shared/features/activities.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

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

export const useActivityEditing = () =>
  useEditing('atividade', blank, async (id) => {
    const activity = await read('GET /tasks/{id}', { path: { id } })
    const { DESCTAREFAEXTERNO: descricao, CLIENTE: envolveClient, CARRO: carro, REGIAO: regiao, MOSTRARTV: mostrarTv } = activity
    return { descricao: descricao ?? '', envolveClient, carro, regiao, mostrarTv, status: activity.CODIGO_STATUS, versao: activity.versao }
  })
