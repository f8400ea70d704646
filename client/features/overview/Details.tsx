// The instalments behind a figure of the cash flow. The upstream system chooses the columns, in which every number is an amount.
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { dayBr, isDay } from '../../../shared/clock.ts'
import { ACCOUNT, messages, type DrillDown, type Part } from '../../../shared/features/overview.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { sumReais } from '../../../shared/money.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { useReturn } from '../../ui/focus.ts'
import { SheetButton } from '../../ui/grid/SheetButton.tsx'
import { Dot, type Tone } from '../../ui/grid/Status.tsx'
import type { Column } from '../../ui/grid/useGrid.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { monthBr, periodOf } from '../../ui/month.ts'
import { accountAddress, type Detail } from './detail.ts'
import table from './figures.module.css'
import css from './cash-flow.module.css'

/** Whether the figure covers all months instead of the chosen one. */
const isOfAll = (option: Part) => option === 'vencidasGeral' || option === 'aReceberGeral'
type Row = DrillDown['dataset'][number]
type Value = Row[string] | undefined

const tones: [begins: string, tone: Tone][] = [
  ['Vencida', 'danger'],
  ['Vence hoje', 'warn'],
  ['A vencer', 'off'],
  ['Recebida', 'ok'],
]
const toneOf = (value: Value) => tones.find(([begins]) => String(value).startsWith(begins))?.[1]

function shownAs(field: string, value: Value) {
  if (value == null || value === '') return NO_VALUE
  if (typeof value === 'number') return reaisBr(value)
  // An unknown state is free text and gets no colour.
  const tone = field === 'situacao' ? toneOf(value) : undefined
  return tone ? <Dot tone={tone}>{value}</Dot> : isDay(value) ? dayBr(value) : value
}

const sumOf = (rows: Row[], field: string) => sumReais(rows, (row) => Number(row[field] ?? 0))

export function Details({ of: { company, centre, option, label }, month, close }: { of: Detail; month: string; close: () => void }) {
  const { data, error, mutate } = useFresh('POST /dash/boletos/drill-down', {
    body: { period: periodOf(month), company, centro: centre, drillDownOption: option },
  })
  const mayOpen = useMay()('GET /nfse/{id}')
  const card = useRef<HTMLElement>(null)
  useReturn(true)
  useKeys({ Escape: close })
  // Scrolls only once the reply is rendered, when the list has its full length.
  const came = data !== undefined
  useEffect(() => {
    if (came) card.current?.scrollIntoView({ block: 'nearest' })
  }, [came])
  const title = [label, company, centre].filter(Boolean).join(' · ')
  const period = isOfAll(option) ? 'todos os meses' : monthBr(month)
  const amounts = data?.columns.filter(({ field }) => data.dataset.some((row) => typeof row[field] === 'number')) ?? []
  const isAmount = (field: string) => amounts.some((one) => one.field === field)
  const columns = data?.columns.map(({ title, field }, nth): Column<Row> => ({
    id: field,
    label: title ?? '',
    value: (row) => row[field] ?? null,
    ...(nth === 0 && { main: true }),
    ...(isAmount(field) && { money: true, sum: (rows: Row[]) => reaisBr(sumOf(rows, field)) }),
    ...(data.dataset.every((row) => row[field] === null || isDay(String(row[field]))) && { date: 'day' as const }),
  }))
  return (
    <section ref={card} className={`card ${css.details}`} aria-label={title}>
      <header>
        <h2>
          {title} <small>{[period, ...(data ? [count(data.dataset.length)] : [])].join(' · ')}</small>
        </h2>
        <SheetButton
          title={`${title} - ${period}`}
          off={!data?.dataset.length}
          sheet={() => ({ columns: columns ?? [], rows: data?.dataset ?? [], filters: [] })}
        />
        <button type="button" className="icon-button" aria-label="Fechar" title="Fechar (Esc)" onClick={close}>
          <X aria-hidden />
        </button>
      </header>
      {data ? (
        <div className={css.scroll}>
          <table className={table.figures}>
            <thead>
              <tr>
                {data.columns.map(({ title, field }) => (
                  <th key={field} scope="col" data-amount={isAmount(field) || undefined}>
                    {title ?? NO_VALUE}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.dataset.map((row, nth) => (
                <tr key={nth}>
                  {data.columns.map(({ title, field }, at) => (
                    <td key={field} data-label={title ?? NO_VALUE} data-amount={isAmount(field) || undefined}>
                      {at === 0 && mayOpen && typeof row[ACCOUNT] === 'number' ? (
                        <Link to={accountAddress(row[ACCOUNT])}>{row[field]}</Link>
                      ) : (
                        <span title={typeof row[field] === 'string' ? row[field] : undefined}>{shownAs(field, row[field])}</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                {data.columns.map(({ field }, nth) => (
                  <td key={field} data-amount={isAmount(field) || undefined}>
                    {isAmount(field) ? reaisBr(sumOf(data.dataset, field)) : nth === 0 && 'Total'}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
      ) : error ? (
        <Failed title={messages.updateFailed} error={error} retry={mutate} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

const count = (parts: number) => (parts === 1 ? '1 parcela' : `${numberBr(parts)} parcelas`)
