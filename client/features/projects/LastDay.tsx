import { dayBr } from '../../../shared/clock.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import css from './projects.module.css'

/** A due date, marked as late once it has passed. `over` is true when the work is finished or was given up, so it is never late. */
export const LastDay = ({ day, over, today }: { day: string | null; over: boolean; today: string }) =>
  day ? <span className={!over && day < today ? css.late : undefined}>{dayBr(day)}</span> : NO_VALUE
