// Consulta de Comissões: the hours of all controls, with released and forecast commissions.
import { Button } from '@mantine/core'
import { Lock, LockKeyhole } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CommissionResult } from '../../../shared/features/commissions.ts'
import { messages as services } from '../../../shared/features/service-hours.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { Coming } from '../../ui/feedback/Coming.tsx'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { FoldButtons } from '../../ui/grid/FoldButtons.tsx'
import { ExportButton, GridFilters } from '../../ui/grid/GridFilters.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { hours, money, shared, sumBr } from './amounts.ts'
import { useCloseForm } from './CloseForm.tsx'
import { useCommissionQuery } from './queryFilter.ts'
import { Subtotal } from './Subtotal.tsx'
import css from './commissions.module.css'

const QueryFilter = lazyPart(() => import('./QueryFilter.tsx'))
const CloseForm = lazyPart(() => import('./CloseForm.tsx'))
const Closing = lazyPart(() => import('./Closing.tsx'), <Coming />)
const Closings = lazyPart(() => import('./Closings.tsx'), <Coming />)

type Row = CommissionResult & { nth: number }

/** Not shown unless the person chooses the column or filters by it, but always in the spreadsheet. */
const released: Column<Row> = shared.released

const columnsWith = (released: Column<Row>): Column<Row>[] => [
  shared.control,
  shared.ticket,
  { id: 'colaborador', label: 'Colaborador', value: (row) => row.colaborador, width: 172, narrow: 104 },
  shared.client,
  shared.day,
  released,
  hours('liberadas', 'Horas Liberadas', (row) => row.horasLiberadas),
  hours('previstas', 'Horas Previstas', (row) => row.horasPrevistas),
  shared.price,
  shared.total,
  shared.percent,
  { ...money<Row>('liberado', 'Valor Liberado', (row) => row.valorLiberado, 116), card: 'Valor R$' },
  { ...money<Row>('previsto', 'Valor Previsto', (row) => row.valorPrevisto, 116), card: 'Valor R$' },
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
/** The columns below the name of a person, which need not repeat it. */
const ownOf = (all: Column<Row>[]) => all.filter(({ id }) => id !== 'colaborador')
const [own, ownByRelease] = [ownOf(columns), ownOf(filteredByRelease)]
const columnsOf = (isByRelease: boolean, isGrouped: boolean) =>
  isGrouped ? (isByRelease ? ownByRelease : own) : isByRelease ? filteredByRelease : columns
/** This column is only in the spreadsheet; on screen, the tooltip of the status shows the history. */
const history: Column<Row> = { id: 'historico', label: 'Histórico', value: (row) => row.historico ?? null }

const personOf = ({ colaborador }: Row) => colaborador ?? NO_VALUE
const byPerson = { title: 'Colaborador', of: personOf }
const NOT_GROUPED = 'lista'
const views = [
  { value: NOT_GROUPED, label: 'Lista' },
  { value: 'colaborador', label: 'Por colaborador' },
]

/** The query, or for people who close commissions one of the closings or all of them, as the address says. */
export default function Query() {
  const [params] = useAddress()
  const mayClose = useMay()('GET /comission-closing')
  const closing = Number(params.get('fechamento'))
  if (mayClose && closing > 0) return <Closing key={closing} id={closing} />
  return mayClose && params.get('ver') === 'fechamentos' ? <Closings /> : <Results mayClose={mayClose} />
}

function Results({ mayClose }: { mayClose: boolean }) {
  const [filtering, setFiltering] = useState(false)
  const filters = useCommissionQuery()
  const may = useMay()
  const navigate = useNavigate()
  const [params, put] = useAddress()
  const isGrouped = filters.hasFinance && params.get('agrupar') === 'colaborador'
  const closing = useCloseForm(mayClose)
  const call = useFresh('POST /comission-result', { body: filters.body })
  const grid = useGrid({
    rows: call.data?.map((row, nth) => ({ ...row, nth })),
    columns: columnsOf(filters.isByRelease, isGrouped),
    idOf: (row) => row.nth,
    defaultOrder: '-lote',
    ...(isGrouped && { groups: byPerson }),
  })
  const people = useMemo(() => Map.groupBy(grid.found, personOf), [grid.found])
  const phone = usePhone()
  // A phone's header has no room for it.
  const toClosings = mayClose && (
    <Button component={Link} to="?ver=fechamentos" variant="default" size="sm" leftSection={<LockKeyhole aria-hidden />}>
      Fechamentos
    </Button>
  )
  const headOf = (person: string, count: number) => {
    const own = people.get(person) ?? []
    return (
      <Subtotal
        count={count}
        sums={[
          ['Liberado', sumBr(own, (row) => row.valorLiberado)],
          ['Previsto', sumBr(own, (row) => row.valorPrevisto)],
        ]}
      />
    )
  }
  const isChosen = grid.visible.some(({ id }) => id === released.id)
  return (
    <Screen
      note={grid.loaded ? numberBr(grid.found.length) : undefined}
      actions={
        <>
          <FilterButton count={filters.chips.length} open={() => setFiltering(true)} />
          <ExportButton grid={grid} filters={filters.chips.map(({ label }) => label)} more={[...(isChosen ? [] : [released]), history]} />
          {!phone && toClosings}
        </>
      }
      primary={
        mayClose && (
          <Button size="sm" leftSection={<Lock aria-hidden />} onClick={() => closing.create()}>
            Fechar comissões
          </Button>
        )
      }
      filters={
        <GridFilters grid={grid}>
          {phone && toClosings}
          {filters.hasFinance && (
            <Segmented
              legend="Agrupar"
              options={views}
              value={isGrouped ? 'colaborador' : NOT_GROUPED}
              onChange={(agrupar) => put({ agrupar: agrupar === NOT_GROUPED ? null : agrupar })}
            />
          )}
          <Chips chips={filters.chips} clear={filters.filter.clearAll} />
          {isGrouped && <FoldButtons grid={grid} />}
          <small className={css.unit}>valores em R$</small>
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
        {...(isGrouped && { head: headOf })}
        failed={services.listFailed}
        empty={
          filters.chips.length > 0
            ? { title: 'Nenhuma comissão com este filtro.', hint: 'Mude as datas ou tire um dos filtros acima da lista.' }
            : { title: 'Nenhuma comissão.', hint: 'As horas lançadas nos serviços aparecem aqui, liberadas ou previstas.' }
        }
        filter={() => setFiltering(true)}
      />
      {mayClose && <CloseForm editing={closing} closed={(id) => navigate(`?fechamento=${id}`)} />}
      <QueryFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}
