// One clock and one time zone: UTC-4 all year, whatever the zone of the browser and of the machine.

export const ZONE = 'Etc/GMT+4'
/** Durations in ms. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const OFFSET = 4 * HOUR

/** Returns the current time in ms since 1970-01-01T00:00Z. It is passed to all code, so that there is only one "now". */
export type Clock = () => number

/** The wall time of an instant: 'YYYY-MM-DDTHH:MM:SS'. */
export const wallTime = (ms: number) => new Date(ms - OFFSET).toISOString().slice(0, 19)
/** The wall date of an instant: 'YYYY-MM-DD'. */
export const wallDay = (ms: number) => wallTime(ms).slice(0, 10)
/** The instant in ms at which a wall clock shows 'YYYY-MM-DDTHH:MM:SS'. */
export const atWall = (wall: string) => Date.parse(`${wall}Z`) + OFFSET

/** First and last day that a record may have. A day outside this range is a typing error. */
export const YEARS = ['1900-01-01', '2199-12-31'] as const

const LAST = Date.parse('9999-12-31')
/** The date that is `count` days after 'YYYY-MM-DD', or before it if negative; at most 9999-12-31. Throws if the text is not a date. */
export const addDays = (day: string, count: number) => new Date(Math.min(LAST, Date.parse(day) + count * DAY)).toISOString().slice(0, 10)
/** The Monday of the week of 'YYYY-MM-DD'. */
export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Number of days from one date to another; negative if the second date is earlier. */
export const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / DAY

/** The last day of a month 'YYYY-MM'. */
export const lastDayOf = (month: string) => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)

/** The date `count` months after 'YYYY-MM-DD'. A day that the month lacks becomes its last day. */
export function addMonths(day: string, count: number) {
  const months = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1 + count
  const month = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  const [same, last] = [`${month}-${day.slice(8)}`, lastDayOf(month)]
  return same < last ? same : last
}

/** The first moment at or after `wall` that has the time of day 'HH:MM:SS': on the same day if possible, otherwise on the next day. */
export function nextAt(wall: string, time: string) {
  const same = `${wall.slice(0, 10)}T${time}`
  return same < wall ? `${addDays(wall.slice(0, 10), 1)}T${time}` : same
}
/** The wall time `count` seconds after 'YYYY-MM-DDTHH:MM:SS'. */
export const secondsLater = (wall: string, count: number) => new Date(Date.parse(`${wall}Z`) + count * 1000).toISOString().slice(0, 19)
/** Number of seconds from one wall time to another. */
export const secondsBetween = (from: string, until: string) => (Date.parse(`${until}Z`) - Date.parse(`${from}Z`)) / 1000

/** Whether a text is a date 'YYYY-MM-DD' that exists and has a plausible year. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Writes 'YYYY-MM-DD…' as 'DD/MM/YYYY'. */
export const dayBr = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
/** Writes 'YYYY-MM-DDTHH:MM…' as 'HH:MM'. */
export const hourBr = (wall: string) => wall.slice(11, 16)
/** Writes 'YYYY-MM-DD' as 'DD/MM/YYYY', and 'YYYY-MM-DDTHH:MM…' as 'DD/MM/YYYY HH:MM'. */
export const dateBr = (wall: string) => (wall.length > 10 ? `${dayBr(wall)} ${hourBr(wall)}` : dayBr(wall))
/** Writes the end of a period: 'HH:MM' if the end is on `day`, otherwise 'DD/MM/YYYY HH:MM'. */
export const untilBr = (end: string, day: string) => (end.slice(0, 10) === day ? hourBr(end) : dateBr(end))
// The formatters are created only once, because creating one costs more than a hundred uses.
const weekday = { timeZone: ZONE, weekday: 'long', day: 'numeric', month: 'long' } as const
const longFormat = new Intl.DateTimeFormat('pt-BR', { ...weekday, year: 'numeric' })
const shortFormat = new Intl.DateTimeFormat('pt-BR', weekday)
/** Writes a moment as 'quinta-feira, 19 de novembro de 2026', or without the year as 'quinta-feira, 19 de novembro'. */
export const longDay = (ms: number, year = true) => (year ? longFormat : shortFormat).format(ms)
