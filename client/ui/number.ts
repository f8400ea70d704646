import { centsOf, moneyBr } from '../../shared/money.ts'

const format = new Intl.NumberFormat('pt-BR')
/** '1.234,5' */
export const numberBr = (number: number) => format.format(number)

/** Keeps a percentage below 100 from being rounded up to 100 %. */
const notQuite = (percent: number, decimals: number) => (percent < 100 ? Math.min(percent, 100 - 10 ** -decimals) : percent)
/** '72,4 %' with a non-breaking space. Exactly 100 has no decimals by default. */
export const percentBr = (percent: number, decimals = percent === 100 ? 0 : 1) =>
  `${notQuite(percent, decimals).toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}\u00A0%`

/** Removes the thousands dots with which a ticket number may be typed, because tickets are searched and shown without them. */
export const ticketTyped = (text: string) => (/^\d{1,3}(\.\d{3})+$/.test(text.trim()) ? text.trim().replaceAll('.', '') : text)

/** 'R$ 1.234,56', '−R$ 218,62' */
export const reaisBr = (reais: number) => `${reais < 0 ? '\u2212' : ''}R$\u00A0${moneyBr(Math.abs(centsOf(reais)))}`

/** '1 dia', '1.200 dias' */
export const daysBr = (count: number) => (count === 1 ? '1 dia' : `${numberBr(count)} dias`)
