// Tests the release rows of commissions: which rows are added to the stored ones when payments or movements change.
import { array, assert, integer, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { differencesOf } from '../../server/api/releases.ts'
import { releasedOf } from '../../shared/features/commissions.ts'

const terms = { userId: 4, cents: 9000, percent: 10 }
const given = (minutes: number, firstOn: string, change: object = {}) => ({ ...terms, minutes, firstOn, ...change })

test('the rows after several payments add up to the release for the last payment, and no person has negative minutes', () => {
  const states = array(record({ due: nat(1_000_000), received: nat(1_000_000), userId: integer({ min: 1, max: 3 }) }), { maxLength: 6 })
  assert(
    property(array(nat(10_000), { minLength: 1, maxLength: 20 }), states, (hours, payments) => {
      const stored = new Map<number, ReturnType<typeof given>[]>()
      for (const { userId, ...paid } of payments) {
        const worked = hours.map((minutes, id) => ({ ...terms, id, minutes, userId }))
        for (const { id, minutes, ...row } of differencesOf(worked, stored, paid, true)) {
          const all = stored.get(id) ?? []
          const same = all.find((one) => one.userId === row.userId)
          if (same) same.minutes += minutes
          else all.push(given(minutes, '2026-11-19', { userId: row.userId }))
          stored.set(id, all)
        }
        let before = 0
        for (const [id, minutes] of hours.entries()) {
          const parts = (stored.get(id) ?? []).map((one) => one.minutes)
          expect(parts.every((one) => one >= 0)).toBe(true)
          expect(parts.reduce((all, one) => all + one, 0)).toBe(releasedOf(minutes, before, paid))
          before += minutes
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('differencesOf takes minutes back from the newest release first, and each minute at the price of its release', () => {
  const old = [given(60, '2026-10-20'), given(30, '2026-11-10', { userId: 5, cents: 10_000 })]
  const rows = differencesOf([{ ...terms, id: 1, minutes: 40 }], new Map([[1, old]]), { due: 100, received: 100 }, false)
  expect(rows).toEqual([
    { ...terms, id: 1, minutes: -30, userId: 5, cents: 10_000, adjusts: '2026-10-20' },
    { ...terms, id: 1, minutes: -20, adjusts: '2026-10-20' },
  ])
})

test('after a new movement, differencesOf adjusts no other movement, even if the rounding would now give another release', () => {
  const half = { due: 100, received: 50 }
  const worked = [1, 2, 3].map((id) => ({ ...terms, id, minutes: 1 }))
  const old = new Map([[2, [given(1, '2026-10-20')]]])
  expect(differencesOf(worked, old, half, false)).toEqual([])
  expect(differencesOf(worked, old, half, true).map(({ id, minutes }) => [id, minutes])).toEqual([
    [1, 1],
    [2, -1],
    [3, 1],
  ])
})
