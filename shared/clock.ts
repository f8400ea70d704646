// One clock, one zone: UTC-4 all year, never the browser's or the machine's.

export const ZONE = 'Etc/GMT+4'
/** Milliseconds. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const OFFSET = 4 * HOUR

/** Milliseconds since 1970-01-01T00:00Z. Injected everywhere, so that "now" has one source. */
export type Clock = () => number

/** The wall time at an instant: 'YYYY-MM-DDTHH:MM:SS'. */
export const wallTime = (ms: number) => new Date(ms - OFFSET).toISOString().slice(0, 19)
/** The wall date at an instant: 'YYYY-MM-DD'. */
export const wallDay = (ms: number) => wallTime(ms).slice(0, 10)
/** The instant at which the wall shows 'YYYY-MM-DDTHH:MM:SS', in milliseconds. */
export const atWall = (wall: string) => Date.parse(`${wall}Z`) + OFFSET

/** The first and the last day of what a company writes down: what lies beyond is a slip of a digit. */
export const YEARS = ['1900-01-01', '2199-12-31'] as const

const LAST = Date.parse('9999-12-31')
/** The date `count` days after 'YYYY-MM-DD', or before it; no later than the last one that is written so. Throws for what is no date. */
export const addDays = (day: string, count: number) => new Date(Math.min(LAST, Date.parse(day) + count * DAY)).toISOString().slice(0, 10)
/** The first day of the week that a day 'YYYY-MM-DD' is in. */
export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Days from one to another; below zero: the other is before it. */
export const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / DAY

/** The last day of a month, 'YYYY-MM'. */
export const lastDayOf = (month: string) => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)

/** When it is next 'HH:MM:SS', from 'YYYY-MM-DDTHH:MM:SS' on: that moment itself, else on its day or the one after. */
export function nextAt(wall: string, time: string) {
  const same = `${wall.slice(0, 10)}T${time}`
  return same < wall ? `${addDays(wall.slice(0, 10), 1)}T${time}` : same
}
/** The wall time so many seconds after 'YYYY-MM-DDTHH:MM:SS'. */
export const secondsLater = (wall: string, count: number) => new Date(Date.parse(`${wall}Z`) + count * 1000).toISOString().slice(0, 19)
/** Seconds from one wall time to another. */
export const secondsBetween = (from: string, until: string) => (Date.parse(`${until}Z`) - Date.parse(`${from}Z`)) / 1000

/** 'YYYY-MM-DD' of a date that exists, in a year that someone may mean. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** 'YYYY-MM-DD…' as 'DD/MM/YYYY'. */
export const dayBr = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
/** 'YYYY-MM-DDTHH:MM…' as 'HH:MM'. */
export const hourBr = (wall: string) => wall.slice(11, 16)
/** 'YYYY-MM-DD' as 'DD/MM/YYYY', 'YYYY-MM-DDTHH:MM…' as 'DD/MM/YYYY HH:MM'. */
export const dateBr = (wall: string) => (wall.length > 10 ? `${dayBr(wall)} ${hourBr(wall)}` : dayBr(wall))
/** Until when: 'HH:MM' of that day, 'DD/MM/YYYY HH:MM' of another. */
export const untilBr = (end: string, day: string) => (end.slice(0, 10) === day ? hourBr(end) : dateBr(end))
// Made once: making a formatter costs more than a hundred uses of it.
const weekday = { timeZone: ZONE, weekday: 'long', day: 'numeric', month: 'long' } as const
const longFormat = new Intl.DateTimeFormat('pt-BR', { ...weekday, year: 'numeric' })
const shortFormat = new Intl.DateTimeFormat('pt-BR', weekday)
/** 'quinta-feira, 19 de novembro de 2026'; without the year, 'quinta-feira, 19 de novembro'. */
export const longDay = (ms: number, year = true) => (year ? longFormat : shortFormat).format(ms)
