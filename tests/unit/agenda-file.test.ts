// Tests the exported calendar file (iCalendar) by reading it back with an independent parser.
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { agendaFile } from '../../shared/agenda-file.ts'
import type { CalendarEvent } from '../../shared/features/calendar.ts'

const STAMP = new Date('2031-04-01T12:00:00Z')
const event: CalendarEvent = {
  id: 5,
  name: 'Ana - Visita',
  color: null,
  start: '2031-04-02T08:05:00',
  end: '2031-04-03T17:30:00',
  status: 'A',
  versao: 1,
}
const readBack = (change: Partial<CalendarEvent>) => {
  const [found] = new ICAL.Component(
    ICAL.parse(agendaFile([{ ...event, ...change }], { name: 'Minha agenda', stamp: STAMP })) as unknown[],
  ).getAllSubcomponents('vevent')
  return (name: string) => String(found?.getFirstPropertyValue(name) ?? '')
}

describe('an event in the calendar file', () => {
  it('the UID of an event contains the appointment id, and its SEQUENCE is the number of changes to the appointment', () => {
    expect([readBack({})('uid'), readBack({})('sequence'), readBack({ versao: 4 })('sequence')]).toEqual(['compromisso-5@csnoteweb', '0', '3'])
  })

  it('a reversed appointment is exported with status CANCELLED', () => {
    expect([readBack({})('status'), readBack({ status: 'I' })('status')]).toEqual(['CONFIRMED', 'CANCELLED'])
  })

  it('an event contains the client and the region in its LOCATION and DESCRIPTION', () => {
    const value = readBack({ cliente: 'Sementes; Chapadão', regiao: 'Norte' })
    expect([value('location'), value('description')]).toEqual(['Sementes; Chapadão, Norte', 'Cliente: Sementes; Chapadão\nRegião: Norte'])
    expect([readBack({})('location'), readBack({ regiao: 'Norte' })('description')]).toEqual(['', 'Região: Norte'])
  })

  it.each([
    ['2031-04-02T00:00:00', '2031-04-02T23:59:00', '2031-04-02', '2031-04-03'],
    ['2031-04-02T00:00:00', '2031-04-04T00:00:00', '2031-04-02', '2031-04-04'],
    ['2031-12-31T00:00:00', '2031-12-31T23:59:00', '2031-12-31', '2032-01-01'],
    ['2031-04-02T00:00:00', '2031-04-02T00:00:00', '2031-04-02T04:00:00Z', '2031-04-02T04:00:00Z'],
    ['2031-04-02T08:00:00', '2031-04-03T08:00:00', '2031-04-02T12:00:00Z', '2031-04-03T12:00:00Z'],
  ])('an appointment from %s to %s has DTSTART %s and DTEND %s', (start, end, from, until) => {
    const value = readBack({ start, end })
    expect([value('dtstart'), value('dtend')]).toEqual([from, until])
  })
})
