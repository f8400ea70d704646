// The entries of a day: what they add up to, and where they leave gaps or lie over each other.
import { addDays, secondsBetween } from '../../../shared/clock.ts'
import { DAY_SECONDS, inMinutes, minutesOfGroups, seconds, timeOfSecond } from '../../../shared/hours.ts'
import type { TimeRow } from '../../../shared/features/track.ts'
import { UNNAMED } from './entry.ts'

/** Of an entry on its day, in seconds since its midnight; one that ends on the next day ends after 86,400. */
export interface Span {
  id: number
  name: string
  start: number
  end: number
  running: boolean
}

/** When it began and ended. `now`: 'YYYY-MM-DDTHH:MM:SS', where what runs has come to. */
export function spanOf(row: TimeRow, now: string): Span {
  const start = seconds(row.HORAINICIO ?? '')
  const running = row.TOTAL === null
  const end = running ? secondsBetween(`${row.ACTIVITY_DATE}T00:00:00`, now) : start + seconds(row.TOTAL ?? '')
  return { id: row.ID, name: row.DESCRICAO ?? UNNAMED, start, end: Math.max(start, end), running }
}

/** 'HH:MM' of a second of the day; of the next ones '+1'. */
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
 * Gaps of a minute and more between the entries of a day, and overlaps. Each entry is compared with one other: of those that began before it, the one that
 * ends last. So every entry that overlaps is named, and there are never more overlaps than entries.
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
  /** Of its finished entries together, and 'HH:MM' of each by its id: these add up to it. */
  minutes: number
  texts: Map<number, string>
  gaps: Between[]
  overlaps: Between[]
}

/** The days of a list, by their date. */
export function daysOf(rows: TimeRow[], now: string): Map<string, TimeDay> {
  const byDate = Map.groupBy(rows, ({ ACTIVITY_DATE }) => ACTIVITY_DATE)
  /** Those of a day beside it, by its own midnight: over midnight they may lie on each other. */
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

/** As many as are told one by one. */
const TOLD = 20
export const someOf = (sentences: string[]) =>
  sentences.length > TOLD ? [...sentences.slice(0, TOLD), `e mais ${sentences.length - TOLD}`] : sentences

const longWeekday = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'long' })
export const weekdayOf = (date: string) => longWeekday.format(Date.parse(date))

/** 'Hoje', 'Ontem', else the weekday. */
export const nearOf = (date: string, today: string) => (date === today ? 'Hoje' : date === addDays(today, -1) ? 'Ontem' : weekdayOf(date))
