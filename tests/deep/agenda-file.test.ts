// Reads the calendar file with two other programs: khal, a calendar for the terminal, and Python's icalendar.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { agendaFile } from '../../shared/agenda-file.ts'
import type { CalendarEvent } from '../../shared/features/calendar.ts'
import { readers } from '../support/programs.ts'
import { SCRATCH } from '../support/scratch.ts'

const place = mkdtempSync(join(SCRATCH, 'csnoteweb-agenda-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const STAMP = new Date('2031-04-01T12:00:00Z')
const timed: CalendarEvent = {
  id: 5,
  name: 'Ana - Visita',
  color: null,
  start: '2031-04-02T08:05:00',
  end: '2031-04-02T17:30:00',
  cliente: 'Sementes, Chapadão',
  regiao: 'Norte',
  status: 'A',
  versao: 1,
}
const whole: CalendarEvent = {
  ...timed,
  id: 6,
  name: 'Ana - Folga',
  start: '2031-04-03T00:00:00',
  end: '2031-04-04T23:59:00',
  cliente: null,
  regiao: null,
}
const save = (name: string, ...events: CalendarEvent[]) => {
  const file = join(place, name)
  writeFileSync(file, agendaFile(events, { name: 'Minha agenda', stamp: STAMP }))
  return file
}

describe.skipIf(!readers.khal.find())('khal', () => {
  const calendar = join(place, 'calendar')
  mkdirSync(calendar)
  const config = join(place, 'khal.conf')
  writeFileSync(
    config,
    `[calendars]\n[[agenda]]\npath = ${calendar}\n[locale]\nlocal_timezone = Asia/Tokyo\ndefault_timezone = Asia/Tokyo\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ntimeformat = %H:%M\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[sqlite]\npath = ${join(place, 'khal.db')}\n`,
  )
  const khal = (...args: string[]) =>
    execFileSync(readers.khal.find() ?? '', ['-c', config, ...args], { encoding: 'utf8', env: { ...process.env, HOME: place, LC_ALL: 'C.UTF-8' } })
  const list = () =>
    khal('list', '--format', '{start-long} {end-long} {title} {location} {status}', '2031-04-01', '10d')
      .split('\n')
      .filter((line) => line.includes(' - '))
      .map((line) => line.trim())

  it('whole-day events stay whole days in another time zone, and a second file updates the events of the first file', () => {
    khal('import', '--batch', save('first.ics', timed, whole))
    expect(list().join('\n')).toMatch(/2031-04-02 21:05 2031-04-03 06:30 Ana - Visita Sementes, Chapadão, Norte/)
    expect(list().filter((line) => line.includes('Folga'))).toEqual([
      expect.stringMatching(/^2031-04-03 2031-04-04 Ana - Folga/) as string,
      expect.stringMatching(/^2031-04-03 2031-04-04 Ana - Folga/) as string,
    ])
    khal('import', '--batch', save('second.ics', { ...timed, status: 'I', versao: 2 }, whole))
    const visits = list().filter((line) => line.includes('Visita'))
    expect(visits.length).toBeGreaterThan(0)
    for (const visit of visits) expect(visit).toMatch(/CANCELLED/)
  })
})

describe.skipIf(!readers.icalendar.find())("Python's icalendar", () => {
  it('the dates, times, status and location are read exactly as they were exported', () => {
    const script = `
import json, sys
from icalendar import Calendar
events = Calendar.from_ical(open(sys.argv[1], 'rb').read()).walk('VEVENT')
print(json.dumps([[str(e['UID']), e['DTSTART'].dt.isoformat(), e['DTEND'].dt.isoformat(), str(e['STATUS']), int(e['SEQUENCE']), str(e.get('LOCATION', '')), str(e.get('DESCRIPTION', ''))] for e in events]))
`
    const said = execFileSync('/usr/bin/python3', ['-c', script, save('third.ics', { ...timed, status: 'I', versao: 3 }, whole)], {
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).toEqual([
      [
        'compromisso-5@csnoteweb',
        '2031-04-02T12:05:00+00:00',
        '2031-04-02T21:30:00+00:00',
        'CANCELLED',
        2,
        'Sementes, Chapadão, Norte',
        'Cliente: Sementes, Chapadão\nRegião: Norte',
      ],
      ['compromisso-6@csnoteweb', '2031-04-03', '2031-04-05', 'CONFIRMED', 0, '', ''],
    ])
  })
})
