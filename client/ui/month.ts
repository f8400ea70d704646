// The month that a screen shows. Addresses write it as 'YYYY-MM', the calls of the cash flow as 'YYYYMM', and the calls of the NFS-e as 'MM/YYYY'.
import { addDays, lastDayOf, wallDay } from '../../shared/clock.ts'

/** Pattern of a month in an address. It accepts the same years as a date field. */
export const MONTH = /^(19|2[01])\d{2}-(0[1-9]|1[0-2])$/
/** The month in the address, or the current one. `now` is in ms. */
export function monthAt(search: URLSearchParams, now: number) {
  const month = search.get('mes')
  return month !== null && MONTH.test(month) ? month : wallDay(now).slice(0, 7)
}
export const periodOf = (month: string) => month.replace('-', '')
/** The next or the previous month. At the end of the allowed years the month is returned unchanged. */
export function nextMonth(month: string, by: -1 | 1) {
  const next = addDays(by === 1 ? lastDayOf(month) : `${month}-01`, by).slice(0, 7)
  return MONTH.test(next) ? next : month
}

const name = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long', year: 'numeric' })
/** 'novembro de 2026' */
export const monthBr = (month: string) => name.format(Date.parse(month))
