// The entries of a day: their total, and the gaps and overlaps between them.
import { addDays, secondsBetween } from '../../../shared/clock.ts'
import { DAY_SECONDS, inMinutes, minutesOfGroups, seconds, timeOfSecond } from '../../../shared/hours.ts'
import type { TimeRow } from '../../../shared/features/track.ts'
import { UNNAMED } from './entry.ts'

/** An entry's span, in seconds since midnight of its day. A time on the next day exceeds 86,400. */
export interface Span {
  id: number
  name: string
  start: number
  end: number
  running: boolean
}

/** Start and end of an entry. A running entry ends at `now`, 'YYYY-MM-DDTHH:MM:SS'. */
export function spanOf(row: TimeRow, now: string): Span {
  const start = seconds(row.HORAINICIO ?? '')
  const running = row.TOTAL === null
  const end = running ? secondsBetween(`${row.ACTIVITY_DATE}T00:00:00`, now) : start + seconds(row.TOTAL ?? '')
  return { id: row.ID, name: row.DESCRICAO ?? UNNAMED, start, end: Math.max(start, end), running }
}

/** A second of the day as 'HH:MM', with '+1' on the next day. */
export const clockOf = (second: number) => {
  const { at, later } = timeOfSecond(second)
  return later > 0 ? `${at} +${later}` : at
}

interface Between {
  from: number
  until: number
  before: Span
  after: Span
}

/**
 * Gaps of at least a minute between a day's entries, and the overlaps of entries. Each entry is compared only with the one that ends last among those
 * that start earlier. So every overlapping entry is named, and there are never more overlaps than entries.
 */
export function seamsOf(spans: Span[]) {
  const ordered = spans.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const gaps: Between[] = []
  const overlaps: Between[] = []
  let latest = ordered[0]
  for (const span of ordered.slice(1)) {
    if (!latest) break
    if (span.start < latest.end) overlaps.push({ from: span.start, until: Math.min(span.end, latest.end), before: latest, after: span })
    if (span.start - latest.end >= 60) gaps.push({ from: latest.end, until: span.start, before: latest, after: span })
    if (span.end > latest.end) latest = span
  }
  return { gaps, overlaps }
}

export interface TimeDay {
  date: string
  spans: Span[]
  /** Total minutes of the finished entries, and each entry's 'HH:MM' by id. The texts add up to the total. */
  minutes: number
  texts: Map<number, string>
  gaps: Between[]
  overlaps: Between[]
}

/** The days of a list, keyed by date. */
export function daysOf(rows: TimeRow[], now: string): Map<string, TimeDay> {
  const byDate = Map.groupBy(rows, ({ ACTIVITY_DATE }) => ACTIVITY_DATE)
  /** Entries of a neighbouring day, in seconds on this day's scale, because entries may overlap across midnight. */
  const near = (date: string, days: number) =>
    (byDate.get(addDays(date, days)) ?? []).map((row) => {
      const { start, end, ...span } = spanOf(row, now)
      return { ...span, start: start + days * DAY_SECONDS, end: end + days * DAY_SECONDS }
    })
  return new Map(
    [...byDate].map(([date, of]) => {
      const finished = of.filter(({ TOTAL }) => TOTAL !== null)
      const { total: minutes, groups } = minutesOfGroups([finished.map(({ TOTAL }) => seconds(TOTAL ?? ''))])
      const texts = groups[0]?.lines.map(inMinutes) ?? []
      const spans = of.map((row) => spanOf(row, now))
      const own = new Set(spans.map(({ id }) => id))
      const overlaps = seamsOf([...near(date, -1), ...spans, ...near(date, 1)]).overlaps.filter(
        ({ before, after }) => own.has(before.id) || own.has(after.id),
      )
      const { gaps } = seamsOf(spans)
      return [date, { date, spans, minutes, texts: new Map(finished.map(({ ID }, at) => [ID, texts[at] ?? ''])), gaps, overlaps }]
    }),
  )
}

/** Maximum number of gaps or overlaps that are spelled out. */
const TOLD = 20
export const someOf = (sentences: string[]) =>
  sentences.length > TOLD ? [...sentences.slice(0, TOLD), `e mais ${sentences.length - TOLD}`] : sentences

const longWeekday = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'long' })
export const weekdayOf = (date: string) => longWeekday.format(Date.parse(date))

/** 'Hoje', 'Ontem' or the weekday. */
export const nearOf = (date: string, today: string) => (date === today ? 'Hoje' : date === addDays(today, -1) ? 'Ontem' : weekdayOf(date))
