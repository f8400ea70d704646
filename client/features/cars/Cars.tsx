import type { Car } from '../../../shared/features/cars.ts'
import { read } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'
import { later } from '../../ui/later.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'

const CarForm = later(() => import('./CarForm.tsx'))

const blank = { placa: '', numero: '', descricao: '', status: 'A' as Car['CODIGO_STATUS'], versao: undefined as number | undefined }
export type Values = typeof blank

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
  const editing = useEditing('carro', blank, async (id) => {
    const car = await read('GET /cars/{id}', { path: { id } })
    const { PLACACARRO: placa, NUMEROCARRO: numero, DESCRICAOCARRO: descricao, CODIGO_STATUS: status, versao } = car
    return { placa: placa ?? '', numero: numero ?? '', descricao: descricao ?? '', status, versao }
  })
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
