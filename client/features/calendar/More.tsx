import type { CSSProperties } from 'react'
import { fullDay } from './periods.ts'
import type { Go } from './usePlace.ts'

interface Props {
  className: string
  /** What a day has besides. */
  count: number
  day: string
  go: Go
  style?: CSSProperties
}

/** Leads to the day whose appointments have no room here. */
export const More = ({ count, day, go, ...look }: Props) => (
  <button type="button" {...look} onClick={() => go({ view: 'dia', day })}>
    mais {count}
    <span className="hidden"> em {fullDay(day)}</span>
  </button>
)
