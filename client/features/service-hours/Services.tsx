// Controle de Serviços: hours that clients bought, and the remaining balance.
import { HandCoins, History, ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { isOverStatus } from '../../../shared/features/projects.ts'
import { messages as commissions } from '../../../shared/features/commissions.ts'
import { messages, stageOf, type ServiceControlRow, type Stage } from '../../../shared/features/service-hours.ts'
import { minutesIn } from '../../../shared/hours.ts'
import { centsOf, moneyBr } from '../../../shared/money.ts'
import { useCall } from '../../api/useCall.ts'
import { useHasFinance, useMe } from '../../boot.ts'
import { notify } from '../../ui/feedback/notify.ts'
import type { Toggle } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { codeColumn } from '../../ui/grid/columns.tsx'
import { ServerState } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { Register } from '../../ui/Register.tsx'
import { fromList } from '../../ui/Screen.tsx'
import { ClientLink } from '../clients/ClientLink.tsx'
import { Balance, hoursBr, stageWord } from './Balance.tsx'
import { STAGES, useServiceFilter } from './filter.ts'
import { useServiceEditing } from './serviceEditing.ts'

const ServiceForm = lazyPart(() => import('./ServiceForm.tsx'))
const HistoryWindow = lazyPart(() => import('../../ui/history/HistoryWindow.tsx'))
const ServiceFilter = lazyPart(() => import('./ServiceFilter.tsx'))

type Row = ServiceControlRow
const hours = (text: string | null) => text ?? '00:00'
/** State of a control's balance; a finished control never warns. */
const stageAt = ({ saldo, qtdHoras, status }: Row): Stage =>
  isOverStatus(status) ? 'enough' : stageOf(minutesIn(hours(saldo)), minutesIn(hours(qtdHoras)))

const plain: Column<Row>[] = [
  codeColumn((row) => row.id),
  {
    id: 'cliente',
    label: 'Cliente',
    value: (row) => row.cliente,
    cell: (row) => <ClientLink id={row.idCliente}>{row.cliente ?? NO_VALUE}</ClientLink>,
    main: true,
    narrow: 200,
  },
  { id: 'responsavel', label: 'Responsável', value: (row) => row.responsavel, width: 168, narrow: 112 },
  { id: 'status', label: 'Status', value: (row) => row.status.descricao, cell: (row) => <ServerState of={row.status} />, width: 160, narrow: 148 },
  {
    id: 'horas',
    label: 'Horas',
    value: (row) => 60 * minutesIn(hours(row.qtdHoras)),
    text: (row) => hoursBr(hours(row.qtdHoras)),
    seconds: 'lasted',
    figures: true,
    width: 82,
    narrow: 60,
    card: false,
  },
  {
    id: 'saldo',
    label: 'Saldo',
    value: (row) => 60 * minutesIn(hours(row.saldo)),
    text: (row) => hoursBr(hours(row.saldo)),
    cell: (row) => <Balance saldo={hours(row.saldo)} bought={hours(row.qtdHoras)} over={isOverStatus(row.status)} />,
    seconds: 'lasted',
    width: 318,
    narrow: 184,
  },
]
const value: Column<Row> = {
  id: 'valor-hora',
  label: 'Valor hora',
  value: (row) => row.valorHora,
  money: true,
  text: ({ valorHora }) => (valorHora === null ? null : `R$\u00A0${moneyBr(centsOf(valorHora))}`),
  figures: true,
  width: 112,
  narrow: 96,
  card: false,
}
const begins: Column<Row> = {
  id: 'inicio',
  label: 'Início',
  value: (row) => row.dataInicio,
  date: 'day',
  figures: true,
  width: 108,
  narrow: 98,
  card: false,
}
// Built once per list: a new array makes the grid recompute every row.
const unpriced = [...plain, begins]
const priced = [...plain, value, begins]

export default function Services() {
  const me = useMe()
  const hasFinance = useHasFinance()
  const { search } = useLocation()
  const [filtering, setFiltering] = useState(false)
  const [historyOf, showHistory] = useState<{ id: number; name: string } | null>(null)
  const filters = useServiceFilter(filtering)
  const call = useCall('GET /service-time-control', { query: filters.query })
  const all = call.data && 'dataset' in call.data ? undefined : call.data
  const { stage } = filters
  const rows = useMemo(() => (stage ? all?.filter((row) => stageAt(row) === stage) : all), [all, stage])
  const toggles = STAGES.flatMap((one): Toggle[] => {
    const count = all?.filter((row) => stageAt(row) === one).length ?? 0
    if (count === 0 && stage !== one) return []
    return [
      {
        label: `${numberBr(count)} ${stageWord[one].toLowerCase()}${one === 'low' || count === 1 ? '' : 's'}`,
        tone: one === 'low' ? 'warn' : 'danger',
        on: stage === one,
        flip: () => filters.filter.apply({ 'saldo-em': stage === one ? '' : one }),
      },
    ]
  })
  const leftOf = (id: number) => {
    const row = all?.find((one) => one.id === id)
    return row && minutesIn(hours(row.saldo))
  }
  const editing = useServiceEditing(filters.filter.values)
  const grid = useGrid({ rows, columns: hasFinance ? priced : unpriced, idOf: (row) => row.id })
  return (
    <Register
      {...{ call, grid, editing }}
      filter={{ chips: filters.chips, clear: filters.filter.clearAll, toggles, open: () => setFiltering(true) }}
      change="PUT /service-time-control"
      tools={<FilterButton count={filters.chips.length} open={() => setFiltering(true)} />}
      actions={[
        { label: 'Serviços', icon: ListChecks, link: ({ id }: Row) => ({ to: `/controle-servicos/${id}`, ...fromList(search) }) },
        {
          label: 'Comissões',
          icon: HandCoins,
          // The link is for the owner and for people who may create a control; the server's gate enforces the same.
          link: ({ id, userId }: Row) =>
            hasFinance || userId === me.id ? { to: `/controle-servicos/comissoes/${id}`, ...fromList(search) } : undefined,
          run: () => notify.warn(commissions.denied),
        },
        { label: 'Histórico', icon: History, run: ({ id, cliente }: Row) => showHistory({ id, name: `${id} ${cliente}` }) },
      ]}
      failed={messages.listFailed}
      empty={
        filters.chips.length > 0
          ? { title: 'Nenhum serviço com este filtro.', hint: 'Tire um dos filtros acima da lista.' }
          : { title: 'Nenhum controle de serviço.', hint: 'As horas que um cliente contrata são registradas aqui.' }
      }
    >
      <ServiceForm editing={editing} leftOf={leftOf} saved={call.mutate} />
      <ServiceFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
      <HistoryWindow of="GET /service-time-control/{id}/history" record={historyOf} close={() => showHistory(null)} />
    </Register>
  )
}
