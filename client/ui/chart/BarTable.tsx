import { percentBr } from '../number.ts'

export interface Bar {
  label: string
  /** What the bar is as long as. */
  value: number
  /** What stands for it; absent: the percent alone. */
  figure?: string
  percent: number
  /** It does not count. */
  calm?: boolean
  /** What it is known by in a chart beside the table, instead of a bar. */
  color?: string
  /** Leads to it alone. */
  open?: (() => void) | undefined
}

interface Props {
  /** Of the labels, and of the figures where there are any. */
  heads: [label: string, figure?: string]
  bars: Bar[]
  /** The last row's figure. */
  total?: string
}

/** Figures and shares, with their bars in the table itself, or marks of a chart beside it. */
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

/** A bar of all of them, each as long as its share. */
export const Stack = ({ bars }: { bars: Bar[] }) => (
  <div className="stack" aria-hidden>
    {bars.map(({ label, percent, color }) => (
      <i key={label} style={{ flexGrow: percent, background: color }} />
    ))}
  </div>
)
