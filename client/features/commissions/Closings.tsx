// The closings of commissions, one row each.
import { Button } from '@mantine/core'
import { CalendarCheck, History, Lock } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dayBr } from '../../../shared/clock.ts'
import { messages, type CommissionClosing } from '../../../shared/features/commission-closings.ts'
import { useFresh } from '../../api/useCall.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ExportButton, GridFilters } from '../../ui/grid/GridFilters.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { monthBr } from '../../ui/month.ts'
import { numberBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { money } from './amounts.ts'
import { useCloseForm } from './CloseForm.tsx'
import { usePaidForm } from './PaidForm.tsx'
import css from './commissions.module.css'

const CloseForm = lazyPart(() => import('./CloseForm.tsx'))
const PaidForm = lazyPart(() => import('./PaidForm.tsx'))
const HistoryWindow = lazyPart(() => import('../../ui/history/HistoryWindow.tsx'))

const stateOf = ({ pagoEm }: CommissionClosing) => (pagoEm ? `Paga em ${dayBr(pagoEm)}` : 'A pagar')
export const Paid = ({ of }: { of: CommissionClosing }) => <Dot tone={of.pagoEm ? 'ok' : 'ring'}>{stateOf(of)}</Dot>

const columns: Column<CommissionClosing>[] = [
  { id: 'mes', label: 'Mês', value: ({ mes }) => mes, text: ({ mes }) => monthBr(mes), main: true },
  { id: 'colaboradores', label: 'Colaboradores', value: (row) => row.colaboradores, figures: true, width: 128, card: 'Colaboradores' },
  { ...money<CommissionClosing>('valor', 'Valor', (row) => row.valor, 140), card: 'R$' },
  { id: 'fechado-em', label: 'Fechado em', value: (row) => row.fechadoEm, date: 'minute', figures: true, width: 150, card: 'Fechado em' },
  { id: 'fechado-por', label: 'Fechado por', value: (row) => row.fechadoPor, width: 200, narrow: 120, card: 'por' },
  { id: 'situacao', label: 'Situação', value: stateOf, cell: (row) => <Paid of={row} />, width: 188 },
]

export default function Closings() {
  const navigate = useNavigate()
  const call = useFresh('GET /comission-closing')
  const grid = useGrid({ rows: call.data, columns, idOf: ({ id }) => id, defaultOrder: '-mes', part: 'fechamentos' })
  const closing = useCloseForm(true)
  const paying = usePaidForm()
  const [historyOf, showHistory] = useState<{ id: number; name: string } | null>(null)
  const close = () => closing.create()
  useKeys({ N: close })
  const open = (id: number) => navigate(`/consulta-comissoes?fechamento=${id}`)
  const button = (
    <Button size="sm" leftSection={<Lock aria-hidden />} onClick={close}>
      Fechar comissões
    </Button>
  )
  return (
    <Screen
      heading="Fechamentos de comissões"
      back="/consulta-comissoes"
      note={grid.loaded ? numberBr(grid.found.length) : undefined}
      actions={<ExportButton grid={grid} title="Fechamentos de comissões" />}
      primary={button}
      filters={
        <GridFilters grid={grid}>
          <small className={css.unit}>valores em R$</small>
        </GridFilters>
      }
    >
      <PrintNote narrowed={grid.narrowed} />
      <DataGrid
        grid={grid}
        call={call}
        open={({ id }) => open(id)}
        actions={[
          { label: 'Marcar como paga', icon: CalendarCheck, run: ({ id }) => paying.edit(id) },
          { label: 'Histórico', icon: History, run: ({ id, mes }) => showHistory({ id, name: `Fechamento de ${monthBr(mes)}` }) },
        ]}
        failed={messages.listFailed}
        empty={{
          title: 'Nenhum fechamento.',
          hint: 'Feche um mês para congelar o que foi liberado até o fim dele.',
          action: button,
        }}
      />
      <CloseForm editing={closing} closed={open} />
      <PaidForm editing={paying} saved={call.mutate} />
      <HistoryWindow of="GET /comission-closing/{id}/history" record={historyOf} close={() => showHistory(null)} />
    </Screen>
  )
}
