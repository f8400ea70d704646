// Tests at which time of day a booking is placed among the existing entries of the day.
import { expect, test } from 'vitest'
import { bookingTimeOf } from '../../client/features/track/bookingTime.ts'
import { atWall } from '../../shared/clock.ts'

const now = atWall('2026-11-19T14:00:00')
const HOUR = 3600

/** Builds an entry that starts at the given wall time. Without a total, the entry is still running. */
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
  ['today’s booking ends now', '2026-11-19', HOUR, [entry('2026-11-19T09:00:00', '04:00:00')], '2026-11-19T13:00:00'],
  ['all of today until now', '2026-11-19', 14 * HOUR, [], '2026-11-19T00:00:00'],
  ['at 8 on a day without entries', '2026-11-18', HOUR, [], '2026-11-18T08:00:00'],
  [
    'after the last entry',
    '2026-11-18',
    HOUR,
    [entry('2026-11-18T15:00:00', '01:30:00'), entry('2026-11-18T09:00:00', '02:00:00')],
    '2026-11-18T16:30:00',
  ],
  ['after the last entry and across midnight', '2026-11-17', 4 * HOUR, [entry('2026-11-17T21:00:00', '01:00:00')], '2026-11-17T22:00:00'],
  [
    'before two late entries, because the gap between them is too short',
    '2026-11-18',
    2 * HOUR,
    [entry('2026-11-18T21:00:00', '01:00:00'), entry('2026-11-18T23:00:00', '02:00:00')],
    '2026-11-18T19:00:00',
  ],
  [
    'between two late entries, because it fits into the gap',
    '2026-11-18',
    HOUR,
    [entry('2026-11-18T21:00:00', '01:00:00'), entry('2026-11-18T23:00:00', '02:00:00')],
    '2026-11-18T22:00:00',
  ],
  ['after an entry of the previous day that ends on this day', '2026-11-18', HOUR, [entry('2026-11-17T22:00:00', '04:00:00')], '2026-11-18T02:00:00'],
  ['at 8 if the entry of the previous day ended on that day', '2026-11-18', HOUR, [entry('2026-11-17T22:00:00', '01:00:00')], '2026-11-18T08:00:00'],
  ['before an entry of this day that is still running', '2026-11-18', HOUR, [entry('2026-11-18T08:30:00', null)], '2026-11-18T07:30:00'],
  [
    'overlapping another entry, because no gap is long enough',
    '2026-11-18',
    HOUR,
    [entry('2026-11-17T23:00:00', '01:30:00'), entry('2026-11-18T00:40:00', '23:30:00')],
    '2026-11-18T00:30:00',
  ],
])('bookingTimeOf returns the expected start for booked time: %s', (_, day, total, rows, from) => {
  expect(bookingTimeOf(rows, day, total, now)?.from).toBe(from)
})

test('booked time keeps its full duration across midnight', () => {
  expect(bookingTimeOf([entry('2026-11-17T21:00:00', '01:00:00')], '2026-11-17', 4 * HOUR, now)?.until).toBe('2026-11-18T02:00:00')
})

test('bookingTimeOf returns null for today if the booked time is longer than the part of the day that has passed', () => {
  expect(bookingTimeOf([], '2026-11-19', 14 * HOUR + 1, now)).toBeNull()
})
