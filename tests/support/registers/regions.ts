import { Region, StoredRegion } from '../../../shared/features/regions.ts'
import type { Register } from '../registers.ts'

export default {
  path: '/regioes',
  calls: '/region',
  listed: Region,
  stored: StoredRegion,
  id: 'ID',
  sent: { descricao: ' Vale do Araguaia ', id_status: 'A' },
  read: { DESCRICAO: 'Vale do Araguaia', STATUS: 'A' },
  change: { descricao: 'Araguaia', id_status: 'I' },
  changed: { DESCRICAO: 'Araguaia', STATUS: 'I' },
  required: { descricao: 'Descrição precisa ser preenchida.' },
  name: { field: 'descricao', label: 'Descrição', max: 50 },
  titles: { list: 'Regiões', create: 'Nova Região', change: 'Editar Região' },
  typed: [['Descrição', 'Vale do Araguaia']],
  created: 'Região criada com sucesso!',
  changedOne: 'Região alterada com sucesso!',
  createFailed: 'Falha ao comunicar com o banco de dados!',
  changeFailed: 'Falha ao comunicar com o banco de dados!',
  words: ['Todas', 'Ativas', 'Inativas'],
  sheet: { kind: 'regions', fresh: { descricao: 'Araguaia' }, other: { descricao: 'Araguaia', status: 'I' }, table: 'regions' },
} satisfies Register
