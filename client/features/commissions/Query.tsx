// Consulta de Comissões: the hours of all controls, with released and forecast commissions.
import './commissions.css'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CommissionResult } from '../../../shared/features/commissions.ts'
import { contracted, minutesIn } from '../../../shared/hours.ts'
import { messages as services } from '../../../shared/features/service-hours.ts'
import { centsOfBr, moneyBr, reaisOf } from '../../../shared/money.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ExportButton, GridFilters } from '../../ui/grid/GridFilters.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { later } from '../../ui/later.tsx'
import { numberBr, percentBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { hoursBr } from '../service-hours/Balance.tsx'
import { useCommissionQuery } from './queryFilter.ts'

const QueryFilter = later(() => import('./QueryFilter.tsx'))

type Row = CommissionResult & { nth: number }

const sum = (rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
/** Turns the hyphen of the API's '-1.234,56' into the screen's minus sign. The search also finds the API's text. */
const signed = (text: string | null) => text?.replace('-', '\u2212') ?? null
/** Column for an amount in the API's format, '1.234,56'. */
const priced = (id: string, label: string, of: (row: Row) => string | null, width: number): Column<Row> => ({
  id,
  label,
  value: (row) => {
    const text = of(row)
    return text === null ? null : reaisOf(centsOfBr(text))
  },
  text: (row) => signed(of(row)),
  alias: (row) => (of(row)?.startsWith('-') ? (of(row) ?? undefined) : undefined),
  money: true,
  figures: true,
  width,
})
const money = (id: string, label: string, of: (row: Row) => string | null, width: number): Column<Row> => ({
  ...priced(id, label, of, width),
  sum: (rows) => signed(moneyBr(sum(rows, (row) => centsOfBr(of(row) ?? '0,00')))) ?? '',
})
const hours = (id: string, label: string, of: (row: Row) => string | null): Column<Row> => ({
  id,
  label,
  value: (row) => {
    const text = of(row)
    return text === null ? null : 60 * minutesIn(text)
  },
  text: (row) => {
    const text = of(row)
    return text === null ? null : hoursBr(text)
  },
  sum: (rows) => hoursBr(contracted(sum(rows, (row) => minutesIn(of(row) ?? '00:00')))),
  seconds: 'lasted',
  figures: true,
  width: 94,
  narrow: 78,
})

/** Not shown unless the person chooses the column or filters by it, but always in the spreadsheet. */
const released: Column<Row> = {
  id: 'liberado-em',
  label: 'Liberado em',
  value: (row) => row.liberadoEm ?? null,
  date: 'day',
  figures: true,
  width: 108,
  narrow: 98,
  card: 'Liberado em',
}

const columnsWith = (released: Column<Row>): Column<Row>[] => [
  { id: 'lote', label: 'Lote', value: (row) => row.idLoteHoras, figures: true, width: 90, narrow: 76, card: 'Lote' },
  {
    id: 'ticket',
    label: 'Ticket',
    value: (row) => row.nTicket,
    ticket: true,
    figures: true,
    width: 76,
    narrow: 64,
    card: 'Ticket',
  },
  { id: 'colaborador', label: 'Colaborador', value: (row) => row.colaborador, width: 172, narrow: 104 },
  { id: 'cliente', label: 'Cliente', value: (row) => row.cliente, main: true, narrow: 164 },
  { id: 'data', label: 'Data Ref.', value: (row) => row.dataRef, date: 'day', figures: true, width: 108, narrow: 98 },
  released,
  hours('liberadas', 'Horas Liberadas', (row) => row.horasLiberadas),
  hours('previstas', 'Horas Previstas', (row) => row.horasPrevistas),
  { ...priced('valor-hora', 'Valor Hora', (row) => row.valorHora, 96), card: 'a R$' },
  { ...money('total', 'Total', (row) => row.total, 124), card: 'Total R$' },
  {
    id: 'comissao',
    label: 'Comissão',
    value: (row) => row.comissao,
    text: ({ comissao }) => (comissao === null ? null : percentBr(comissao, 1)),
    figures: true,
    width: 88,
    narrow: 72,
    card: 'Comissão',
  },
  { ...money('liberado', 'Valor Liberado', (row) => row.valorLiberado, 116), card: 'Valor R$' },
  { ...money('previsto', 'Valor Previsto', (row) => row.valorPrevisto, 116), card: 'Valor R$' },
  {
    id: 'status',
    label: 'Status',
    value: (row) => row.status,
    text: ({ status, historico }) => (historico ? 'Ajuste' : status),
    cell: ({ status, historico }) => (
      <span title={historico ?? undefined}>
        <Dot tone={historico ? 'accent' : status === 'Liberado' ? 'ok' : 'ring'}>{historico ? 'Ajuste' : status}</Dot>
      </span>
    ),
    width: 104,
    word: true,
  },
]
const columns = columnsWith({ ...released, waits: true })
const filteredByRelease = columnsWith(released)
/** This column is only in the spreadsheet; on screen, the tooltip of the status shows the history. */
const history: Column<Row> = { id: 'historico', label: 'Histórico', value: (row) => row.historico ?? null }

export default function Query() {
  const [filtering, setFiltering] = useState(false)
  const filters = useCommissionQuery()
  const may = useMay()
  const navigate = useNavigate()
  const call = useFresh('POST /comission-result', { body: filters.body })
  const grid = useGrid({
    rows: call.data?.map((row, nth) => ({ ...row, nth })),
    columns: filters.isByRelease ? filteredByRelease : columns,
    idOf: (row) => row.nth,
    defaultOrder: '-lote',
  })
  const isChosen = grid.visible.some(({ id }) => id === released.id)
  return (
    <Screen
      note={grid.loaded ? numberBr(grid.found.length) : undefined}
      actions={
        <>
          <FilterButton count={filters.chips.length} open={() => setFiltering(true)} />
          <ExportButton grid={grid} filters={filters.chips.map(({ label }) => label)} more={[...(isChosen ? [] : [released]), history]} />
        </>
      }
      filters={
        <GridFilters grid={grid}>
          <Chips chips={filters.chips} clear={filters.filter.clearAll} />
          <small className="commission-unit">valores em R$</small>
        </GridFilters>
      }
    >
      <PrintNote narrowed={[...grid.narrowed, ...filters.chips.map(({ label }) => label)]} />
      <DataGrid
        grid={grid}
        call={call}
        {...(may('GET /service-time-control-comission') && {
          open: ({ idLoteHoras }: Row) => navigate(`/controle-servicos/comissoes/${idLoteHoras}`),
        })}
        failed={services.listFailed}
        empty={
          filters.chips.length > 0
            ? { title: 'Nenhuma comissão com este filtro.', hint: 'Mude as datas ou tire um dos filtros acima da lista.' }
            : { title: 'Nenhuma comissão.', hint: 'As horas lançadas nos serviços aparecem aqui, liberadas ou previstas.' }
        }
        filter={() => setFiltering(true)}
      />
      <QueryFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}
