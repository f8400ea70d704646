// What is typed into a field for a day or an hour.
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'

dayjs.extend(customParseFormat)

/** What may be typed. To the letter: read leniently, 03/04/2026 is the fourth of March and 31/02 the third of March. */
const TYPED = ['DD/MM/YYYY', 'D/M/YYYY', 'DD/MM/YY', 'DDMMYYYY']

/** 19/11/2026, 19/11/26 or 19112026 as 'YYYY-MM-DD'; null: no day. */
export function dayOf(text: string) {
  const day = dayjs(text.trim(), TYPED, true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}

/** '830', '8' and '8h30' as 'HH:MM'; anything else as it is. */
export function hourOf(text: string) {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:h]?(\d{2}))?h?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}
