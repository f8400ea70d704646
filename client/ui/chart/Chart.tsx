import type { ReactNode } from 'react'

interface Series {
  name: string
  color: string
  /** Set for a series that is drawn as a line instead of a bar. */
  line?: 'solid' | 'dashed'
}

/** Container that reserves the chart's height before the chart loads. It is hidden from screen readers, which have the table beside it. */
export const Chart = ({ children }: { children: ReactNode }) => (
  <div className="chart" aria-hidden>
    {children}
  </div>
)

export const Legend = ({ series }: { series: Series[] }) => (
  <span className="legend" aria-hidden>
    {series.map(({ name, color, line }) => (
      <span key={name}>
        <i data-line={line} style={line ? { borderTop: `2px ${line} ${color}` } : { background: color }} />
        {name}
      </span>
    ))}
  </span>
)
