// The arithmetic of parts: of any numbers they make the whole.
import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { goalOf } from '../../shared/features/sprints.ts'
import { apportion, percents } from '../../shared/percent.ts'

const counts = array(nat(1_000_000), { maxLength: 40 })
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

test('percents make 100, each within a tenth of what it is, and of nothing are nothing', () => {
  assert(
    property(counts, (values) => {
      const parts = percents(values)
      const whole = sum(values)
      expect(Math.round(10 * sum(parts))).toBe(whole > 0 ? 1000 : 0)
      for (const [index, value] of values.entries()) {
        expect(Math.abs((parts[index] ?? 0) - (whole > 0 ? (100 * value) / whole : 0))).toBeLessThan(0.1 + 1e-9)
        if (value === 0) expect(parts[index]).toBe(0)
      }
    }),
  )
  expect(percents([1, 1, 1])).toEqual([33.4, 33.3, 33.3])
  expect(percents([])).toEqual([])
  expect(percents([0, 0])).toEqual([0, 0])
})

test('whole minutes of seconds add up to the minutes of their sum', () => {
  assert(
    property(counts, (seconds) => {
      const total = Math.floor(sum(seconds) / 60)
      const minutes = apportion(
        seconds.map((one) => one / 60),
        total,
      )
      expect(sum(minutes)).toBe(total)
      for (const [index, one] of seconds.entries()) expect(Math.abs((minutes[index] ?? 0) - one / 60)).toBeLessThan(1)
    }),
  )
})

test.each([
  ['SPRINT 99', 65],
  ['SPRINT 100', 80],
  ['SPRINT 118', 80],
  ['SPRINT 1000', 80],
  ['SPRINT 118 (extra)', 80],
  ['SPRINT 9', 65],
  ['SPRINT', 65],
  ['Sprint de verão', 65],
  ['', 65],
])('the goal of %j is %i %%', (description, goal) => {
  expect(goalOf(description)).toBe(goal)
})
