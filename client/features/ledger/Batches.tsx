// Controle Financeiro: all batches, for people who may see them. Everybody else is redirected to their own batch.
import { Button } from '@mantine/core'
import { ArrowRight, Ban, Plus, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messages, operations, operators, responsibles, type Batch, type BatchExport } from '../../../shared/features/ledger.ts'
import { messages as common } from '../../../shared/messages.ts'
import { read, send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { sayToggled } from '../../ui/cards/sayToggled.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { statusColumn } from '../../ui/grid/columns.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { GridFilters } from '../../ui/grid/GridFilters.tsx'
import { SheetButton } from '../../ui/grid/SheetButton.tsx'
import { statusWord } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import type { Asking } from '../../ui/Question.tsx'
import { fromList, Screen, usePage } from '../../ui/Screen.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { useBatchFilter } from './batchFilter.ts'
import { useBatchEditing } from './editing.ts'
import css from './batches.module.css'

const BatchForm = lazyPart(() => import('./BatchForm.tsx'))
const BatchFilter = lazyPart(() => import('./BatchFilter.tsx'))
const Question = lazyPart(() => import('../../ui/Question.tsx'))

function money(id: string, label: string, reais: (row: Batch) => number | null | undefined): Column<Batch> {
  const written = (row: Batch) => {
    const amount = reais(row)
    return amount == null ? null : reaisBr(amount)
  }
  return {
    id,
    label,
    value: (row) => reais(row) ?? null,
    text: written,
    cell: (row) => <span className={(reais(row) ?? 0) < 0 ? css.below : undefined}>{written(row) ?? NO_VALUE}</span>,
    money: true,
    figures: true,
    // `width` fits '−R$ 1.000.000,00'.
    width: 156,
    narrow: 122,
    card: label,
  }
}
const columns: Column<Batch>[] = [
  { id: 'lote', label: 'Lote', value: (row) => row.id, figures: true, width: 110, narrow: 90, card: 'Lote' },
  { id: 'colaborador', label: 'Colaborador', value: (row) => row.colaborador, main: true, narrow: 200 },
  money('saldo-dinheiro', 'Saldo em dinheiro', (row) => row.saldoDinheiro),
  money('saldo-cartao', 'Saldo em cartão', (row) => row.saldoCartao),
  {
    id: 'ultimo-fechamento',
    label: 'Último fechamento',
    value: (row) => row.dtUltFecha ?? null,
    date: 'day',
    figures: true,
    width: 156,
    narrow: 128,
    card: 'Último fechamento',
  },
  { ...money('valor-fechamento', 'Valor do fechamento', (row) => row.ultFecha), waits: true },
  { ...statusColumn<Batch>((row) => row.status), width: 140, narrow: 100 },
]

const worded = <K extends string>(words: { [key in K]: string }, key: K | '' | null) => (key ? words[key] : null)
/** A movement with its batch, whose balances and last closing repeat in each line. */
type Exported = BatchExport & Batch
/** Column names as the API has them. The columns of the batch itself follow those that are prescribed. */
const exported: Column<Exported>[] = [
  { id: 'lote', label: 'ID_LOTE', value: (row) => row.ID_LOTE },
  { id: 'colaborador', label: 'COLABORADOR', value: (row) => row.COLABORADOR, main: true },
  { id: 'status-lote', label: 'STATUS_LOTE', value: (row) => statusWord[row.STATUS_LOTE] },
  { id: 'operador', label: 'OPERADOR', value: (row) => worded(operators, row.OPERADOR) },
  { id: 'operacao', label: 'OPERACAO', value: (row) => worded(operations, row.OPERACAO) },
  { id: 'valor', label: 'VALOR', value: (row) => row.VALOR, money: true },
  { id: 'observacao', label: 'OBSERVACAO', value: (row) => row.OBSERVACAO },
  { id: 'responsavel', label: 'RESPONSAVEL', value: (row) => worded(responsibles, row.RESPONSAVEL) },
  { id: 'tipo', label: 'TIPO', value: (row) => row.TIPO },
  { id: 'status', label: 'STATUS_LANCAMENTO', value: (row) => row.STATUS_LANCAMENTO && statusWord[row.STATUS_LANCAMENTO] },
  { id: 'data', label: 'DATA_LANCAMENTO', value: (row) => row.DATA_LANCAMENTO, date: 'day' },
  { id: 'saldo-dinheiro', label: 'SALDO_DINHEIRO', value: (row) => row.saldoDinheiro ?? null, money: true },
  { id: 'saldo-cartao', label: 'SALDO_CARTAO', value: (row) => row.saldoCartao ?? null, money: true },
  { id: 'ultimo-fechamento', label: 'DT_ULT_FECHA', value: (row) => row.dtUltFecha ?? null, date: 'day' },
  { id: 'valor-fechamento', label: 'ULT_FECHA', value: (row) => row.ultFecha ?? null, money: true },
]

export default function Batches() {
  return useMay()('GET /financial-control') ? <All /> : <Own />
}

/** Redirects to the person's own batch, or to Home without one. */
function Own() {
  const { data, error } = useCall('GET /financial-control-user')
  const navigate = useNavigate()
  const id = data?.ID
  const none = error !== undefined || id === null
  useEffect(() => {
    if (none) notify.warn(error ? common.database : messages.noBatch)
    // Navigates in an effect, because <Navigate> logs a warning when the server renders it.
    if (none || id) void navigate(none ? '/home' : `/controle-financeiro/${id}`, { replace: true })
  }, [none, error, id, navigate])
  return <Loading />
}

function All() {
  const [filtering, setFiltering] = useState(false)
  const filters = useBatchFilter(filtering)
  const call = useCall('GET /financial-control', { query: { typeReq: 'grid', ...filters.query } })
  // The cast is needed because the call has one schema for both of its replies; this request returns the grid's.
  const rows = call.data as Batch[] | undefined
  const grid = useGrid({ rows, columns, idOf: (row) => row.id, status: (row) => row.status, defaultOrder: '-lote' })
  const editing = useBatchEditing()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { create } = usePage()
  const { fetched } = useFetching()
  useKeys({ N: () => editing.create() })
  const open = ({ id }: Batch) => navigate(`/controle-financeiro/${id}`, fromList(search))
  const toggle = async (row: Batch) => {
    const answer = await fetched(() => send('PATCH /financial-control/{id}', { path: { id: row.id } }))
    if (answer) sayToggled(answer.idStatus, () => toggle(row))
    await call.mutate()
  }
  const [asking, ask] = useState<Asking | null>(null)
  const inactivate = (row: Batch) =>
    ask({
      title: 'Inativar lote?',
      name: `${row.id} - ${row.colaborador}`,
      note: messages.batchAsked,
      act: 'Inativar',
      run: () => send('PATCH /financial-control/{id}', { path: { id: row.id } }),
      done: common.inactivated,
      undo: () => toggle(row),
    })
  const narrowed = [...grid.narrowed, ...filters.chips.map(({ label }) => label)]
  return (
    <Screen
      note={grid.loaded ? numberBr(grid.rows.length) : undefined}
      actions={
        <>
          <FilterButton count={filters.chips.length} open={() => setFiltering(true)} />
          <SheetButton
            off={grid.rows.length === 0}
            sheet={async () => {
              const lines = (await read('GET /financial-control', { query: { typeReq: 'export', ...filters.query } })) as BatchExport[]
              const shown = new Map(grid.rows.map(({ original: { row } }) => [row.id, row]))
              const rows = lines.flatMap((line) => {
                const batch = shown.get(line.ID_LOTE)
                return batch ? [{ ...line, ...batch }] : []
              })
              return { columns: exported, rows, filters: narrowed }
            }}
          />
        </>
      }
      primary={
        create && (
          <Button size="sm" leftSection={<Plus aria-hidden />} onClick={() => editing.create()}>
            {create.label}
          </Button>
        )
      }
      filters={
        <GridFilters grid={grid}>
          <Chips chips={filters.chips} clear={filters.filter.clearAll} />
        </GridFilters>
      }
    >
      <PrintNote narrowed={narrowed} />
      <DataGrid
        grid={grid}
        call={call}
        open={open}
        actions={[
          { label: 'Abrir', icon: ArrowRight, link: ({ id }) => ({ to: `/controle-financeiro/${id}`, ...fromList(search) }) },
          { label: 'Inativar', icon: Ban, run: inactivate, hidden: ({ status }) => status === 'I' },
          { label: 'Reativar', icon: RotateCcw, run: toggle, hidden: ({ status }) => status === 'A' },
        ]}
        empty={
          filters.chips.length > 0
            ? { title: 'Nenhum lote com este filtro.', hint: 'Tire um dos filtros acima da lista.' }
            : { title: 'Nenhum lote.', hint: 'O dinheiro e o cartão que um colaborador recebe são registrados em um lote.' }
        }
        filter={() => setFiltering(true)}
      />
      <BatchForm editing={editing} saved={call.mutate} />
      <BatchFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
      <Question asking={asking} close={() => ask(null)} saved={call.mutate} />
    </Screen>
  )
}
