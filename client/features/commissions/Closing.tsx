// A closing of commissions: its rows as they were, grouped by person with subtotals.
import { Button } from '@mantine/core'
import { CalendarCheck } from 'lucide-react'
import { useMemo } from 'react'
import { dayBr } from '../../../shared/clock.ts'
import { messages, type CommissionClosingRow } from '../../../shared/features/commission-closings.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { useFresh } from '../../api/useCall.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { FoldButtons } from '../../ui/grid/FoldButtons.tsx'
import { ExportButton, GridFilters } from '../../ui/grid/GridFilters.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { monthBr } from '../../ui/month.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { hours, money, shared, sumBr } from './amounts.ts'
import { Paid } from './Closings.tsx'
import { usePaidForm } from './PaidForm.tsx'
import { Subtotal } from './Subtotal.tsx'
import css from './commissions.module.css'

const PaidForm = lazyPart(() => import('./PaidForm.tsx'))

type Row = CommissionClosingRow
const kindOf = ({ ajusteDe }: Row) => (ajusteDe ? `Ajuste de ${numericMonthBr(ajusteDe)}` : 'Liberado')
const columns: Column<Row>[] = [
  shared.control,
  shared.ticket,
  shared.client,
  shared.day,
  shared.released,
  hours('horas', 'Horas', (row) => row.horas),
  { ...shared.price, narrow: 76 },
  { ...shared.total, narrow: 92 },
  shared.percent,
  { ...money<Row>('valor', 'Valor', (row) => row.valor, 116), narrow: 84, card: 'Valor R$' },
  {
    id: 'tipo',
    label: 'Tipo',
    value: kindOf,
    cell: (row) => (
      <span title={kindOf(row)}>
        <Dot tone={row.ajusteDe ? 'accent' : 'ok'}>{kindOf(row)}</Dot>
      </span>
    ),
    width: 150,
    narrow: 104,
  },
]
const personOf = ({ colaborador }: Row) => colaborador ?? NO_VALUE
const groups = { title: 'Colaborador', of: personOf }

export default function Closing({ id }: { id: number }) {
  const call = useFresh('GET /comission-closing/{id}', { path: { id } })
  const closing = call.data?.fechamento
  const grid = useGrid({ rows: call.data?.comissoes, columns, idOf: (row) => row.id, defaultOrder: '-data', groups, part: 'fechamento' })
  const people = useMemo(() => Map.groupBy(grid.found, personOf), [grid.found])
  const paying = usePaidForm()
  const phone = usePhone()
  const headOf = (person: string, count: number) => (
    <Subtotal count={count} sums={[['Valor', sumBr(people.get(person) ?? [], ({ valor }) => valor)]]} />
  )
  const told = closing?.fechadoEm ? `Fechado em ${dayBr(closing.fechadoEm)} por ${closing.fechadoPor ?? NO_VALUE}` : undefined
  const title = closing && `Fechamento de ${monthBr(closing.mes)}`
  return (
    <Screen
      heading={title ?? 'Fechamento de comissões'}
      back="/consulta-comissoes?ver=fechamentos"
      note={closing && !phone && <Paid of={closing} />}
      actions={<ExportButton grid={grid} title={`Comissões - ${title}`} />}
      primary={
        <Button size="sm" leftSection={<CalendarCheck aria-hidden />} disabled={!closing} onClick={() => paying.edit(id)}>
          {closing?.pagoEm ? 'Corrigir pagamento' : 'Marcar como paga'}
        </Button>
      }
      filters={
        <GridFilters grid={grid}>
          {closing && phone && <Paid of={closing} />}
          {told && !phone && (
            <p className="screen-note ellipsis" title={told}>
              {told}
            </p>
          )}
          <FoldButtons grid={grid} />
          <small className={css.unit}>valores em R$</small>
        </GridFilters>
      }
    >
      <PrintNote narrowed={grid.narrowed} />
      <DataGrid
        grid={grid}
        call={call}
        failed={messages.listFailed}
        head={headOf}
        empty={{ title: 'Nenhuma comissão neste fechamento.', hint: '' }}
      />
      <PaidForm editing={paying} saved={call.mutate} />
    </Screen>
  )
}
