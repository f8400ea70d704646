import { Car, StoredCar } from '../../../shared/features/cars.ts'
import type { Register } from '../registers.ts'

export default {
  path: '/carros',
  calls: '/cars',
  listed: Car,
  stored: StoredCar,
  id: 'CODIGOCARRO',
  sent: { placa: 'QCZ9Z99', numero: '77', descricao: ' Jipe ', status: 'A' },
  read: { PLACACARRO: 'QCZ9Z99', NUMEROCARRO: '77', DESCRICAOCARRO: 'Jipe', CODIGO_STATUS: 'A' },
  change: { placa: 'QCZ9Z98', numero: '78', descricao: 'Jipe da fazenda', status: 'I' },
  changed: { PLACACARRO: 'QCZ9Z98', NUMEROCARRO: '78', DESCRICAOCARRO: 'Jipe da fazenda', CODIGO_STATUS: 'I' },
  required: { placa: 'Placa precisa ser preenchida.', numero: 'Número precisa ser preenchido.', descricao: 'Descrição precisa ser preenchida.' },
  name: { field: 'descricao', label: 'Descrição', max: 50 },
  titles: { list: 'Carros', create: 'Novo Carro', change: 'Editar Carro' },
  typed: [
    ['Placa', 'QCZ9Z97'],
    ['Número', '77'],
    ['Descrição', 'Jipe da serra'],
  ],
  created: 'Novo carro criado com sucesso!',
  changedOne: 'Carro Jipe da serra novo alterado com sucesso!',
  createFailed: 'Falha ao criar novo carro!',
  changeFailed: 'Falha ao alterar carro!',
  words: ['Todos', 'Ativos', 'Inativos'],
  sheet: {
    kind: 'cars',
    fresh: { placa: 'ZZZ1A11', numero: '1', descricao: 'Jipe' },
    other: { placa: 'zzz1a11', numero: '2', descricao: 'Jipe', status: 'I' },
    table: 'cars',
  },
} satisfies Register
