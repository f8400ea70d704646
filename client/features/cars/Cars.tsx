import type { Car } from '../../../shared/features/cars.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { later } from '../../ui/later.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useCarEditing } from './editing.ts'

const CarForm = later(() => import('./CarForm.tsx'))

const columns: Column<Car>[] = [
  codeColumn((car) => car.CODIGOCARRO),
  { id: 'placa', label: 'Placa', value: (car) => car.PLACACARRO, width: 140 },
  { id: 'numero', label: 'Número', value: (car) => car.NUMEROCARRO, width: 140 },
  { id: 'descricao', label: 'Descrição', value: (car) => car.DESCRICAOCARRO, main: true },
  statusColumn((car) => car.CODIGO_STATUS),
]

export default function Cars() {
  const call = useCall('GET /cars')
  const grid = useGrid({ rows: call.data, columns, idOf: (car) => car.CODIGOCARRO, status: (car) => car.CODIGO_STATUS })
  const editing = useCarEditing()
  return (
    <Register
      {...{ call, grid, editing }}
      change="PUT /cars"
      empty={{ title: 'Nenhum carro cadastrado.', hint: 'Os carros que você cadastrar aqui podem ser escolhidos na agenda.' }}
    >
      <CarForm editing={editing} saved={call.mutate} />
    </Register>
  )
}
