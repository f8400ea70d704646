// Formats of the statement's figures.
import { moneyBr } from '../../../shared/money.ts'
import { NO_VALUE } from '../../ui/noValue.ts'

/** '−1.234,56' without R$, because the currency is stated once per page. */
export const centsBr = (cents: number) => `${cents < 0 ? '\u2212' : ''}${moneyBr(Math.abs(cents))}`

const tenth = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** '107,7', or '+3,5' for a difference; '—' for null. A value that rounds to zero has no sign. */
export function percentOf(percent: number | null, isDifference = false) {
  if (percent === null) return NO_VALUE
  const text = tenth.format(Math.abs(percent))
  if (text === '0,0') return text
  return `${percent < 0 ? '\u2212' : isDifference ? '+' : ''}${text}`
}

const short = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short' })
/** 'jan/26' */
export const monthHead = (month: string) => `${short.format(Date.parse(month)).replace('.', '')}/${month.slice(2, 4)}`
