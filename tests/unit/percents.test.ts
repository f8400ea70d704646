// Tests the arithmetic of parts: for any numbers, the parts add up to the whole.
import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { bandOf, goalOf, goalTasksOf } from '../../shared/features/sprints.ts'
import { minutesOf, minutesOfGroups } from '../../shared/hours.ts'
import { apportion, percents, toTenth } from '../../shared/percent.ts'
import { inDark } from '../../client/ui/chart/inDark.ts'

const counts = array(nat(1_000_000), { maxLength: 40 })
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

test('percents add up to 100, each within 0.1 of its exact value, and are all 0 if every value is 0', () => {
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

test('a percent is rounded to the nearest tenth, and half a tenth is rounded up', () => {
  expect([0, 0.04, 0.05, 66.6666, 80 - 60.2, 100].map(toTenth)).toEqual([0, 0, 0.1, 66.7, 19.8, 100])
  // A ratio of whole numbers must be rounded in the same way, whether the code multiplies it by 100 or by 1000 first.
  for (let whole = 1; whole <= 500; whole += 1)
    for (let part = 0; part <= whole; part += 1)
      if (toTenth((100 * part) / whole) !== Math.round((1000 * part) / whole) / 10) expect.fail(`${part} of ${whole}`)
})

test('apportion rounds durations to whole minutes that add up to the total in whole minutes', () => {
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

test('minutesOf returns durations in whole minutes that add up to its total, whatever the seconds of each duration', () => {
  const minutes = (time: string) => time.split(':').reduce((all, part) => all * 60 + Number(part), 0)
  assert(
    property(counts, (seconds) => {
      const { texts, total } = minutesOf(seconds)
      expect(sum(texts.map(minutes))).toBe(minutes(total))
    }),
  )
  expect(minutesOf([20, 20, 20])).toEqual({ texts: ['00:01', '00:00', '00:00'], total: '00:01' })
  expect(minutesOf([360_000])).toEqual({ texts: ['100:00'], total: '100:00' })
})

test('minutesOfGroups rounds to minutes so that the lines add up to their group and the groups add up to the total', () => {
  assert(
    property(array(counts, { maxLength: 8 }), (groups) => {
      const { total, groups: shares } = minutesOfGroups(groups)
      expect(total).toBe(Math.floor(sum(groups.flat()) / 60))
      expect(sum(shares.map((share) => share.total))).toBe(total)
      for (const [at, share] of shares.entries()) {
        expect(sum(share.lines)).toBe(share.total)
        for (const [line, one] of (groups[at] ?? []).entries()) expect(Math.abs((share.lines[line] ?? NaN) - one / 60)).toBeLessThan(1)
      }
    }),
  )
  expect(minutesOfGroups([[20, 20], [30], []])).toEqual({
    total: 1,
    groups: [
      { total: 1, lines: [1, 0] },
      { total: 0, lines: [0] },
      { total: 0, lines: [] },
    ],
  })
})

test('inDark changes a colour only if its contrast on the dark background is below 3, and then to a contrast of at least 3', () => {
  const linear = (one: number) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (color: string) => (luminance(color) + 0.05) / (luminance('#171719') + 0.05)
  assert(
    property(nat(0xff_ff_ff), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`
      expect(contrast(inDark(color))).toBeGreaterThanOrEqual(3)
      if (contrast(color) >= 3) expect(inDark(color)).toBe(color)
    }),
  )
})

test.each([
  ['SPRINT 99', 65],
  ['SPRINT 100', 80],
  ['SPRINT 118', 80],
  ['SPRINT 1000', 80],
  ['SPRINT 118 (extra)', 80],
  ['SPRINT 118-A', 80],
  ['SPRINT 118/2026', 80],
  ['SPRINT 99/2026', 65],
  ['SPRINT118', 80],
  ['SPRINT-118', 80],
  ['SPRINT 9', 65],
  ['SPRINT', 65],
  ['Sprint de verão', 65],
  ['', 65],
])('the goal of the sprint %j is %i %%', (description, goal) => {
  expect(goalOf(description)).toBe(goal)
})

test('goalTasksOf returns the smallest number of tasks whose percent reaches the goal of the sprint', () => {
  for (const [description, percent] of [
    ['SPRINT 99', 65],
    ['SPRINT 100', 80],
  ] as const) {
    for (let planned = 1; planned <= 1000; planned += 1) {
      const tasks = goalTasksOf(description, planned)
      expect(tasks * 100).toBeGreaterThanOrEqual(planned * percent)
      expect((tasks - 1) * 100).toBeLessThan(planned * percent)
    }
    expect(goalTasksOf(description, 0)).toBe(0)
  }
})

/** First and last percent of each colour band, to the hundredth. */
const later = { red: [0, 40], orange: [40.01, 60], yellow: [60.01, 79.99], green: [80, 90], purple: [90.01, 100] }
const earlier = { red: [0, 20], orange: [20.01, 40], yellow: [40.01, 64.9], green: [64.91, 75], purple: [75.01, 100] }
test.each([
  ['SPRINT 100', later],
  ['SPRINT 99', earlier],
])('every percent of a sprint like %s belongs to the expected band', (description, ranges) => {
  for (const [band, [first = 0, last = 0]] of Object.entries(ranges)) {
    for (let hundredths = Math.round(first * 100); hundredths <= Math.round(last * 100); hundredths += 1)
      expect(bandOf(hundredths / 100, description), `${hundredths / 100} %`).toBe(band)
  }
})
