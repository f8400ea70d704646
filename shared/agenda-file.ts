// Appointments as an iCalendar file (RFC 5545).
import ical, { ICalEventStatus } from 'ical-generator'
import { addDays, atWall } from './clock.ts'
import type { CalendarEvent } from './features/calendar.ts'

/** Whole days are written as dates with an exclusive end. As times they would cover two days in another time zone. */
function timesOf({ start, end }: Pick<CalendarEvent, 'start' | 'end'>) {
  const [first, until] = [start.slice(0, 10), end.slice(0, 10)]
  const ends = end.endsWith('T00:00:00') ? until : end.endsWith('T23:59:00') ? addDays(until, 1) : null
  if (start.endsWith('T00:00:00') && ends !== null && ends > first) return { allDay: true, start: new Date(first), end: new Date(ends) }
  return { start: new Date(atWall(start)), end: new Date(atWall(end)) }
}

/** An appointment with the time of its last change, as local time, if it is known. */
type Noted = CalendarEvent & { alterado?: string | null }

interface Calendar {
  name: string
  /** The time of writing, for appointments whose last change is not known. By default these bear their start, so that the text only changes with them. */
  stamp?: Date
  /** Number of hours after which a program should read the calendar again, if it subscribes to it. */
  hours?: number
}

/**
 * The text of the file. An appointment keeps its UID, so a later file updates it instead of adding a second one. SEQUENCE counts its changes. A
 * reversed appointment is included as cancelled; otherwise it would remain in the reader's calendar.
 */
export const agendaFile = (events: Noted[], { name, stamp, hours }: Calendar) =>
  ical({
    // The library does not escape the name, and a line break in it would begin another property.
    name: name.replaceAll(/\p{Cc}/gu, ' '),
    prodId: { company: 'csnoteweb', product: 'calendario', language: 'PT-BR' },
    ...(hours !== undefined && { ttl: hours * 3600 }),
    events: events.map(({ id, name, start, end, cliente, regiao, status, versao, alterado }) => {
      const changed = alterado ? new Date(atWall(alterado)) : null
      return {
        id: `compromisso-${id}@csnoteweb`,
        stamp: changed ?? stamp ?? new Date(atWall(start)),
        lastModified: changed,
        sequence: Math.max(0, (versao ?? 1) - 1),
        status: status === 'I' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        summary: name ?? '—',
        location: [cliente, regiao].filter(Boolean).join(', ') || null,
        description: [cliente && `Cliente: ${cliente}`, regiao && `Região: ${regiao}`].filter(Boolean).join('\n') || null,
        ...timesOf({ start, end }),
      }
    }),
  }).toString()
