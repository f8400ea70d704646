import type { Car } from '../../shared/cars.ts'
import { useCall } from '../api.ts'
import { Register } from '../ui/Register.tsx'
import { Status, statusWord } from '../ui/Status.tsx'
import { useGrid, type Column } from '../ui/useGrid.ts'
import { CarForm, useCarEditing } from './CarForm.tsx'

const columns: Column<Car>[] = [
  { id: 'codigo', label: 'Código', value: (car) => car.CODIGOCARRO, figures: true, width: '97px' },
  { id: 'placa', label: 'Placa', value: (car) => car.PLACACARRO, width: '140px' },
  { id: 'numero', label: 'Número', value: (car) => car.NUMEROCARRO, width: '140px' },
  { id: 'descricao', label: 'Descrição', value: (car) => car.DESCRICAOCARRO, main: true },
  { id: 'status', label: 'Status', value: (c) => statusWord[c.CODIGO_STATUS], cell: (c) => <Status of={c.CODIGO_STATUS} />, width: '116px' },
]

export default function Cars() {
  const call = useCall('GET /cars')
  const grid = useGrid({ rows: call.data, columns, idOf: (car) => car.CODIGOCARRO, status: (car) => car.CODIGO_STATUS })
  const editing = useCarEditing()
  return (
    <Register
      {...{ call, grid, editing }}
      create={{ call: 'POST /cars', label: 'Novo Carro' }}
      change="PUT /cars"
      empty={{ title: 'Nenhum carro cadastrado.', hint: 'Os carros que você cadastrar aqui podem ser escolhidos na agenda.' }}
    >
      <CarForm editing={editing} saved={call.mutate} />
    </Register>
  )
}
