import { record, type Region } from '../../../shared/features/regions.ts'
import { useCall } from '../../api/useCall.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { recordColumns } from '../../ui/grid/record.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Register } from '../../ui/Register.tsx'
import { FEMININE, useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useRegionEditing } from './editing.ts'

const RegionForm = lazyPart(() => import('./RegionForm.tsx'))

const columns: Column<Region>[] = [
  codeColumn((region) => region.ID),
  ...recordColumns(record, { descricao: { main: true } }),
  statusColumn((region) => region.STATUS),
]

export default function Regions() {
  const call = useCall('GET /region')
  const grid = useGrid({ rows: call.data, columns, idOf: (region) => region.ID, status: (region) => region.STATUS, words: FEMININE })
  const editing = useRegionEditing()
  return (
    <Register
      {...{ call, grid, editing }}
      change="PUT /region"
      empty={{ title: 'Nenhuma região cadastrada.', hint: 'As regiões que você cadastrar aqui podem ser escolhidas na agenda.' }}
    >
      <RegionForm editing={editing} saved={call.mutate} />
    </Register>
  )
}
