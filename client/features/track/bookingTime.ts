// Position of a booking in its day.
import { atWall, wallDay, wallTime } from '../../../shared/clock.ts'
import type { TimeRow } from '../../../shared/features/track.ts'
import { DAY_SECONDS } from '../../../shared/hours.ts'
import { spanOf } from './days.ts'

const MORNING = 8 * 3600
/**
 * Start and end of a booking of `total` seconds. `rows` are the entries of the day and of the day before. A booking for today ends now. On another
 * day it begins when that day's last entry ends, or at 8:00. Null if less than `total` of today has passed.
 */
export function bookingTimeOf(rows: TimeRow[], day: string, total: number, now: number) {
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
  // If an entry that crosses midnight occupies that time, the booking ends before the latest entry that leaves enough room.
  const before = spans.map(({ start }) => start - total).toSorted((a, b) => b - a)
  const isFree = (from: number) => from >= 0 && spans.every(({ start, end }) => from >= end || from + total <= start)
  const from = atWall(`${day}T00:00:00`) + 1000 * ([after, ...before].find(isFree) ?? after)
  return { from: wallTime(from), until: wallTime(from + 1000 * total) }
}
