import { Activity, StoredActivity } from '../../../shared/features/activities.ts'
import type { Register } from '../registers.ts'

export default {
  path: '/atividades',
  calls: '/tasks',
  listed: Activity,
  stored: StoredActivity,
  id: 'CODTAREFAEXTERNO',
  sent: { descricao: ' Vistoria ', status: 'A', envolveClient: 'S', carro: 'N', regiao: 'S', mostrarTv: 'N' },
  read: { DESCTAREFAEXTERNO: 'Vistoria', CODIGO_STATUS: 'A', CLIENTE: 'S', CARRO: 'N', REGIAO: 'S', MOSTRARTV: 'N' },
  change: { descricao: 'Vistoria de silo', status: 'I', envolveClient: 'N', carro: 'S', regiao: 'N', mostrarTv: 'S' },
  changed: { DESCTAREFAEXTERNO: 'Vistoria de silo', CODIGO_STATUS: 'I', CLIENTE: 'N', CARRO: 'S', REGIAO: 'N', MOSTRARTV: 'S' },
  required: { descricao: 'Descrição precisa ser preenchida.' },
  name: { field: 'descricao', label: 'Descrição', max: 50 },
  titles: { list: 'Atividades', create: 'Nova Atividade', change: 'Editar Atividade' },
  typed: [['Descrição', 'Vistoria de silo']],
  created: 'Atividade criada com sucesso!',
  changedOne: 'Atividade alterada com sucesso!',
  createFailed: 'Falha ao comunicar com o banco de dados!',
  changeFailed: 'Falha ao comunicar com o banco de dados!',
  words: ['Todas', 'Ativas', 'Inativas'],
  sheet: {
    kind: 'activities',
    fresh: { descricao: 'Vistoria', cliente: 'sim' },
    other: { descricao: 'Vistoria', cliente: 'S', tv: 'S' },
    table: 'activities',
  },
} satisfies Register
