// Appointments that repeat: every few weeks on chosen weekdays, or every few months on the same day.
import { addDays, mondayOf } from './clock.ts'

export interface Repetition {
  unidade: 'semana' | 'mes'
  /** Number of weeks or months from one to the next. */
  intervalo: number
  /** The weekdays of a week, 1 (Monday) to 7 (Sunday). A month repeats the day of the first appointment. */
  dias?: number[] | undefined
  /** The last day, or the number of appointments with the first one. Exactly one of them is given. */
  ate?: string | null | undefined
  vezes?: number | null | undefined
}

/** Maximum number of days of a repetition: every week for two years. */
export const MOST_DAYS = 104

/** 1 (Monday) to 7 (Sunday) */
export const weekdayOf = (day: string) => ((new Date(day).getUTCDay() + 6) % 7) + 1

/**
 * The days on which an appointment takes place, beginning with the first one, and the months ('YYYY-MM') that are left out because they lack the day.
 * A repetition that is too long ends with one day more than MOST_DAYS.
 */
export function repeatedDays(first: string, { unidade, intervalo, dias = [], ate, vezes }: Repetition) {
  const days = [first]
  const skipped: string[] = []
  const isOver = (day: string) => (ate != null && day > ate) || days.length >= (vezes ?? MOST_DAYS + 1)
  for (let step = unidade === 'mes' ? 1 : 0; step <= 12 * MOST_DAYS; step += 1) {
    const those = unidade === 'mes' ? inMonth(first, step * intervalo) : inWeek(first, step * intervalo, dias)
    for (const { day, exists } of those) {
      if (isOver(day)) return { days, skipped }
      if (exists) days.push(day)
      else skipped.push(day.slice(0, 7))
    }
  }
  return { days, skipped }
}

const inWeek = (first: string, weeks: number, weekdays: number[]) =>
  [...new Set(weekdays)]
    .toSorted((a, b) => a - b)
    .map((weekday) => ({ day: addDays(mondayOf(first), 7 * weeks + weekday - 1), exists: true }))
    .filter(({ day }) => day > first)

/** The same day, a number of months later. If that month is too short, `day` is its last day. */
function inMonth(first: string, months: number) {
  const [year = 0, month = 0, date = 0] = first.split('-').map(Number)
  const day = new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
  if (Number(day.slice(8)) === date) return [{ day, exists: true }]
  return [{ day: new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10), exists: false }]
}
