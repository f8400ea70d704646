// The postings behind a cell of the statement. They are the rows of that month's reply that the cell itself sums up.
import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { dayBr } from '../../../shared/clock.ts'
import { messages, type DreRow } from '../../../shared/features/overview.ts'
import { sumReais } from '../../../shared/money.ts'
import type { Reply } from '../../api/address.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import { Window } from '../../ui/Window.tsx'
import { monthBr, periodOf } from '../../ui/month.ts'
import { isOfLine, type Line } from './statement.ts'
import css from './postings.module.css'

/** Row height in px; a phone's rows have two lines. */
const ROW = 36
const PHONE_ROW = 53

interface Props {
  /** Null closes the dialog. */
  of: { line: Line; month: string } | null
  lines: Line[]
  filters: Reply<'POST /dash/dre'>['filters'] | undefined
  /** The month's rows, if they are already loaded. */
  rows: DreRow[] | undefined
  /** The statement's name and companies, for printing. */
  narrowed: string[]
  close: () => void
}

export default function Postings({ of, lines, filters, rows, narrowed, close }: Props) {
  return (
    <Window title={of ? `${of.line.name} · ${monthBr(of.month)}` : ''} opened={of !== null} close={close} narrowed={narrowed}>
      {of && filters && <List {...{ ...of, lines, filters, rows }} />}
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
      </div>
    </Window>
  )
}

type ListProps = Required<Pick<Props, 'lines'>> & { line: Line; month: string; filters: NonNullable<Props['filters']>; rows: Props['rows'] }

function List({ line, month, lines, filters, rows }: ListProps) {
  const asked = useFresh(rows ? null : 'POST /dash/dre', { body: { ...filters, firstLoad: false, typeofView: 'Mensal', period: periodOf(month) } })
  const dataset = rows ?? asked.data?.dataset
  const own = useMemo(() => dataset?.filter(isOfLine(lines, line)) ?? [], [dataset, lines, line])
  const box = useRef<HTMLDivElement>(null)
  const { from, to, before, after } = useRowsInSight(own.length, box, usePhone() ? PHONE_ROW : ROW)
  if (!dataset) return asked.error ? <Failed title={messages.updateFailed} error={asked.error} retry={asked.mutate} /> : <Loading />
  // If a month is too large for one reply, the server sends sums instead of single postings. Rows with sums have no posting text.
  const isSummed = own.some(({ descricaoLancamento }) => descricaoLancamento === null)
  return (
    <div ref={box} className={css.postings}>
      <table aria-rowcount={own.length + 2}>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Lançamento</th>
            <th scope="col">Custo</th>
            <th scope="col">Valor</th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {own.slice(from, to).map(({ dataLancamento, descricaoLancamento, custoAnalitico, valor }, nth) => (
            <tr key={from + nth} aria-rowindex={from + nth + 2}>
              <td>{dataLancamento ? dayBr(dataLancamento) : NO_VALUE}</td>
              <th scope="row" title={descricaoLancamento ?? undefined}>
                {descricaoLancamento ?? NO_VALUE}
              </th>
              <td title={custoAnalitico ?? undefined}>{custoAnalitico ?? NO_VALUE}</td>
              <td>{reaisBr(valor ?? 0)}</td>
            </tr>
          ))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{isSummed ? 'Lançamentos demais para a lista: somados por custo' : count(own.length)}</td>
            <td>{reaisBr(sumReais(own, ({ valor }) => valor))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const count = (postings: number) => (postings === 1 ? '1 lançamento' : `${numberBr(postings)} lançamentos`)
