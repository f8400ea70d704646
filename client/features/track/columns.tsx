// The list of time entries: its columns, and the header of each day.
import { Lock, TriangleAlert } from 'lucide-react'
import { createContext, use } from 'react'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import type { TimeRow } from '../../../shared/features/track.ts'
import { hoursMinutes, inMinutes, minutesIn, seconds } from '../../../shared/hours.ts'
import { RUNS, Until } from '../../ui/grid/Until.tsx'
import type { Column } from '../../ui/grid/useGrid.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { useNow } from '../../ui/useNow.ts'
import { clockOf, nearOf, someOf, weekdayOf, type TimeDay } from './days.ts'
import { Strip } from './Strip.tsx'
import css from './track.module.css'

export const NO_DAYS = new Map<string, TimeDay>()
/** The listed days, keyed by date. */
export const Days = createContext(NO_DAYS)
/** The closed months, 'YYYY-MM'. */
export const ClosedMonths = createContext<ReadonlySet<string>>(new Set())
/** Enters time in a gap of a day, given in seconds of the day. Undefined where the person may not. */
export const BookGap = createContext<((day: string, from: number, until: number) => void) | undefined>(undefined)

const secondsOf = ({ TOTAL }: TimeRow) => (TOTAL ? seconds(TOTAL) : null)
const startOf = ({ HORAINICIO }: TimeRow) => seconds(HORAINICIO ?? '')
const endOf = (row: TimeRow) => (row.TOTAL ? startOf(row) + seconds(row.TOTAL) : null)

export const columns: Column<TimeRow>[] = [
  { id: 'descricao', label: 'Descrição', value: (row) => row.DESCRICAO, main: true },
  { id: 'atividade', label: 'Atividade', value: (row) => row.ACTIVITY, width: 178, narrow: 120 },
  { id: 'modulo', label: 'Módulo', value: (row) => row.MODULE, width: 162, narrow: 110 },
  { id: 'categoria', label: 'Categoria', value: (row) => row.CATEGORY, width: 108, narrow: 92 },
  { id: 'tag', label: 'Tag', value: (row) => row.TAG, width: 92, narrow: 72 },
  {
    id: 'inicio',
    label: 'Início',
    value: (row) => `${row.ACTIVITY_DATE}T${row.HORAINICIO ?? '00:00:00'}`,
    date: 'second',
    text: (row) => `${dayBr(row.ACTIVITY_DATE)} ${clockOf(startOf(row))}`,
    cell: (row) => <Start of={row} />,
    figures: true,
    early: true,
    width: 92,
  },
  {
    id: 'fim',
    label: 'Fim',
    value: endOf,
    seconds: 'clock',
    text: (row) => (row.TOTAL ? clockOf(endOf(row) ?? 0) : RUNS),
    cell: (row) => <Until second={endOf(row)} />,
    figures: true,
    early: true,
    width: 88,
  },
  {
    id: 'total',
    label: 'Total',
    value: secondsOf,
    seconds: 'lasted',
    text: (row) => row.TOTAL && hoursMinutes(row.TOTAL),
    cell: (row) => <Total of={row} />,
    figures: true,
    width: 84,
  },
]
/** Columns with the full date, for sort orders in which the rows are not grouped by day. */
export const dated = columns.map((column) =>
  column.id === 'inicio' ? { ...column, width: 150, cell: (row: TimeRow) => `${dayBr(row.ACTIVITY_DATE)} ${clockOf(startOf(row))}` } : column,
)

/** Start time, with a warning about overlapping entries. */
function Start({ of: row }: { of: TimeRow }) {
  const day = use(Days).get(row.ACTIVITY_DATE)
  const clashes = day?.overlaps.filter(({ before, after }) => before.id === row.ID || after.id === row.ID) ?? []
  const said = someOf(
    clashes.map(({ from, until, before, after }) => `${before.id === row.ID ? after.name : before.name}, das ${clockOf(from)} às ${clockOf(until)}`),
  ).join('; ')
  return (
    <>
      {said && (
        <span className={css.clash} role="img" aria-label={`Ao mesmo tempo que ${said}`} title={`Ao mesmo tempo que ${said}`}>
          <TriangleAlert aria-hidden />
        </span>
      )}
      {clockOf(startOf(row))}
    </>
  )
}

const Total = ({ of: row }: { of: TimeRow }) => <b>{use(Days).get(row.ACTIVITY_DATE)?.texts.get(row.ID) ?? NO_VALUE}</b>

/** The total at the end of a printed list. */
export function Sum({ rows }: { rows: TimeRow[] }) {
  const days = use(Days)
  const minutes = rows.map((row) => minutesIn(days.get(row.ACTIVITY_DATE)?.texts.get(row.ID) ?? '00:00')).reduce((sum, one) => sum + one, 0)
  return (
    <p className={css.sum}>
      <b>Total</b> <small>{rows.length === 1 ? '1 tempo' : `${numberBr(rows.length)} tempos`}</small> <b>{inMinutes(minutes)}</b>
    </p>
  )
}

export const headOf = (date: string) => <DayHead date={date} />

/** Header of a day: date, strip, gaps and total. The strip includes the running entry, and the text mentions it. */
function DayHead({ date }: { date: string }) {
  const day = use(Days).get(date)
  const isClosed = use(ClosedMonths).has(date.slice(0, 7))
  const bookGap = use(BookGap)
  const book = isClosed ? undefined : bookGap
  const today = wallDay(useNow(60_000))
  if (!day) return null
  const running = day.spans.find((span) => span.running)
  const spent = running ? Math.floor((running.end - running.start) / 60) : 0
  const said = someOf([
    ...day.gaps.map(
      ({ from, until, before, after }) => `Intervalo das ${clockOf(from)} às ${clockOf(until)}, entre “${before.name}” e “${after.name}”`,
    ),
    ...day.overlaps.map(
      ({ from, until, before, after }) => `Ao mesmo tempo, das ${clockOf(from)} às ${clockOf(until)}: “${before.name}” e “${after.name}”`,
    ),
  ]).join('\n')
  const counted = [
    ...(day.gaps.length > 0 ? [`${day.gaps.length} ${day.gaps.length === 1 ? 'intervalo' : 'intervalos'}`] : []),
    ...(day.overlaps.length > 0 ? [`${day.overlaps.length} ao mesmo tempo`] : []),
  ].join(', ')
  return (
    <>
      <small>
        {nearOf(date, today) !== weekdayOf(date) && <span className={css.weekday}>{weekdayOf(date)}, </span>}
        {dayBr(date)}
      </small>
      {isClosed && (
        <small className={css.closed} title="O mês está fechado">
          <Lock aria-hidden /> fechado
        </small>
      )}
      {said && (
        <small className={css.seams} title={said}>
          {counted}
          <span className="hidden">: {said}</span>
        </small>
      )}
      <Strip spans={day.spans} gaps={day.gaps} book={book && ((from, until) => book(date, from, until))} />
      <small className={css.runs}>{running ? 'em curso' : ''}</small>
      <b>{inMinutes(day.minutes + spent)}</b>
    </>
  )
}
