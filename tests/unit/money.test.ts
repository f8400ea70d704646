// Tests amounts and commissions: the parts add up to the total, and displayed values are read back unchanged.
import { array, assert, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { commissionOf, releasedOf, valueOf } from '../../shared/features/commissions.ts'
import { contracted, minutesIn } from '../../shared/hours.ts'
import { centsOf, centsOfBr, moneyBr, reaisOf } from '../../shared/money.ts'

const cents = integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })

test('an amount that is formatted for the screen or the API and read again has its original value', () => {
  assert(
    property(cents, (value) => {
      expect(centsOfBr(moneyBr(value))).toBe(value)
      expect(centsOf(reaisOf(value))).toBe(value)
    }),
    { numRuns: 2000 },
  )
  expect([moneyBr(0), moneyBr(5), moneyBr(-123_456), moneyBr(100_000_000)]).toEqual(['0,00', '0,05', '-1.234,56', '1.000.000,00'])
  for (const text of ['', '1', '1,5', '1.23,00', 'R$ 1,00', '1,000']) expect(centsOfBr(text)).toBeNaN()
})

test('contracted hours and balances that are formatted and read again have their original values', () => {
  assert(
    property(integer({ min: -59_999, max: 59_999 }), (minutes) => {
      expect(minutesIn(contracted(minutes))).toBe(minutes)
    }),
  )
  expect([contracted(0), contracted(750), contracted(-90), contracted(59_999), contracted(60_000)]).toEqual([
    '000:00',
    '012:30',
    '-001:30',
    '999:59',
    '1000:00',
  ])
})

test('the released minutes of all movements equal the received share of the hours, and each is within a minute of its exact share', () => {
  assert(
    property(array(nat(60_000), { maxLength: 40 }), nat(100_000_000), nat(200_000_000), (movements, due, received) => {
      let before = 0
      let released = 0
      for (const minutes of movements) {
        const part = releasedOf(minutes, before, { due, received })
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(minutes)
        expect(Math.abs(part - (due > 0 ? (minutes * Math.min(received, due)) / due : 0))).toBeLessThanOrEqual(1)
        before += minutes
        released += part
      }
      expect(released).toBe(due > 0 ? Math.round((before * Math.min(received, due)) / due) : 0)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['nothing is due', { due: 0, received: 500 }, 0],
  ['nothing was paid', { due: 1000, received: 0 }, 0],
  ['half was paid', { due: 1000, received: 500 }, 30],
  ['everything was paid', { due: 1000, received: 1000 }, 60],
  ['more than the due amount was paid', { due: 1000, received: 1700 }, 60],
])('if %s, releasedOf releases the expected part of an hour', (_what, paid, minutes) => {
  expect(releasedOf(60, 0, paid)).toBe(minutes)
})

test.each([
  // Figures from a table in the specification of the design, in minutes, reais per hour, percent, value and commission.
  [525, 190, 15, '1.662,50', '249,38'],
  [2400, 185, 12, '7.400,00', '888,00'],
  [1890, 210, 15, '6.615,00', '992,25'],
  [1795, 185, 12, '5.534,58', '664,15'],
  [1640, 185, 13, '5.056,67', '657,37'],
  [2890, 200, 15, '9.633,33', '1.445,00'],
])('value and commission are exact for %i minutes at R$ %i and %i %', (minutes, reais, percent, value, commission) => {
  expect([moneyBr(valueOf(minutes, 100 * reais)), moneyBr(commissionOf(minutes, 100 * reais, percent))]).toEqual([value, commission])
})

test('hours that are taken back have the value and the commission of their release, with a minus sign', () => {
  assert(
    property(nat(60_000), nat(9_999_900), integer({ min: 0, max: 10_000 }), (minutes, price, hundredths) => {
      expect(valueOf(-minutes, price)).toBe(0 - valueOf(minutes, price))
      expect(commissionOf(-minutes, price, hundredths / 100)).toBe(0 - commissionOf(minutes, price, hundredths / 100))
    }),
  )
})
