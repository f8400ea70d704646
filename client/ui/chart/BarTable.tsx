import { percentBr } from '../number.ts'

export interface Bar {
  label: string
  /** Length of the bar, relative to the others. */
  value: number
  /** Text of the value; absent when only the percentage is shown. */
  figure?: string
  percent: number
  /** True for a bar that does not count towards the total. */
  calm?: boolean
  /** Colour of the mark that identifies the row in a chart beside the table. If it is set, the row has the mark instead of a bar. */
  color?: string
  /** Filters the dashboard by this row. */
  open?: (() => void) | undefined
}

interface Props {
  /** Column headings of the labels and, if shown, of the figures. */
  heads: [label: string, figure?: string]
  bars: Bar[]
  /** Figure in the total row. */
  total?: string
}

/** Table of figures and percentages. Its rows have either bars of their own or the colour marks of a chart beside it. */
export function BarTable({ heads: [label, figure], bars, total }: Props) {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  const drawn = bars.every(({ color }) => color === undefined)
  return (
    <table className="bar-table" data-drawn={drawn || undefined} data-figures={figure !== undefined || undefined}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          {drawn && <td aria-hidden />}
          {figure && <th scope="col">{figure}</th>}
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row" title={bar.label}>
              {bar.color && <i className="bar-mark" aria-hidden style={{ background: bar.color }} />}
              {bar.open ? (
                <button type="button" className="bar-open" title={`Filtrar por ${bar.label}`} onClick={bar.open}>
                  {bar.label}
                </button>
              ) : (
                bar.label
              )}
            </th>
            {drawn && (
              <td aria-hidden>
                <i className="bar" data-calm={bar.calm || undefined} style={{ width: `${(100 * bar.value) / longest}%` }} />
              </td>
            )}
            {figure && <td>{bar.figure}</td>}
            <td>{percentBr(bar.percent)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">TOTAL</th>
          {drawn && <td aria-hidden />}
          {figure && <td>{total}</td>}
          <td>{percentBr(bars.some(({ percent }) => percent > 0) ? 100 : 0, 0)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** A single bar, divided by the shares of all rows. */
export const Stack = ({ bars }: { bars: Bar[] }) => (
  <div className="stack" aria-hidden>
    {bars.map(({ label, percent, color }) => (
      <i key={label} style={{ flexGrow: percent, background: color }} />
    ))}
  </div>
)
