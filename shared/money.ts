// Amounts of money. Our code has them in whole cents; the wire format has numbers of reais or formatted texts.

/** Converts reais with at most two decimals to cents. */
export const centsOf = (reais: number) => Math.round(reais * 100)
/** Converts an optional amount in reais to cents. */
export const centsOrNone = (reais: number | null | undefined) => (reais == null ? null : centsOf(reais))

/** Message for an amount that must be positive. */
export const NOT_POSITIVE = 'Valor deve ser maior que zero.'

/** The limit in reais that every amount must be below. */
export const TOO_MUCH = 1e10
/** Message for an amount that reaches the limit. */
export const ABOVE_MOST = 'Valor acima de R$ 9.999.999.999,99 não é permitido.'

export const reaisOf = (cents: number) => cents / 100
/** Sums amounts in reais. The sum is computed in cents, because the fractions of reais would add up to a rounding error. */
export const sumReais = <T>(of: readonly T[], reais: (one: T) => number | null | undefined) =>
  reaisOf(of.reduce((sum, one) => sum + centsOf(reais(one) ?? 0), 0))

const format = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** Writes cents as '1.234,56', without R$. */
export const moneyBr = (cents: number) => format.format(cents / 100)

/** Converts a text like '1.234,56' to cents. NaN if the text is not an amount. */
export const centsOfBr = (text: string) => (/^-?\d{1,3}(\.\d{3})*,\d{2}$/.test(text) ? Number(text.replaceAll(/[.,]/g, '')) : Number.NaN)
