// Appointments as an iCalendar file (RFC 5545).
import ical, { ICalEventStatus } from 'ical-generator'
import { addDays, atWall } from '../../../shared/clock.ts'
import type { CalendarEvent } from '../../../shared/features/calendar.ts'
import { NO_VALUE } from '../../ui/noValue.ts'

/** Whole days are written as dates with an exclusive end. As times they would cover two days in another time zone. */
function timesOf({ start, end }: Pick<CalendarEvent, 'start' | 'end'>) {
  const [first, until] = [start.slice(0, 10), end.slice(0, 10)]
  const ends = end.endsWith('T00:00:00') ? until : end.endsWith('T23:59:00') ? addDays(until, 1) : null
  if (start.endsWith('T00:00:00') && ends !== null && ends > first) return { allDay: true, start: new Date(first), end: new Date(ends) }
  return { start: new Date(atWall(start)), end: new Date(atWall(end)) }
}

/**
 * The text of the file. An appointment keeps its UID, so a later file updates it instead of adding a second one. SEQUENCE counts its changes. A
 * reversed appointment is included as cancelled; otherwise it would remain in the reader's calendar.
 */
export const agendaFile = (events: CalendarEvent[], stamp: Date) =>
  ical({
    name: 'Minha agenda',
    prodId: { company: 'csnoteweb', product: 'calendario', language: 'PT-BR' },
    events: events.map(({ id, name, start, end, cliente, regiao, status, versao }) => ({
      id: `compromisso-${id}@csnoteweb`,
      stamp,
      sequence: Math.max(0, (versao ?? 1) - 1),
      status: status === 'I' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: name ?? NO_VALUE,
      location: [cliente, regiao].filter(Boolean).join(', ') || null,
      description: [cliente && `Cliente: ${cliente}`, regiao && `Região: ${regiao}`].filter(Boolean).join('\n') || null,
      ...timesOf({ start, end }),
    })),
  }).toString()
