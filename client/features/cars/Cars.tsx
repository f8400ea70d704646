import { record, type Car } from '../../../shared/features/cars.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { recordColumns } from '../../ui/grid/record.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useCarEditing } from './editing.ts'

const CarForm = lazyPart(() => import('./CarForm.tsx'))

const columns: Column<Car>[] = [
  codeColumn((car) => car.CODIGOCARRO),
  ...recordColumns(record, { placa: { width: 140 }, numero: { width: 140 }, descricao: { main: true } }),
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
