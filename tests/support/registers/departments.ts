import { Department, StoredDepartment } from '../../../shared/features/departments.ts'
import type { Register } from '../registers.ts'

export default {
  path: '/departamentos',
  calls: '/department',
  listed: Department,
  stored: StoredDepartment,
  id: 'CODIGOSETOR',
  sent: { descricao: ' Jurídico ', codigo_status: 'A' },
  read: { DESCRICAOSETOR: 'Jurídico', CODIGO_STATUS: 'A' },
  change: { descricao: 'Jurídico e Contratos', codigo_status: 'I' },
  changed: { DESCRICAOSETOR: 'Jurídico e Contratos', CODIGO_STATUS: 'I' },
  required: { descricao: 'Descrição precisa ser preenchida.' },
  name: { field: 'descricao', label: 'Descrição', max: 50 },
  titles: { list: 'Departamentos', create: 'Novo Departamento', change: 'Editar Departamento' },
  typed: [['Descrição', 'Jurídico']],
  created: 'Departamento criado com sucesso!',
  changedOne: 'Departamento alterado com sucesso!',
  createFailed: 'Falha ao comunicar com o banco de dados!',
  changeFailed: 'Falha ao comunicar com o banco de dados!',
  words: ['Todos', 'Ativos', 'Inativos'],
  sheet: { kind: 'departments', fresh: { descricao: 'Jurídico' }, other: { descricao: 'juridico', status: 'I' }, table: 'departments' },
} satisfies Register
