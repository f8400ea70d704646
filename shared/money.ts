// In our code, money is in whole cents. On the wire it is a number of reais or a formatted text.

/** Reais with at most two decimals, in cents. */
export const centsOf = (reais: number) => Math.round(reais * 100)
/** The same for an optional amount. */
export const centsOrNone = (reais: number | null | undefined) => (reais == null ? null : centsOf(reais))

/** Message for an amount that must be positive. */
export const NOT_POSITIVE = 'Valor deve ser maior que zero.'

/** Amounts in reais must be below this limit. */
export const TOO_MUCH = 1e10
/** Message for an amount at or above the limit. */
export const ABOVE_MOST = 'Valor acima de R$ 9.999.999.999,99 não é permitido.'

export const reaisOf = (cents: number) => cents / 100
/** Sums reais in cents, because fractions would add up to a rounding error. */
export const sumReais = <T>(of: readonly T[], reais: (one: T) => number | null | undefined) =>
  reaisOf(of.reduce((sum, one) => sum + centsOf(reais(one) ?? 0), 0))

const format = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** '1.234,56', without R$. */
export const moneyBr = (cents: number) => format.format(cents / 100)

/** '1.234,56' in cents, or NaN if the text is not an amount. */
export const centsOfBr = (text: string) => (/^-?\d{1,3}(\.\d{3})*,\d{2}$/.test(text) ? Number(text.replaceAll(/[.,]/g, '')) : Number.NaN)
