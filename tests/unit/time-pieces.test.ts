import { expect, test } from 'vitest'
import { piecesOf, YEARS } from '../../server/api/features/track-dashboards.ts'
import { addDays, daysBetween } from '../../shared/clock.ts'
import { randomOf, SEED } from '../support/random.ts'

const drawn = randomOf(SEED)
const dayAfter = (day: string, most: number) => addDays(day, 1 + Math.floor(drawn() * most))
const periods = [
  ['2026-11-01', '2026-12-01'],
  ['2026-02-02', '2026-12-02'],
  ['0001-01-01', '9999-12-31'],
  ['9999-12-30', '9999-12-31'],
  ...Array.from({ length: 300 }, (_, index) => {
    const from = dayAfter('2019-01-01', 2000)
    return [from, dayAfter(from, index % 2 ? 1500 : 90)]
  }),
] as [string, string][]

test.each(periods)('the pieces of the period from %s to %s count each of its days once and every other day not at all', (from, end) => {
  const pieces = piecesOf(YEARS, from, end)
  for (const { level, from, end } of pieces) expect([from, end]).toEqual([level.nearest(from), level.nearest(end)])
  const times = (day: string) => pieces.filter((piece) => piece.from <= day && day < piece.end).reduce((sum, { sign }) => sum + sign, 0)
  // The count can change only at an edge of a piece.
  const edges = [from, end, ...pieces.flatMap((piece) => [piece.from, piece.end])]
  const days = edges.flatMap((day) => [addDays(day, day > '0001-01-01' ? -1 : 0), day])
  for (const day of days) expect(times(day), day).toBe(from <= day && day < end ? 1 : 0)
  const fromEntries = pieces.filter(({ level }) => !level.shorter).reduce((sum, piece) => sum + daysBetween(piece.from, piece.end), 0)
  expect(fromEntries).toBeLessThanOrEqual(32)
})

test('an empty period has one piece without days', () => {
  expect(piecesOf(YEARS, '9999-12-31', '9999-12-31')).toMatchObject([{ from: '9999-12-31', end: '9999-12-31' }])
})
