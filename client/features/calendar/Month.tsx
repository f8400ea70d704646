import { useElementSize } from '@mantine/hooks'
import { variables } from '../../ui/variables.ts'
import { DayNumber } from './DayNumber.tsx'
import { Event } from './Event.tsx'
import { rowOf, type Shown } from './layout.ts'
import { More } from './More.tsx'
import { shortWeekday } from '../../ui/weekday.ts'
import { weekday } from './periods.ts'
import type { Go } from './useCalendarView.ts'
import css from './month.module.css'

interface Props {
  events: Shown[]
  /** Previews of moving appointments, drawn over the others. */
  ghosts: Shown[]
  days: string[]
  /** A day of the month shown. */
  day: string
  today: string
  go: Go
  open: (event: Shown) => void
  printing: boolean
}

/** Heights in px. KEPT: space in a cell for its number and its 'mais' button. LANE: height limits of a lane on screen, and its height on paper. */
const KEPT = 52
const LANE = { least: 24, most: 26, paper: 28 }
/** Minimum height in px of a week, as set in month.module.css. The server cannot measure, so it renders with this height, which fits three lanes. */
const LEAST = 132

/** Month view in weeks. A day with more appointments than fit shows how many are hidden. */
export function Month({ events, ghosts, days, day: shown, today, go, open, printing }: Props) {
  const { ref, height } = useElementSize()
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  const room = Math.max(height / weeks.length, LEAST) - KEPT
  const lanes = printing ? events.length : Math.floor(room / LANE.least)
  const step = printing ? LANE.paper : Math.min(Math.floor(room / lanes), LANE.most)
  const rows = weeks.map((week) => ({ week, cells: rowOf(events, week, lanes), carried: rowOf(ghosts, week, lanes) }))
  return (
    <div className={css.month} style={variables({ '--lane-step': `${step}px` })}>
      <div className={css.names} aria-hidden>
        {weeks[0]?.map((day) => (
          <span key={day}>{shortWeekday(day)}</span>
        ))}
      </div>
      <div className={css.weeks} ref={ref}>
        {rows.map(({ week, cells, carried }) => (
          <ol key={week[0]} style={variables({ '--lanes': Math.max(0, ...cells.flatMap(({ pieces }) => pieces.map(({ lane }) => lane + 1))) })}>
            {cells.map(({ day, pieces, more }, index) => (
              <li
                key={day}
                data-day={day}
                data-outside={day.slice(0, 7) !== shown.slice(0, 7) || undefined}
                data-weekend={weekday(day) % 6 === 0 || undefined}
              >
                <DayNumber day={day} today={today} go={go} />
                {pieces.map(({ event, length, lane, before, after }) => (
                  <Event key={event.id} {...{ event, open, before, after }} style={{ '--days': length, '--lane': lane }} />
                ))}
                {carried[index]?.pieces.map(({ event, length, lane, before, after }) => (
                  <Event key={`ghost ${event.id}`} {...{ event, open, before, after }} style={{ '--days': length, '--lane': lane }} />
                ))}
                {more > 0 && <More className={css.more} count={more} {...{ day, go }} />}
              </li>
            ))}
          </ol>
        ))}
      </div>
    </div>
  )
}
