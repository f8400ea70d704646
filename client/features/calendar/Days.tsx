import { Event } from './Event.tsx'
import { hoursOn, onDay, type Shown } from './layout.ts'
import { fullDay } from './periods.ts'
import css from './days.module.css'

interface Props {
  events: Shown[]
  days: string[]
  today: string
  open: (event: Shown) => void
}

/** Days as lists: on a phone, and when overlapping appointments do not fit side by side. */
export const Days = ({ events, days, today, open }: Props) => (
  <div className={css.days}>
    {days.map((day) => {
      const own = onDay(events, day)
      return (
        <section key={day} aria-label={fullDay(day)}>
          <h2 data-today={day === today || undefined}>
            {fullDay(day)} <small>{own.length}</small>
          </h2>
          {own.length > 0 ? (
            <ul>
              {own.map((event) => (
                <li key={event.id}>
                  <Event event={event} open={open} detailed when={hoursOn(event, day)} />
                </li>
              ))}
            </ul>
          ) : (
            <p>Nenhum compromisso.</p>
          )}
        </section>
      )
    })}
  </div>
)
