import './chart.css'
import type { ReactNode } from 'react'

/** A part of a dashboard under its own heading. `note`: beside it, a sum, a goal, a choice. */
export const Card = ({ title, note, className = '', children }: { title: string; note?: ReactNode; className?: string; children: ReactNode }) => (
  <section className={`card ${className}`}>
    <header>
      <h2>{title}</h2>
      {note !== undefined && <div>{note}</div>}
    </header>
    {children}
  </section>
)
