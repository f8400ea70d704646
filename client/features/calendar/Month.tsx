import './month.css'
import { useElementSize } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import { Event } from './Event.tsx'
import { rowOf, type Shown } from './layout.ts'
import { More } from './More.tsx'
import { fullDay, shortWeekday, weekday } from './periods.ts'
import type { Go } from './usePlace.ts'

interface Props {
  events: Shown[]
  /** Those on the move, over the others. */
  ghosts: Shown[]
  days: string[]
  /** A day of the month that is shown. */
  day: string
  today: string
  go: Go
  open: (event: Shown) => void
  printing: boolean
}

/** px: what a lane takes, and what a cell keeps for its number and for 'mais'. On paper the sheet's height is known. */
const screen = { lane: 26, kept: 54 }
/** Lanes that month.css gives every week room for, so the server draws them too: two bars leave one to an hour. */
const LEAST = 3
const paper = { lane: 19, kept: 51, height: 570 }

/** Weeks of days; what has no room in a day is counted there. */
export function Month({ events, ghosts, days, day: shown, today, go, open, printing }: Props) {
  const { ref, height } = useElementSize()
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  const { lane, kept } = printing ? paper : screen
  const fitting = Math.floor(((printing ? paper.height : height) / weeks.length - kept) / lane)
  const lanes = Math.max(fitting, printing ? 1 : LEAST)
  return (
    // Custom properties are what CSSProperties leaves out.
    <div className="month" style={{ '--lane-step': `${lane}px` } as CSSProperties}>
      <div className="month-names" aria-hidden>
        {weeks[0]?.map((day) => (
          <span key={day}>{shortWeekday(day)}</span>
        ))}
      </div>
      <div className="month-weeks" ref={ref}>
        {weeks.map((week) => (
          <ol key={week[0]}>
            {rowOf(events, week, lanes).map(({ day, pieces, more }, index) => (
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
                {rowOf(ghosts, week, lanes)[index]?.pieces.map(({ event, length, lane, before, after }) => (
                  <Event key={`ghost ${event.id}`} {...{ event, open, before, after }} style={{ '--days': length, '--lane': lane }} />
                ))}
                {more > 0 && <More className="month-more" count={more} {...{ day, go }} />}
              </li>
            ))}
          </ol>
        ))}
      </div>
    </div>
  )
}

/** Leads to the day. */
export const DayNumber = ({ day, today, go }: { day: string; today: string; go: Go }) => (
  <button
    type="button"
    className="day-number"
    aria-label={fullDay(day)}
    aria-current={day === today ? 'date' : undefined}
    onClick={() => go({ view: 'dia', day })}
  >
    {Number(day.slice(8))}
  </button>
)
