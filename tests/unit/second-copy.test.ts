// Tests fine and interest of a second copy.
import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TERMS, type Terms } from '../../server/api/banks/bank.ts'
import { chargesOf } from '../../server/api/nfse/second-copy.ts'
import { addDays } from '../../shared/clock.ts'

const from = '2026-10-10'
const of = (own: Partial<Terms>, cents: number, days: number) => chargesOf({ ...NO_TERMS, ...own }, cents, { from, until: addDays(from, days) })

test.each<[name: string, own: Partial<Terms>, cents: number, days: number, fine: number, interest: number]>([
  ['no terms', {}, 10_000, 30, 0, 0],
  ['not overdue', { interest: { kind: 'daily', cents: 5 }, fine: { kind: 'fixed', cents: 300 } }, 10_000, 0, 0, 0],
  ['a fixed fine and interest per day', { interest: { kind: 'daily', cents: 5 }, fine: { kind: 'fixed', cents: 300 } }, 10_000, 7, 300, 35],
  [
    '1 % a month for 30 days, and a fine of 2 %',
    { interest: { kind: 'monthly', rate: 100 }, fine: { kind: 'share', rate: 200 } },
    10_000,
    30,
    200,
    100,
  ],
  ['1 % a month for 10 days', { interest: { kind: 'monthly', rate: 100 } }, 10_000, 10, 0, 33],
  // 0.5 cents to the even 0, 1.5 cents to the even 2.
  ['half a cent', { interest: { kind: 'monthly', rate: 100 } }, 50, 30, 0, 0],
  ['one and a half cents', { interest: { kind: 'monthly', rate: 100 } }, 150, 30, 0, 2],
])('fine and interest: %s', (_, own, cents, days, fine, interest) => {
  expect(of(own, cents, days)).toEqual({ days, fine, interest })
})

test('interest at a monthly rate is within half a cent of the exact amount, and grows with the days', () => {
  assert(
    property(integer({ min: 1, max: 9_999_999_999 }), integer({ min: 1, max: 10_000 }), integer({ min: 1, max: 365 }), (cents, rate, days) => {
      const { interest } = of({ interest: { kind: 'monthly', rate } }, cents, days)
      const doubled = 2n * BigInt(cents) * BigInt(rate) * BigInt(days)
      const off = doubled - 2n * BigInt(interest) * 300_000n
      expect(off >= -300_000n && off <= 300_000n).toBe(true)
      expect(of({ interest: { kind: 'monthly', rate } }, cents, days + 1).interest).toBeGreaterThanOrEqual(interest)
    }),
  )
})
