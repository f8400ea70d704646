// A week of time as a table: a line per kind of work, a column per day.
import { addDays, isDay, mondayOf } from '../../../shared/clock.ts'
import type { TimeRow, WorkField } from '../../../shared/features/track.ts'
import { minutesOfGroups } from '../../../shared/hours.ts'
import type { Like } from './book.ts'
import { spanOf } from './days.ts'

/** Target working time per day and per week, in minutes. */
export const GOAL = 8 * 60
export const WEEK_GOAL = 5 * GOAL

export const isWeekend = (day: string) => new Date(day).getUTCDay() % 6 === 0

/**
 * The week that a URL selects: the one that contains the URL's day, or today if the URL names no day. Null if the URL shows the list. With `narrow`,
 * the week has only that one day.
 */
export function weekAt(search: URLSearchParams, today: string, narrow = false) {
  if (search.get('visao') !== 'semana') return null
  const named = search.get('semana')
  const day = isDay(named) ? named : today
  const monday = mondayOf(day)
  const days = narrow ? [day] : Array.from({ length: 7 }, (_, at) => addDays(monday, at))
  return { monday, days, narrow, copies: search.get('copiar') === '1' }
}
export type Week = NonNullable<ReturnType<typeof weekAt>>

/** The request for a week's entries. */
export const askedIn = (monday: string, user: string) => ({ query: { user, startdate: monday, enddate: addDays(monday, 6) } })

const monthName = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long' })
/** '16 a 22 de novembro de 2026', '30 de novembro a 6 de dezembro de 2026' */
export function titleOf(monday: string) {
  const sunday = addDays(monday, 6)
  const parts = (day: string) => [String(Number(day.slice(8))), monthName.format(Date.parse(day)), day.slice(0, 4)]
  const length = monday.slice(0, 7) === sunday.slice(0, 7) ? 1 : monday.slice(0, 4) === sunday.slice(0, 4) ? 2 : 3
  return `${parts(monday).slice(0, length).join(' de ')} a ${parts(sunday).join(' de ')}`
}

/** Columns of the list that correspond to an entry's fields. Entries with equal values in all of them share a line. */
const saidOf = {
  idAtividade: 'ACTIVITY',
  descricao: 'DESCRICAO',
  idModulo: 'MODULE',
  idCategoria: 'CATEGORY',
  idTag: 'TAG',
} as const satisfies Record<WorkField, keyof TimeRow>
const named = Object.values(saidOf)
export type Named = Pick<TimeRow, (typeof named)[number]>
export const lineKey = (row: Named) => JSON.stringify(named.map((part) => row[part]))

/** A line that is shown even without time. */
export interface Added {
  of: Named
  /** Source of the fields for an entry booked in this line. */
  like: Like
  /** Day of the entry that `like` names. */
  day?: string
}

export interface Cell {
  day: string
  /** Entries, the newest first. */
  entries: TimeRow[]
  minutes: number
  /** Total of the cell in seconds while one of its entries runs, otherwise null. */
  runs: number | null
}
export interface Line extends Added {
  key: string
  cells: Cell[]
  minutes: number
}

const { compare } = new Intl.Collator('pt-BR', { numeric: true })
const nameOf = ({ of }: Line) => named.map((part) => of[part] ?? '').join(' ')

/**
 * Builds the lines and days of a week. Lines are sorted by activity and description, so that entering time does not move them. `more` adds lines
 * without time. A day's total is its seconds rounded to minutes, and the day's cells are rounded so that they add up to this total. Totals of lines
 * and of the week add up the displayed minutes.
 */
export function weekOf(rows: TimeRow[], days: string[], now: string, more: Added[]) {
  const found = Map.groupBy(rows, lineKey)
  const lines = new Map<string, Line>()
  for (const { of, like, day: from } of [...rows.map((row): Added => ({ of: row, like: row.ID, day: row.ACTIVITY_DATE })), ...more]) {
    const key = lineKey(of)
    if (lines.has(key)) continue
    const cells = days.map((day) => {
      const entries = found.get(key)?.filter(({ ACTIVITY_DATE }) => ACTIVITY_DATE === day) ?? []
      const runs = entries.some(({ TOTAL }) => TOTAL === null)
      return { day, entries, minutes: 0, runs: runs ? secondsOf(entries, now) : null }
    })
    lines.set(key, { key, of, like, ...(from !== undefined && { day: from }), cells, minutes: 0 })
  }
  const sorted = [...lines.values()].toSorted((a, b) => compare(nameOf(a), nameOf(b)))
  const totals = days.map((day, at) => {
    const cells = sorted.flatMap(({ cells }) => cells[at] ?? [])
    const { total, groups } = minutesOfGroups([cells.map(({ entries }) => secondsOf(entries, now))])
    for (const [line, cell] of cells.entries()) cell.minutes = groups[0]?.lines[line] ?? 0
    return { day, minutes: total, used: cells.some(({ entries }) => entries.length > 0), runs: cells.some(({ runs }) => runs !== null) }
  })
  for (const line of sorted) line.minutes = line.cells.reduce((sum, { minutes }) => sum + minutes, 0)
  return { lines: sorted, totals, minutes: totals.reduce((sum, { minutes }) => sum + minutes, 0) }
}

const secondsOf = (rows: TimeRow[], now: string) => rows.map((row) => spanOf(row, now)).reduce((sum, { start, end }) => sum + end - start, 0)
