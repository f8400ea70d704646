// Parsers for dates, times and numbers as people type them.
import { addDays, isDay } from '../../../shared/clock.ts'
import { inMinutes, isHour, typedTime } from '../../../shared/hours.ts'
import { fold } from '../grid/fold.ts'
import { MONTH } from '../month.ts'

const NEAR = new Map([
  ['hoje', 0],
  ['amanha', 1],
  ['amanhã', 1],
  ['ontem', -1],
])
const WEEKDAYS = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado']
/** Days until the next weekday of this name, 0 to 6; null for other text. Also understands 'qui' and 'quinta-feira'. */
function untilWeekday(typed: string, today: string) {
  const name = fold(typed)
    .replace(/-?feira$/, '')
    .trim()
  const at = WEEKDAYS.findIndex((weekday) => name.length >= 3 && weekday.startsWith(name))
  return at < 0 ? null : (at - new Date(today).getUTCDay() + 7) % 7
}
/** Forms of a typed day: 25/11/2026, 25/11/26 and 25/11, also with dots or hyphens; 25112026, 251126, 2511 and 25. */
const TYPED = [/^(\d\d?)[/.-](\d\d?)(?:[/.-](\d{4}|\d\d))?$/, /^(\d\d)(\d\d)(\d{4}|\d\d)?$/, /^(\d\d?)$/]

/**
 * A typed day as 'YYYY-MM-DD'. `today` supplies missing parts: '25' is in its month, '+1' and 'amanhã' are relative to it, and 'quinta' is the next
 * Thursday, today included. Null for other text.
 */
export function dayOf(text: string, today: string) {
  const typed = text.trim().toLowerCase()
  const steps = NEAR.get(typed) ?? (/^[+-]\d{1,3}$/.test(typed) ? Number(typed) : untilWeekday(typed, today))
  if (steps !== null) return addDays(today, steps)
  const [, date = '', month = today.slice(5, 7), year = today.slice(0, 4)] = TYPED.map((pattern) => pattern.exec(typed)).find(Boolean) ?? []
  const day = date ? [year.padStart(4, '20'), month.padStart(2, '0'), date.padStart(2, '0')].join('-') : typed
  return isDay(day) ? day : null
}

/** A typed time as 'HH:MM:SS'. '083015' and '8h30' are understood too. Other text is returned trimmed. */
export function timeOfDayOf(text: string) {
  const [, hours, minutes, seconds] = /^(\d{1,2})(\d{2})(\d{2})$/.exec(text.trim()) ?? []
  if (hours !== undefined) return [hours.padStart(2, '0'), minutes, seconds].join(':')
  const hour = hourOf(text)
  return isHour(hour) ? `${hour}:00` : text.trim()
}

/** A typed month as 'YYYY-MM': 12/2026, 12/26, 122026, or 12 for this year. Null for other text. */
export function monthOf(text: string, today: string) {
  const [, month = '', year = today.slice(0, 4)] = /^(\d\d?)(?:[/.-]?(\d{4}|\d\d))?$/.exec(text.trim()) ?? []
  const typed = `${year.padStart(4, '20')}-${month.padStart(2, '0')}`
  return MONTH.test(typed) ? typed : null
}

/**
 * Converts '1500', '12000' and durations ('2', '7,5', '1h30', '90m') to 'HH:MM' or 'HHH:MM', rounded to the minute. Other text is returned trimmed.
 */
export function hoursMinutesOf(text: string) {
  const typed = text.trim().replace(/^(\d{2,3})(\d{2})$/, '$1:$2')
  const time = typedTime(typed)
  return time === null ? typed : inMinutes(Math.round(time / 60))
}

/** Converts '830', '8' and '8h30' to 'HH:MM'. Other text is returned trimmed. */
export function hourOf(text: string) {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:h]?(\d{2}))?h?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}

/**
 * Converts '3.100,50', '3100,5', '3100.50', 'R$ 3.100' and '12,5 %' to the text of a number, such as '3100.5'. Other text is returned trimmed; that
 * includes more than two decimals and an ambiguous dot.
 */
export function numberOf(text: string) {
  const typed = text.replaceAll(/R\$|%|\s/g, '').replace('\u2212', '-')
  if (/^-?(\d{1,3}(\.\d{3})+|\d+)(,\d{1,2})?$/.test(typed)) return String(Number(typed.replaceAll('.', '').replace(',', '.')))
  if (/^-?(\d{1,3}(,\d{3})+|\d+)\.\d{1,2}$/.test(typed)) return String(Number(typed.replaceAll(',', '')))
  return text.trim()
}
