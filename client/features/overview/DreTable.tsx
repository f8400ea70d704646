// Table of the income statement. The account column, the total column and the last result stay visible. Arrows, Home and End move between cells. On
// an account, → and ← unfold and fold it. Enter opens a value's postings.
import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { dayBr } from '../../../shared/clock.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import { variables } from '../../ui/variables.ts'
import { centsBr, monthHead, percentOf } from './figures.ts'
import { monthBr } from '../../ui/month.ts'
import { allOf, horizontal as difference, isToCome, vertical, type Line } from './statement.ts'
import css from './dre.module.css'

interface Props {
  lines: Line[]
  months: string[]
  base: Line | undefined
  horizontal: boolean
  /** True for a single month, which has bars beside its figures and shows the days of its postings. */
  withBars: boolean
  today: string
  open: (line: Line, month: string) => void
}

/** Widths in px of the sticky columns: accounts on the left, total on the right. */
const ACCOUNTS = 268
const TOTAL = 144
/** Row height in px, without and with percentages below the values. */
const ROW = 36
const ANALYSED = 40

const seen = (lines: readonly Line[], unfolded: ReadonlySet<string>): Line[] =>
  lines.flatMap((line) => [line, ...(unfolded.has(line.key) ? seen(line.parts, unfolded) : [])])

