import { percentBr } from '../number.ts'

export interface Bar {
  label: string
  /** What the bar is as long as. */
  value: number
  /** What stands for it. */
  figure: string
  percent: number
  /** It does not count. */
  calm?: boolean
}

/** A ranking: figures and shares, with their bars in the table itself. `heads`: of the labels and of the figures. `total`: the last row's figure. */
export function BarTable({ heads: [label, figure], bars, total }: { heads: [label: string, figure: string]; bars: Bar[]; total: string }) {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <table className="bar-table">
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <td aria-hidden />
          <th scope="col">{figure}</th>
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row" title={bar.label}>
              {bar.label}
            </th>
            <td aria-hidden>
              <i className="bar" data-calm={bar.calm || undefined} style={{ width: `${(100 * bar.value) / longest}%` }} />
            </td>
            <td>{bar.figure}</td>
            <td>{percentBr(bar.percent)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">TOTAL</th>
          <td aria-hidden />
          <td>{total}</td>
          <td>{percentBr(100, 0)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
