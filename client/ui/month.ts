// A month that a screen shows: 'YYYY-MM' in an address; on the wire 'YYYYMM' of the cash flow, 'MM/YYYY' of the NFS-e.
import { addDays, lastDayOf, wallDay } from '../../shared/clock.ts'

/** Of the years that a day may be of. */
export const MONTH = /^(19|2[01])\d{2}-(0[1-9]|1[0-2])$/
/** The one that an address names: else the one of `now`, ms. */
export function monthAt(search: URLSearchParams, now: number) {
  const month = search.get('mes')
  return month !== null && MONTH.test(month) ? month : wallDay(now).slice(0, 7)
}
export const periodOf = (month: string) => month.replace('-', '')
/** The month after it, or before it; the last one that there is stays. */
export function nextMonth(month: string, by: -1 | 1) {
  const next = addDays(by === 1 ? lastDayOf(month) : `${month}-01`, by).slice(0, 7)
  return MONTH.test(next) ? next : month
}

const name = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long', year: 'numeric' })
/** 'novembro de 2026'. */
export const monthBr = (month: string) => name.format(Date.parse(month))
