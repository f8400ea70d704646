import { dayBr } from '../../../shared/clock.ts'
import { NONE } from '../../ui/none.ts'

/** A due date, marked as late once it has passed. `over` is true when the work is finished or was given up, so it is never late. */
export const LastDay = ({ day, over, today }: { day: string | null; over: boolean; today: string }) =>
  day ? <span data-late={(!over && day < today) || undefined}>{dayBr(day)}</span> : NONE