export function DreTable({ lines, months, base, horizontal, withBars, today, open }: Props) {
  const [unfolded, unfold] = useState<ReadonlySet<string>>(new Set())
  const box = useRef<HTMLDivElement>(null)
  const all = useMemo(() => allOf(lines), [lines])
  const isAll = all.every(({ key, parts }) => parts.length === 0 || unfolded.has(key))
  const isOne = months.length === 1
  // Scrolls to the current month. The columns are aligned so that the month next to the accounts is fully visible.
  useEffect(() => {
    const head = box.current?.querySelector<HTMLElement>('[data-now]')
    if (!box.current || !head) return
    const least = head.offsetLeft + head.offsetWidth - (box.current.clientWidth - TOTAL)
    const starts = [...box.current.querySelectorAll<HTMLElement>('thead th')].map(({ offsetLeft }) => offsetLeft - ACCOUNTS)
    box.current.scrollLeft = starts.find((start) => start >= least) ?? least
  }, [])
  const toggle = (line: Line, to = !unfolded.has(line.key)) => {
    if (line.parts.length > 0)
      unfold((now) => (to ? new Set([...now, line.key]) : new Set([...now].filter((key) => key !== line.key && !key.startsWith(`${line.key}\n`)))))
  }
  // If the last line is a result, it becomes a sticky footer.
  const last = lines.at(-1)?.subtotal ? lines.at(-1) : undefined
  const body = useMemo(() => seen(last ? lines.slice(0, -1) : lines, unfolded), [lines, last, unfolded])
  const longest = Math.max(1, ...lines.map(({ total }) => Math.abs(total)))
  const analysed = base !== undefined || horizontal
  const { from, to, before, after } = useRowsInSight(body.length, box, analysed && !isOne ? ANALYSED : ROW)
  const press = (event: KeyboardEvent<HTMLElement>, line: Line) => {
    const cell = event.currentTarget
    const row = cell.closest('tr')
    const cells = [...(row?.querySelectorAll('[data-cell]') ?? [])]
    const at = cells.indexOf(cell)
    const rows = [...(box.current?.querySelectorAll('tr[data-line]') ?? [])]
    const end = cells.findLastIndex((one) => !one.matches(':disabled'))
    const by = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], Home: [0, -at], End: [0, end - at] }[event.key]
    if (!by || !row) return
    event.preventDefault()
    const isFirst = at === 0 && line.parts.length > 0
    if (isFirst && event.key === 'ArrowRight' && !unfolded.has(line.key)) return toggle(line, true)
    if (isFirst && event.key === 'ArrowLeft') return toggle(line, false)
    const to = rows[rows.indexOf(row) + (by[0] ?? 0)]?.querySelectorAll<HTMLElement>('[data-cell]')[at + (by[1] ?? 0)]
    to?.focus()
  }
  const value = (line: Line, at: number) => {
    const month = months[at] ?? ''
    // A posting is the most detailed line, so its cells open nothing.
    const isPosting = line.level === 2
    const toCome = isToCome(month, today)
    const cents = line.values[at] ?? 0
    return (
      <td key={month} data-below={(line.subtotal && cents < 0) || undefined}>
        <button
          type="button"
          data-cell
          tabIndex={-1}
          {...(isPosting ? { 'aria-disabled': true } : { title: `Ver lançamentos de ${line.name} em ${monthBr(month)}` })}
          disabled={toCome && cents === 0}
          onKeyDown={(event) => press(event, line)}
          onClick={() => isPosting || open(line, month)}
        >
          {toCome && cents === 0 ? NO_VALUE : centsBr(cents)}
        </button>
        {analysed && !isOne && (
          <small>
            {base && <span>{percentOf(toCome ? null : vertical(cents, base.values[at]))}</span>}
            {horizontal && <span>{percentOf(toCome ? null : difference(cents, line.values[at - 1]), true)}</span>}
          </small>
        )}
      </td>
    )
  }
  const drawn = (line: Line, index: number) => (
    <tr key={line.key} aria-rowindex={index + 2} data-line data-level={line.level} data-subtotal={line.subtotal || undefined}>
      <th scope="row" title={line.name} style={variables({ '--level': line.level })}>
        <button
          type="button"
          data-cell
          tabIndex={index === from ? 0 : -1}
          {...(line.parts.length > 0 && { 'aria-expanded': unfolded.has(line.key) })}
          onKeyDown={(event) => press(event, line)}
          onClick={() => toggle(line)}
        >
          {line.parts.length > 0 ? unfolded.has(line.key) ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden /> : <i aria-hidden />}
          <span className="ellipsis">{line.name}</span>
        </button>
      </th>
      {withBars && <td className={css.day}>{line.day ? dayBr(line.day) : ''}</td>}
      {withBars && (
        <td className={css.bar} aria-hidden>
          <i data-adds={line.total > 0 || undefined} style={variables({ '--width': (100 * Math.abs(line.total)) / longest })} />
        </td>
      )}
      {months.map((_, at) => value(line, at))}
      {isOne ? (
        base && <td>{percentOf(vertical(line.total, base.total))}</td>
      ) : (
        <td className={css.total} data-below={(line.subtotal && line.total < 0) || undefined}>
          {centsBr(line.total)}
          {analysed && <small>{base && percentOf(vertical(line.total, base.total))}</small>}
        </td>
      )}
    </tr>
  )
  return (
    <div ref={box} className={css.dre} data-paper data-month={withBars || undefined} data-one={isOne || undefined}>
      <table aria-rowcount={body.length + (last ? 2 : 1)}>
        <thead>
          <tr>
            <th scope="col">
              Conta
              <button
                type="button"
                className="icon-button"
                aria-label={isAll ? 'Recolher tudo' : 'Expandir tudo'}
                title={isAll ? 'Recolher tudo' : 'Expandir tudo'}
                onClick={() => unfold(isAll ? new Set() : new Set(all.map(({ key }) => key)))}
              >
                {isAll ? <ChevronsDownUp aria-hidden /> : <ChevronsUpDown aria-hidden />}
              </button>
            </th>
            {withBars && <th scope="col">Data</th>}
            {withBars && <td aria-hidden />}
            {months.map((month) => (
              <th key={month} scope="col" data-now={month === today.slice(0, 7) || undefined}>
                {isOne ? monthBr(month) : monthHead(month)}
                {analysed && !isOne && (
                  <small>
                    {base && <span>AV %</span>}
                    {horizontal && <span>AH %</span>}
                  </small>
                )}
              </th>
            ))}
            {isOne ? (
              base && <th scope="col">AV %</th>
            ) : (
              <th scope="col" className={css.total}>
                Total{base && <small>AV %</small>}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {body.slice(from, to).map((line, nth) => drawn(line, from + nth))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
        {last && <tfoot>{drawn(last, body.length)}</tfoot>}
      </table>
    </div>
  )
}
