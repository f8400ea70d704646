import { CalendarDays, Timer } from 'lucide-react'
import { useNavigate } from 'react-router'
import { FORMER_NAMES } from '../../../shared/cities.ts'
import { addDays, wallDay } from '../../../shared/clock.ts'
import { record, type Client } from '../../../shared/features/clients.ts'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { codeColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { recordColumns } from '../../ui/grid/record.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { useClientAction } from './ClientLink.tsx'
import { useClientEditing } from './editing.ts'

const ClientForm = lazyPart(() => import('./ClientForm.tsx'))

const columns: Column<Client>[] = [
  codeColumn((client) => client.CODIGOCLIENTE),
  ...recordColumns(record, { nome: { main: true } }),
  { id: 'cidade', label: 'Cidade', value: (client) => client.CIDADE, alias: ({ CODIGOCIDADE }) => FORMER_NAMES[CODIGOCIDADE ?? 0]?.join('\n') },
  statusColumn((client) => client.CODIGO_STATUS),
]

export default function Clients() {
  const call = useCall('GET /clients')
  const grid = useGrid({ rows: call.data, columns, idOf: (client) => client.CODIGOCLIENTE, status: (client) => client.CODIGO_STATUS })
  const editing = useClientEditing()
  const may = useMay()
  const navigate = useNavigate()
  const page = useClientAction(({ CODIGOCLIENTE }: Client) => CODIGOCLIENTE)
  const services = {
    may: may('GET /service-time-control'),
    label: 'Serviços',
    icon: Timer,
    run: ({ CODIGOCLIENTE: id }: Client) => navigate(`/controle-servicos?cliente=${id}`),
  }
  const appointments = {
    may: may('GET /datatocompromise'),
    label: 'Compromissos',
    icon: CalendarDays,
    // The list shows the appointments of the past year and all future ones.
    run: ({ CODIGOCLIENTE: id }: Client) => navigate(`/onde-estou?clientes=${id}&dataInicial=${addDays(wallDay(serverNow()), -365)}`),
  }
  return (
    <Register
      {...{ call, grid, editing }}
      change="PUT /clients"
      actions={[...page, ...[appointments, services].filter(({ may }) => may)]}
      empty={{ title: 'Nenhum cliente cadastrado.', hint: 'O que você cadastrar aqui aparece na agenda, nos serviços e nas notas.' }}
    >
      <ClientForm editing={editing} />
    </Register>
  )
}
