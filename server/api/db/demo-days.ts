// Days of the demo company, and random numbers that are the same on every machine.
import { DAY } from '../../../shared/clock.ts'

export type Row = Record<string, unknown>

/** Records with these names, and with ids that count from 1. */
export const named = (names: readonly string[], column: string) => names.map((name, index) => ({ id: index + 1, [column]: name, status: 'A' }))

/** Random numbers from 0 to 1, which depend on `seed` alone (mulberry32 over FNV-1a). */
export function random(seed: string) {
  let state = 2_166_136_261
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const pick = <T>(list: readonly T[], chance: number): T => list[Math.floor(chance * list.length)] as T

// A day is given by its number, counted from 1970-01-01, which was a Thursday.
export const numberOf = (day: string) => Date.parse(day.slice(0, 10)) / DAY
export const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
export const days = (from: string, until: string) =>
  Array.from({ length: Math.max(0, numberOf(until) - numberOf(from) + 1) }, (_, index) => numberOf(from) + index)
export const MONDAY = 0
export const FRIDAY = 4
export const weekday = (day: number) => (day + 3) % 7
export const mondayOf = (day: number) => day - weekday(day)

/** Length in days of the yearly vacation: from a Monday, which differs per person, to the Friday of the following week. */
export const VACATION = 11
export const vacationBegins = (person: number, monday: number) => Math.floor(monday / 7) % 52 === (person * 17) % 52
export const onVacation = (person: number, day: number) =>
  vacationBegins(person, mondayOf(day)) || (weekday(day) <= FRIDAY && vacationBegins(person, mondayOf(day) - 7))
