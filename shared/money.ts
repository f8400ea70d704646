// Money inside our code is whole cents; on the wire a number of reais, or a text as it is shown.

/** Reais of at most two decimals in cents. */
export const centsOf = (reais: number) => Math.round(reais * 100)
/** Where there may be none. */
export const centsOrNone = (reais: number | null | undefined) => (reais == null ? null : centsOf(reais))

/** Said of an amount that has to be above zero. */
export const NOT_POSITIVE = 'Valor deve ser maior que zero.'

/** Reais that an amount stays below. */
export const TOO_MUCH = 1e10
/** Said of an amount that does not. */
export const ABOVE_MOST = 'Valor acima de R$ 9.999.999.999,99 não é permitido.'

export const reaisOf = (cents: number) => cents / 100
/** Reais of many, added up in cents: as fractions they would be off by a trace. */
export const sumReais = <T>(of: readonly T[], reais: (one: T) => number | null | undefined) =>
  reaisOf(of.reduce((sum, one) => sum + centsOf(reais(one) ?? 0), 0))

const format = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** '1.234,56', without R$. */
export const moneyBr = (cents: number) => format.format(cents / 100)

/** '1.234,56' in cents; NaN where it is none. */
export const centsOfBr = (text: string) => (/^-?\d{1,3}(\.\d{3})*,\d{2}$/.test(text) ? Number(text.replaceAll(/[.,]/g, '')) : Number.NaN)
