import type { CSSProperties } from 'react'
import { fullDay } from './periods.ts'
import type { Go } from './useCalendarView.ts'

interface Props {
  className: string | undefined
  /** Number of appointments that do not fit. */
  count: number
  day: string
  go: Go
  style?: CSSProperties
}

/** Button to the day view, for appointments that do not fit here. */
export const More = ({ count, day, go, ...look }: Props) => (
  <button type="button" {...look} onClick={() => go({ view: 'dia', day })}>
    mais {count}
    <span className="hidden"> em {fullDay(day)}</span>
  </button>
)
