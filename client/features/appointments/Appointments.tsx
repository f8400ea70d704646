import { Button } from '@mantine/core'
import { Copy, SlidersHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { addDays, atWall, longDay, wallTime } from '../../../shared/clock.ts'
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { codeColumn } from '../../ui/grid/columns.tsx'
import { later } from '../../ui/later.tsx'
import { Register } from '../../ui/Register.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { optionsOf } from '../options.ts'
import { useNow } from '../../ui/useNow.ts'
import { copyOf, endAt, startAt, useAppointmentEditing } from './editing.ts'
import { often, useAppointmentFilter } from './filter.ts'

const AppointmentForm = later(() => import('./AppointmentForm.tsx'))
const AppointmentFilter = later(() => import('./AppointmentFilter.tsx'))

const word = { A: 'Ativo', I: 'Estornado' } as const

/** `minute`: which appointments are over, and which run. */
const columnsAt = (minute: string): Column<AppointmentRow>[] => [
  codeColumn((row) => row.ID),
  { id: 'colaborador', label: 'Colaborador', value: (row) => row.NOMECOMPLETOUSUARIO, main: true },
  { id: 'atividade', label: 'Atividade', value: (row) => row.DESCTAREFAEXTERNO },
  { id: 'cliente', label: 'Cliente', value: (row) => row.NOMEFANTASIACLIENTE },
  { id: 'deslocamento', label: 'Deslocamento', value: (row) => row.DESLOC },
  { id: 'inicio', label: 'Início', value: startAt, date: 'minute', width: 142 },
  { id: 'fim', label: 'Fim', value: endAt, date: 'minute', width: 142 },
  {
    id: 'status',
    label: 'Status',
    value: (row) => word[row.status],
    cell: (row) => {
      if (row.status === 'I') return <Dot tone="ring">{word.I}</Dot>
      if (endAt(row) <= minute) return <Dot tone="past">{word.A} · encerrado</Dot>
      return startAt(row) <= minute ? <Dot tone="accent">Agora</Dot> : <Dot tone="ok">{word.A}</Dot>
    },
    width: 160,
    word: true,
  },
]

/** 'Hoje, terça-feira, 24 de novembro de 2026'. */
function lineOf(day: string, today: string) {
  const near = { [addDays(today, -1)]: 'Ontem', [today]: 'Hoje', [addDays(today, 1)]: 'Amanhã' }[day]
  return [near, longDay(atWall(`${day}T12:00:00`))].filter(Boolean).join(', ')
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
  const grid = useGrid({
    rows,
    columns: useMemo(() => columnsAt(minute), [minute]),
    idOf: (row) => row.ID,
    status: (row) => row.status,
    words: ['Todos', 'Ativos', 'Estornados'],
    defaultOrder: '-inicio',
    lines: {
      by: 'inicio',
      of: ({ dataIni }) => dataIni,
      label: (day) => lineOf(day, today),
      opening: { at: today, asked: JSON.stringify(filter.query) },
    },
  })
  return (
    <Register
      call={{ error: filter.used.length > 0 ? some.error : all.error, mutate: reload }}
      {...{ grid, editing }}
      filter={{ chips, clear: filter.clearAll, toggles: filters.toggles }}
      change="PUT /compromises"
      tools={
        <Button
          variant="default"
          size="sm"
          leftSection={<SlidersHorizontal aria-hidden />}
          rightSection={filter.used.length > 0 && <b>{filter.used.length}</b>}
          onClick={() => setFiltering(true)}
        >
          Filtrar
        </Button>
      }
      actions={
        may('POST /compromises') ? [{ label: 'Duplicar', icon: Copy, run: (row) => editing.copy(row.ID, (values) => copyOf(values, all.data)) }] : []
      }
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
