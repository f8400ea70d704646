import { dayBr } from '../../../shared/clock.ts'
import { NONE } from '../../ui/none.ts'

/** The day by which something is to be done. `over`: it is, or was given up; else it is late after that day. */
export const LastDay = ({ day, over, today }: { day: string | null; over: boolean; today: string }) =>
  day ? <span data-late={(!over && day < today) || undefined}>{dayBr(day)}</span> : NONE
