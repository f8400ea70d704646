import { dayBr, wallDay } from '../../../shared/clock.ts'
import { useNow } from '../../ui/useNow.ts'
import css from './tasks.module.css'

/** The day for which a task is planned. A day that has passed is marked while the task is open. */
export function Planned({ day, isOpen }: { day: string; isOpen: boolean }) {
  const today = wallDay(useNow(60_000))
  return (
    <time className={css.planned} dateTime={day} data-late={(isOpen && day < today) || undefined} data-today={day === today || undefined}>
      {day === today ? 'hoje' : dayBr(day)}
    </time>
  )
}
