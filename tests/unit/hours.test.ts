// Tests durations as people type them: which forms are accepted, how many seconds each gives, and that all other texts are refused.
import { assert, constantFrom, integer, nat, oneof, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { typedTime } from '../../shared/hours.ts'

const two = (n: number) => String(n).padStart(2, '0')

test('hours and minutes with optional seconds are read with a colon or an h', () => {
  for (let hours = 0; hours <= 24; hours += 1)
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const seconds = 3600 * hours + 60 * minutes
      for (const text of [`${hours}:${two(minutes)}`, `${two(hours)}:${two(minutes)}`, `${hours}h${two(minutes)}`, ` ${hours} : ${minutes} `])
        expect(typedTime(text), text).toBe(seconds)
    }
  assert(
    property(nat(999), nat(59), nat(59), (hours, minutes, seconds) => {
      expect(typedTime(`${hours}:${two(minutes)}:${two(seconds)}`)).toBe(3600 * hours + 60 * minutes + seconds)
    }),
  )
})

test('minutes or seconds of 60 and more are refused', () => {
  assert(
    property(nat(999), integer({ min: 60, max: 99 }), (hours, part) => {
      expect(typedTime(`${hours}:${part}`)).toBeNull()
      expect(typedTime(`${hours}:00:${part}`)).toBeNull()
    }),
  )
})

test('typedTime reads a number with the unit m or min as minutes', () => {
  assert(
    property(nat(9999), constantFrom('m', ' m', 'min', ' min', 'M', 'MIN'), (minutes, unit) => {
      expect(typedTime(`${minutes}${unit}`)).toBe(60 * minutes)
    }),
  )
})

test('decimal hours with a comma or a point are read to the nearest second', () => {
  assert(
    property(
      nat(999),
      nat(9999),
      integer({ min: 1, max: 4 }),
      constantFrom(',', '.'),
      constantFrom('', 'h', ' h'),
      (hours, part, digits, mark, unit) => {
        const decimals = String(part).padStart(4, '0').slice(0, digits)
        // The expected value is computed with integers, so half a second is rounded up exactly.
        const seconds = 3600 * hours + Math.floor((2 * 3600 * Number(decimals) + 10 ** digits) / (2 * 10 ** digits))
        expect(typedTime(`${hours}${mark}${decimals}${unit}`)).toBe(seconds)
      },
    ),
  )
  for (let hours = 0; hours <= 999; hours += 1) expect(typedTime(String(hours))).toBe(3600 * hours)
})

const TIME = /^\s*(\d{1,4}\s*[:h]\s*\d{1,2}(:\d{2})?|\d{1,3}([.,]\d{1,4})?\s*h?|\d{1,4}\s*m(in)?)\s*$/i
const typed = oneof(
  string(),
  string({ unit: constantFrom(...'0 1 2 3 4 5 6 7 8 9 : , . h m i n - +'.split(' '), ' ') }),
  tuple(nat(), constantFrom(':', ',', '-', 'h', 'd', 's', '::', ' '), nat()).map((parts) => parts.join('')),
)

test('typedTime returns null for any other text, and otherwise a non-negative whole number of seconds', () => {
  assert(
    property(typed, (text) => {
      const seconds = typedTime(text)
      if (!TIME.test(text)) expect(seconds).toBeNull()
      if (seconds !== null) expect(Number.isSafeInteger(seconds) && seconds >= 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
  for (const text of [
    '',
    ' ',
    ':',
    '1:',
    ':30',
    '1:2:3',
    '-1',
    '+1',
    '1:-30',
    '1,',
    ',5',
    '1,5,5',
    '1e3',
    '0x10',
    '1:30 pm',
    'NaN',
    'Infinity',
    '90s',
    '1000',
    '1d',
    '½',
    '１',
  ])
    expect(typedTime(text), text).toBeNull()
})
