import type { ReactNode } from 'react'

interface Series {
  name: string
  color: string
  /** It is drawn as a line. */
  line?: 'solid' | 'dashed'
}

/** A chart's place, as high before it is drawn as after. Whoever does not see it reads the table beside it. */
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
