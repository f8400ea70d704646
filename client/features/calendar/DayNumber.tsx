import { fullDay } from './periods.ts'
import type { Go } from './useCalendarView.ts'
import css from './event.module.css'

/** Button with the day of the month, which opens the day view. */
export const DayNumber = ({ day, today, go }: { day: string; today: string; go: Go }) => (
  <button
    type="button"
    className={css.dayNumber}
    aria-label={fullDay(day)}
    aria-current={day === today ? 'date' : undefined}
    onClick={() => go({ view: 'dia', day })}
  >
    {Number(day.slice(8))}
  </button>
)
