import type { ReactNode } from 'react'

interface Series {
  name: string
  color: string
}

/** A chart's place, as high before it is drawn as after. Whoever does not see it reads the table beside it. */
export const Chart = ({ children }: { children: ReactNode }) => (
  <div className="chart" aria-hidden>
    {children}
  </div>
)

export const Legend = ({ series }: { series: Series[] }) => (
  <span className="legend" aria-hidden>
    {series.map(({ name, color }) => (
      <span key={name}>
        <i style={{ background: color }} />
        {name}
      </span>
    ))}
  </span>
)
