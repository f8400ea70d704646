import { Copy, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, atWall, dayBr, hourBr, longDay, wallTime } from '../../../shared/clock.ts'
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { codeColumn } from '../../ui/grid/columns.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Register } from '../../ui/Register.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { optionsOf } from '../options.ts'
import { Visits } from '../track/Visits.tsx'
import { useNow } from '../../ui/useNow.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { useClientAction } from '../clients/ClientLink.tsx'
import { copyOf, reversal, useAppointmentEditing } from './editing.ts'
import { often, useAppointmentFilter } from './filter.ts'
import { endAt, startAt } from './when.ts'

const AppointmentForm = lazyPart(() => import('./AppointmentForm.tsx'))
const AppointmentFilter = lazyPart(() => import('./AppointmentFilter.tsx'))

const word = { A: 'Ativo', I: 'Estornado' } as const

const ORDER = 'inicio'

/**
 * Columns that show only the time, for rows under the heading of their day. Printouts show the full date, because the heading may be on an earlier
 * sheet.
 */
const hours: { inicio: Partial<Column<AppointmentRow>>; fim: Partial<Column<AppointmentRow>> } = {
  inicio: { cell: (row) => hourBr(startAt(row)), width: 80, early: true },
  fim: {
    cell: (row) => (
      <>
        <span className="card-only">até </span>
        {row.dataFim === row.dataIni ? '' : `${dayBr(row.dataFim).slice(0, 5)} `}
        {hourBr(endAt(row))}
      </>
    ),
    width: 104,
    early: true,
  },
}

/** `minute` is the current minute, which decides which appointments are over or running. `lined` is true when day headings separate the rows. */
const columnsAt = (minute: string, lined: boolean): Column<AppointmentRow>[] => [
  codeColumn((row) => row.ID),
  { id: 'colaborador', label: 'Colaborador', value: (row) => row.NOMECOMPLETOUSUARIO, main: true, width: 164 },
  { id: 'atividade', label: 'Atividade', value: (row) => row.DESCTAREFAEXTERNO },
  { id: 'cliente', label: 'Cliente', value: (row) => row.NOMEFANTASIACLIENTE },
  { id: 'deslocamento', label: 'Deslocamento', value: (row) => row.DESLOC },
  { id: 'inicio', label: 'Início', value: startAt, date: 'minute', width: 142, ...(lined && hours.inicio) },
  { id: 'fim', label: 'Fim', value: endAt, date: 'minute', width: 142, ...(lined && hours.fim) },
  {
    id: 'status',
    label: 'Status',
    value: (row) => word[row.status],
    cell: (row) => {
      if (row.status === 'I') return <Dot tone="ring">{word.I}</Dot>
      if (endAt(row) <= minute) return <Dot tone="past">Encerrado</Dot>
      return startAt(row) <= minute ? <Dot tone="accent">Agora</Dot> : <Dot tone="ok">{word.A}</Dot>
    },
    width: 120,
    word: true,
  },
]

/** 'Hoje, terça-feira, 24 de novembro de 2026 · anteriores acima · mais 3 em curso desde antes' */
function lineOf(day: string, minute: string, rows: AppointmentRow[] = [], rising: boolean) {
  const today = minute.slice(0, 10)
  const near = { [addDays(today, -1)]: 'Ontem', [today]: 'Hoje', [addDays(today, 1)]: 'Amanhã' }[day]
  // Appointments from earlier days that are still running. Their rows are under the day on which they began.
  const before = day === today ? rows.filter((row) => row.status === 'A' && row.dataIni < today && endAt(row) > minute).length : 0
  // The list opens at this line, so nothing else says that there is more above.
  const isFirst = rising && day >= today && rows.some((row) => row.dataIni < day) && !rows.some((row) => row.dataIni >= today && row.dataIni < day)
  return [
    [near, longDay(atWall(`${day}T12:00:00`))].filter(Boolean).join(', '),
    isFirst && 'anteriores acima',
    before > 0 && `mais ${before} em curso desde antes`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export default function Appointments() {
  const may = useMay()
  const me = useMe()
  const minute = wallTime(useNow(60_000)).slice(0, 16)
  const today = minute.slice(0, 10)
  const [filtering, setFiltering] = useState(false)
  const all = useCall('GET /datatocompromise')
  const filters = useAppointmentFilter(filtering, often(today, me.id), optionsOf.clients(all.data?.clientes))
  const { filter, chips } = filters
  const some = useCall(filter.used.length > 0 ? 'GET /compromises' : null, { query: filter.query })
  const rows = filter.used.length > 0 ? some.data : all.data?.compromissos
  const reload = () => Promise.all([all.mutate(), some.mutate()])
  const editing = useAppointmentEditing()
  const [params] = useSearchParams()
  const printing = usePrinting()
  const order = params.get('ordem') ?? ORDER
  const lined = !printing && order.endsWith('inicio')
  const grid = useGrid({
    rows,
    columns: useMemo(() => columnsAt(minute, lined), [minute, lined]),
    idOf: (row) => row.ID,
    status: (row) => row.status,
    words: ['Todos', 'Ativos', 'Estornados'],
    defaultOrder: ORDER,
    lines: {
      by: 'inicio',
      of: ({ dataIni }) => dataIni,
      label: (day) => lineOf(day, minute, rows, order === ORDER),
      opening: { at: today, asked: JSON.stringify(filter.query) },
    },
  })
  const page = useClientAction(({ CODCLIENTE }: AppointmentRow) => CODCLIENTE)
  const actions = [
    {
      call: 'POST /compromises' as const,
      label: 'Duplicar',
      icon: Copy,
      run: (row: AppointmentRow) => editing.copy(row.ID, (values) => copyOf(values, all.data)),
    },
    {
      call: 'PUT /compromises' as const,
      label: 'Estornar',
      icon: Undo2,
      run: (row: AppointmentRow) => editing.edit(row.ID, { begun: reversal }),
      off: (row: AppointmentRow) => row.status === 'I',
    },
  ]
  return (
    <Register
      call={{ error: filter.used.length > 0 ? some.error : all.error, mutate: reload }}
      {...{ grid, editing }}
      filter={{ chips, clear: filter.clearAll, toggles: filters.toggles, open: () => setFiltering(true) }}
      change="PUT /compromises"
      tools={<FilterButton count={filter.used.length} open={() => setFiltering(true)} />}
      below={<Visits most={1} />}
      actions={[...actions.filter(({ call }) => may(call)), ...page]}
      empty={
        filter.used.length > 0
          ? { title: 'Nenhum compromisso com este filtro.', hint: 'Mude as datas ou tire um dos filtros acima da lista.' }
          : { title: 'Nenhum compromisso dos últimos 30 dias em diante.', hint: 'O que você marcar aqui aparece no painel e no calendário.' }
      }
    >
      <AppointmentForm editing={editing} lists={all} row={rows?.find(({ ID }) => ID === editing.opened?.id)} saved={reload} />
      <AppointmentFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
    </Register>
  )
}
