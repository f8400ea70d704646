// Appointments as a file that calendars read, iCalendar (RFC 5545).
import ical, { ICalEventStatus } from 'ical-generator'
import { addDays, atWall } from '../../../shared/clock.ts'
import type { CalendarEvent } from '../../../shared/features/calendar.ts'
import { NONE } from '../../ui/none.ts'

/** Of whole days the days alone, the end exclusive: as hours they would stand on two days in another zone. */
function timesOf({ start, end }: Pick<CalendarEvent, 'start' | 'end'>) {
  const [first, until] = [start.slice(0, 10), end.slice(0, 10)]
  const ends = end.endsWith('T00:00:00') ? until : end.endsWith('T23:59:00') ? addDays(until, 1) : null
  if (start.endsWith('T00:00:00') && ends !== null && ends > first) return { allDay: true, start: new Date(first), end: new Date(ends) }
  return { start: new Date(atWall(start)), end: new Date(atWall(end)) }
}

/**
 * The text of the file. An appointment keeps its UID, so that a later file changes it and adds no second one: it counts its changes (SEQUENCE), and a
 * reversed one is in it as cancelled, or it would stay in the reader's calendar.
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
      summary: name ?? NONE,
      location: [cliente, regiao].filter(Boolean).join(', ') || null,
      description: [cliente && `Cliente: ${cliente}`, regiao && `Região: ${regiao}`].filter(Boolean).join('\n') || null,
      ...timesOf({ start, end }),
    })),
  }).toString()
