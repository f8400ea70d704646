import { Button } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import type { Client } from '../../shared/clients.ts'
import { useCall } from '../api.ts'
import { useMay } from '../boot.ts'
import { DataGrid } from '../ui/DataGrid.tsx'
import { ExportButton, GridFilters } from '../ui/GridFilters.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Status, statusWord } from '../ui/Status.tsx'
import { useGrid, type Column } from '../ui/useGrid.ts'
import { ClientForm, useClientEditing } from './ClientForm.tsx'

const columns: Column<Client>[] = [
  { id: 'codigo', label: 'Código', value: (client) => client.CODIGOCLIENTE, figures: true, width: '97px' },
  { id: 'razao-social', label: 'Razão Social', value: (client) => client.NOMEFANTASIACLIENTE, main: true, width: '42%' },
  { id: 'cidade', label: 'Cidade', value: (client) => client.CIDADE },
  { id: 'status', label: 'Status', value: (c) => statusWord[c.CODIGO_STATUS], cell: (c) => <Status of={c.CODIGO_STATUS} />, width: '116px' },
]

export default function Clients() {
  const call = useCall('GET /clients')
  const grid = useGrid({ rows: call.data, columns, idOf: (client) => client.CODIGOCLIENTE, status: (client) => client.CODIGO_STATUS })
  const editing = useClientEditing()
  const may = useMay()
  const create = may('POST /clients') && (
    <Button size="sm" leftSection={<Plus aria-hidden />} onClick={editing.create}>
      Novo Cliente
    </Button>
  )
  return (
    <Screen note={grid.total} actions={<ExportButton grid={grid} name="Clientes" />} primary={create} filters={<GridFilters grid={grid} />}>
      <DataGrid
        grid={grid}
        call={call}
        actions={may('PUT /clients') ? [{ label: 'Editar', icon: Pencil, run: (client) => editing.edit(client.CODIGOCLIENTE) }] : []}
        empty={{
          title: 'Nenhum cliente cadastrado.',
          hint: 'O que você cadastrar aqui aparece na agenda, nos serviços e nas notas.',
          action: create,
        }}
      />
      <ClientForm editing={editing} />
    </Screen>
  )
}
