// Money and commissions: parts add up to the whole, and what is shown is read back as it was.
import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { commissionOf, valueOf } from '../../shared/features/commissions.ts'
import { contracted, minutesIn } from '../../shared/hours.ts'
import { centsOf, centsOfBr, moneyBr, reaisOf } from '../../shared/money.ts'

const cents = integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })

test('money is read back as it is shown, and as the wire has it', () => {
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

test('contracted hours and balances are read back as they are written', () => {
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

test.each([
  // Of the look's own table: hours, reais an hour, percent, value and commission.
  [525, 190, 15, '1.662,50', '249,38'],
  [2400, 185, 12, '7.400,00', '888,00'],
  [1890, 210, 15, '6.615,00', '992,25'],
  [1795, 185, 12, '5.534,58', '664,15'],
  [1640, 185, 13, '5.056,67', '657,37'],
  [2890, 200, 15, '9.633,33', '1.445,00'],
])('%i minutes at R$ %i and %i %', (minutes, reais, percent, value, commission) => {
  expect([moneyBr(valueOf(minutes, 100 * reais)), moneyBr(commissionOf(minutes, 100 * reais, percent))]).toEqual([value, commission])
})
