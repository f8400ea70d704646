import { Days } from './Days.tsx'
import { onDay, type Shown } from './layout.ts'
import { shortWeekday } from '../../ui/weekday.ts'
import { fullDay } from './periods.ts'
import type { Go } from './useCalendarView.ts'
import css from './days.module.css'

interface Props {
  events: Shown[]
  days: string[]
  day: string
  today: string
  go: Go
}

/** A month on a phone: the number of appointments per day, and the list of the chosen day. */
export const Dots = ({ open, ...props }: Props & { open: (event: Shown) => void }) => (
  <>
    <DayDots {...props} />
    <Days events={props.events} days={[props.day]} today={props.today} open={open} />
  </>
)

/** Day picker with the number of appointments per day. */
export const DayDots = ({ events, days, day: chosen, today, go }: Props) => (
  <div className={css.dots}>
    {days.slice(0, 7).map((day) => (
      <span key={day} aria-hidden>
        {shortWeekday(day)}
      </span>
    ))}
    {days.map((day) => {
      const count = onDay(events, day).length
      return (
        <button
          key={day}
          type="button"
          aria-current={day === today ? 'date' : undefined}
          aria-pressed={day === chosen}
          data-outside={day.slice(0, 7) !== chosen.slice(0, 7) || undefined}
          onClick={() => go({ day })}
        >
          <b aria-hidden>{Number(day.slice(8))}</b>
          <small aria-hidden>{count || ''}</small>
          <span className="hidden">
            {fullDay(day)}, {count === 1 ? '1 compromisso' : `${count} compromissos`}
          </span>
        </button>
      )
    })}
  </div>
)
