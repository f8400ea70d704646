import { apportion } from './percent.ts'

/** Whether a text is a time of day 'HH:MM', from 00:00 to 23:59. */
export const isHour = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Whether a text is a time of day 'HH:MM:SS'. */
export const isTimeOfDay = (text: string) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)

/** Writes 'HH:MM:SS' as 'HH:MM'; '100:00:00' becomes '100:00'. */
export const hoursMinutes = (duration: string) => duration.slice(0, duration.lastIndexOf(':'))

/** Converts 'HH:MM:SS' to seconds. */
export const seconds = (duration: string) => duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** Writes seconds as 'HH:MM:SS'. The hours have at least two digits. */
export const duration = (total: number) =>
  [Math.floor(total / 3600), Math.floor(total / 60) % 60, Math.floor(total) % 60].map((n) => String(n).padStart(2, '0')).join(':')

const HOURS = /^(?:(\d{1,4})\s*[:h]\s*(\d{1,2})(?::(\d{2}))?|(\d{1,3}(?:[.,]\d{1,4})?)\s*h?)$/
const MINUTES = /^(\d{1,4})\s*m(?:in)?$/

/**
 * A typed duration in seconds: '1:30', '1:30:15', '1h30', '1,5' and '2' (hours), '90m'. Null if the text is no duration, or has 60 minutes or
 * seconds.
 */
export function typedTime(text: string): number | null {
  const typed = text.trim().toLowerCase()
  const [, minutes] = MINUTES.exec(typed) ?? []
  if (minutes !== undefined) return 60 * Number(minutes)
  const found = HOURS.exec(typed)
  if (!found) return null
  const [, whole, part, rest = '0', decimal] = found
  if (decimal !== undefined) return Math.round(3600 * Number(decimal.replace(',', '.')))
  return Number(part) < 60 && Number(rest) < 60 ? seconds(`${whole}:${part}:${rest}`) : null
}

/** The two parts of the format of bought or worked hours, each with its error message. */
export const hoursForm = [/^\d{2,3}:\d{2}$/, 'Formato inválido. Use HH:MM ou HHH:MM.'] as const
export const minutesForm = [/:[0-5]\d$/, 'Minutos devem estar entre 00 e 59.'] as const
/** The reason why a text is not 'HH:MM' or 'HHH:MM'. Null if it is. */
export const wrongHours = (text: string) => [hoursForm, minutesForm].find(([form]) => !form.test(text))?.[1] ?? null

/** Converts 'HH:MM' or 'HHH:MM' to minutes. A negative value starts with '-'. */
export function minutesIn(text: string) {
  const [hours = '', minutes = ''] = text.replace('-', '').split(':')
  return (text.startsWith('-') ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

/** Writes minutes in the wire format of bought hours and balances: '012:30', '-001:30'. */
export const contracted = (minutes: number) => `${minutes < 0 ? '-' : ''}${inMinutes(Math.abs(minutes)).padStart(6, '0')}`

export const DAY_SECONDS = 86_400

/** Writes whole minutes as 'HH:MM'. The hours have at least two digits. */
export const inMinutes = (minutes: number) => hoursMinutes(duration(60 * minutes))

/** The clock time 'HH:MM' of a second counted from the start of a day, and the number of days by which that time is later. */
export const timeOfSecond = (second: number) => ({
  at: inMinutes(Math.floor((second % DAY_SECONDS) / 60)),
  later: Math.floor(second / DAY_SECONDS),
})

const sum = (list: number[]) => list.reduce((all, one) => all + one, 0)
const apportioned = (lines: number[], total: number) =>
  apportion(
    lines.map((one) => one / 60),
    total,
  )

/** Rounds the seconds of grouped items to whole minutes by largest remainder, so that the items add up to their group and the groups to the total. */
export function minutesOfGroups(groups: number[][]) {
  const total = Math.floor(sum(groups.flat()) / 60)
  const totals = apportioned(groups.map(sum), total)
  return { total, groups: groups.map((lines, at) => ({ total: totals[at] ?? 0, lines: apportioned(lines, totals[at] ?? 0) })) }
}

/** Writes the seconds of lines as 'HH:MM', rounded by largest remainder, so that the lines add up to the total. */
export function minutesOf(lines: number[]) {
  const total = Math.floor(sum(lines) / 60)
  return { texts: apportioned(lines, total).map(inMinutes), total: inMinutes(total) }
}
