// Start and end of an appointment.
import { atWall, HOUR, hourBr, isDay, MINUTE, untilBr, wallTime } from '../../../shared/clock.ts'
import type { Appointment } from '../../../shared/features/appointments.ts'
import { isHour } from '../../../shared/hours.ts'
import { serverNow } from '../../api/clock.ts'

type Start = Pick<Appointment, 'dataIni' | 'horaIni'>
type End = Pick<Appointment, 'dataFim' | 'horaFim'>
export type When = Start & End

/** 'YYYY-MM-DDTHH:MM' */
export const startAt = ({ dataIni, horaIni }: Start) => `${dataIni}T${horaIni}`
export const endAt = ({ dataFim, horaFim }: End) => `${dataFim}T${horaFim}`

/** Appointments that only touch do not overlap. */
export const overlap = (a: When, b: When) => startAt(a) < endAt(b) && startAt(b) < endAt(a)

/** '12:00' if the end is on `day`, otherwise '22/11/2026 12:00' */
export const untilOf = (end: End, day: string) => untilBr(endAt(end), day)

/** Times of a new appointment: it starts now, rounded down to five minutes, and lasts an hour. */
export function fresh(): When {
  const wall = wallTime(Math.floor(serverNow() / (5 * MINUTE)) * 5 * MINUTE)
  return { dataIni: wall.slice(0, 10), horaIni: hourBr(wall), ...hourAfter(wall) }
}

/** Proposed end, one hour after the start; null while the start is invalid. */
export const endOf = (start: Start) => (isDay(start.dataIni) && isHour(start.horaIni) ? hourAfter(`${startAt(start)}:00`) : null)

function hourAfter(start: string): End {
  const wall = wallTime(atWall(start) + HOUR)
  return { dataFim: wall.slice(0, 10), horaFim: hourBr(wall) }
}
