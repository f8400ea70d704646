import { centsOf, moneyBr } from '../../shared/money.ts'

const format = new Intl.NumberFormat('pt-BR')
/** '1.234,5': as it is read here. */
export const numberBr = (number: number) => format.format(number)

/** What is not all is not rounded to all. */
const notQuite = (percent: number, decimals: number) => (percent < 100 ? Math.min(percent, 100 - 10 ** -decimals) : percent)
/** '72,4 %', in one line; all of it is '100 %', as is what has no `decimals`. */
export const percentBr = (percent: number, decimals = percent === 100 ? 0 : 1) =>
  `${notQuite(percent, decimals).toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}\u00A0%`

/** The ticket that is meant: one may be typed with thousands dots, and is shown without. */
export const ticketTyped = (text: string) => (/^\d{1,3}(\.\d{3})+$/.test(text.trim()) ? text.trim().replaceAll('.', '') : text)

/** 'R$ 1.234,56', '−R$ 218,62'. */
export const reaisBr = (reais: number) => `${reais < 0 ? '\u2212' : ''}R$\u00A0${moneyBr(Math.abs(centsOf(reais)))}`

/** '1 dia', '1.200 dias'. */
export const daysBr = (count: number) => (count === 1 ? '1 dia' : `${numberBr(count)} dias`)
