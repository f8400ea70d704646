import { expect, test } from 'vitest'
import { periodsOf } from '../../client/ui/form/periods.ts'

test.each<[today: string, days: string[]]>([
  ['2026-11-19', ['2026-11-19 2026-11-19', '2026-11-16 2026-11-22', '2026-11-09 2026-11-15', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31']],
  // A Sunday, the last day of its week, in a year that has just begun.
  ['2027-01-03', ['2027-01-03 2027-01-03', '2026-12-28 2027-01-03', '2026-12-21 2026-12-27', '2027-01-01 2027-01-31', '2026-12-01 2026-12-31']],
  ['2028-03-01', ['2028-03-01 2028-03-01', '2028-02-28 2028-03-05', '2028-02-21 2028-02-27', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29']],
])('on %s, today, this week, last week, this month and last month have these days', (today, days) => {
  expect(periodsOf(today).map(({ from, until }) => `${from} ${until}`)).toEqual(days)
})
