// Tests at which time of a day a booking is placed, beside the entries that the day already has.
import { expect, test } from 'vitest'
import { placeOf } from '../../client/features/track/place.ts'
import { atWall } from '../../shared/clock.ts'

const now = atWall('2026-11-19T14:00:00')
const HOUR = 3600

/** An entry that starts at the given wall time. Without a total it is running. */
const entry = (wall: string, TOTAL: string | null) => ({
  ID: 1,
  DESCRICAO: 'Reunião',
  ACTIVITY: null,
  MODULE: null,
  CATEGORY: null,
  TAG: null,
  HORAINICIO: wall.slice(11),
  HORAFIM: null,
  TOTAL,
  ACTIVITY_DATE: wall.slice(0, 10),
  SOMA: null,
})

test.each([
  ['today ends now', '2026-11-19', HOUR, [entry('2026-11-19T09:00:00', '04:00:00')], '2026-11-19T13:00:00'],
  ['all that today has had', '2026-11-19', 14 * HOUR, [], '2026-11-19T00:00:00'],
  ['a day without entries begins at 8', '2026-11-18', HOUR, [], '2026-11-18T08:00:00'],
  [
    'follows the last entry',
    '2026-11-18',
    HOUR,
    [entry('2026-11-18T15:00:00', '01:30:00'), entry('2026-11-18T09:00:00', '02:00:00')],
    '2026-11-18T16:30:00',
  ],
  ['follows the last entry over midnight', '2026-11-17', 4 * HOUR, [entry('2026-11-17T21:00:00', '01:00:00')], '2026-11-17T22:00:00'],
  [
    'before another that crosses midnight, where it would lie over it',
    '2026-11-18',
    2 * HOUR,
    [entry('2026-11-18T21:00:00', '01:00:00'), entry('2026-11-18T23:00:00', '02:00:00')],
    '2026-11-18T19:00:00',
  ],
  [
    'between the last entry and another that crosses midnight, where it fits',
    '2026-11-18',
    HOUR,
    [entry('2026-11-18T21:00:00', '01:00:00'), entry('2026-11-18T23:00:00', '02:00:00')],
    '2026-11-18T22:00:00',
  ],
  ['follows one of the day before that ends on this one', '2026-11-18', HOUR, [entry('2026-11-17T22:00:00', '04:00:00')], '2026-11-18T02:00:00'],
  ['past one of the day before that ended there', '2026-11-18', HOUR, [entry('2026-11-17T22:00:00', '01:00:00')], '2026-11-18T08:00:00'],
  ['before one that runs since then', '2026-11-18', HOUR, [entry('2026-11-18T08:30:00', null)], '2026-11-18T07:30:00'],
  [
    'over what is there, where nothing leaves room',
    '2026-11-18',
    HOUR,
    [entry('2026-11-17T23:00:00', '01:30:00'), entry('2026-11-18T00:40:00', '23:30:00')],
    '2026-11-18T00:30:00',
  ],
])('booked time is placed at the expected time: %s', (_, day, total, rows, from) => {
  expect(placeOf(rows, day, total, now)?.from).toBe(from)
})

test('booked time ends after its full duration, also on the next day', () => {
  expect(placeOf([entry('2026-11-17T21:00:00', '01:00:00')], '2026-11-17', 4 * HOUR, now)?.until).toBe('2026-11-18T02:00:00')
})

test('booked time that is longer than the part of today that has passed finds no place', () => {
  expect(placeOf([], '2026-11-19', 14 * HOUR + 1, now)).toBeNull()
})
