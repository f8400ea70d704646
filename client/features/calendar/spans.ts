// Time spans of new and of dragged appointments.
import { hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { DAY_MINUTES, minutes, shown, wallOf, type Shown } from './layout.ts'

export interface Span {
  start: string
  end: string
}

/** In minutes. SLOT: unit of new appointments and of keyboard moves. STEP: unit of pointer moves. */
export const SLOT = 30
const STEP = 15
const HOUR = 60
/** Working hours. */
const [WORK_BEGINS, WORK_ENDS] = ['08:00:00', '18:00:00']

const slotOf = (minute: number) => Math.floor(minute / SLOT) * SLOT
export const dayOf = (minute: number) => wallOf(minute).slice(0, 10)
const steps = (minute: number) => Math.round(minute / STEP) * STEP

/**
 * Span for a choice of days. A single day gets one hour; several days last until work ends on the last one. The span begins when work begins, or
 * today at the next half hour. `now` is in ms.
 */
export function spanOfDays(first: string, last: string, now: number): Span {
  const next = Math.min(slotOf(minutes(wallTime(now))) + SLOT, minutes(`${first}T00:00:00`) + DAY_MINUTES - SLOT)
  const start = first === wallDay(now) ? wallOf(next) : `${first}T${WORK_BEGINS}`
  const end = first === last ? wallOf(minutes(start) + HOUR) : `${last}T${WORK_ENDS}`
  return { start, end }
}

/** Span of the slots that contain two minutes, and of all slots between them. */
export const spanOfHours = (from: number, to: number): Span => ({
  start: wallOf(slotOf(Math.min(from, to))),
  end: wallOf(slotOf(Math.max(from, to)) + SLOT),
})

/** A span of one hour that begins with the slot of `minute`. */
export const hourAt = (minute: number): Span => ({ start: wallOf(slotOf(minute)), end: wallOf(slotOf(minute) + HOUR) })

export const movedBy = (event: Shown, by: number): Shown =>
  shown({ ...event, start: wallOf(minutes(event.start) + steps(by)), end: wallOf(minutes(event.end) + steps(by)) })

export const stretchedTo = (event: Shown, minute: number): Shown =>
  shown({ ...event, end: wallOf(Math.max(steps(minute), minutes(event.start) + STEP)) })

/** The span as the fields of an appointment. */
export const whenOf = ({ start, end }: Span) => ({
  dataIni: start.slice(0, 10),
  horaIni: hourBr(start),
  dataFim: end.slice(0, 10),
  horaFim: hourBr(end),
})
