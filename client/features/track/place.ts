// Where a booking lies in its day.
import { atWall, wallDay, wallTime } from '../../../shared/clock.ts'
import type { TimeRow } from '../../../shared/features/track.ts'
import { DAY_SECONDS } from '../../../shared/hours.ts'
import { spanOf } from './days.ts'

const MORNING = 8 * 3600
/**
 * From when to when so many seconds are booked on a day, of which `rows` are the entries, and those of the day before: today they end now, else they
 * follow the last entry that ends on that day, or begin at 8, or lie before another where they would lie over it. Null: today has not had as many.
 */
export function placeOf(rows: TimeRow[], day: string, total: number, now: number) {
  if (day === wallDay(now)) {
    const from = wallTime(now - 1000 * total)
    return from.startsWith(day) ? { from, until: wallTime(now) } : null
  }
  const spans = rows
    .map((row) => ({ row, span: spanOf(row, wallTime(now)) }))
    .map(({ row, span: { start, end } }) => (row.ACTIVITY_DATE === day ? { start, end } : { start: start - DAY_SECONDS, end: end - DAY_SECONDS }))
    .filter(({ end }) => end > 0)
  const ends = spans.map(({ end }) => end).filter((end) => end < DAY_SECONDS)
  const after = ends.length > 0 ? Math.max(...ends) : MORNING
  // Over the end of the day lies another one: before the latest that leaves room.
  const before = spans.map(({ start }) => start - total).toSorted((a, b) => b - a)
  const isFree = (from: number) => from >= 0 && spans.every(({ start, end }) => from >= end || from + total <= start)
  const from = atWall(`${day}T00:00:00`) + 1000 * ([after, ...before].find(isFree) ?? after)
  return { from: wallTime(from), until: wallTime(from + 1000 * total) }
}
