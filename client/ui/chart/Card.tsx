import './chart.css'
import type { ReactNode } from 'react'

/** A section of a dashboard. `note` is shown beside the heading, for example a sum, a goal or a control. */
export const Card = ({
  title,
  note,
  className = '',
  children,
}: {
  title: string
  note?: ReactNode
  className?: string | undefined
  children: ReactNode
}) => (
  <section className={`card ${className}`}>
    <header>
      <h2>{title}</h2>
      {note !== undefined && <div>{note}</div>}
    </header>
    {children}
  </section>
)
