const format = new Intl.NumberFormat('pt-BR')
/** '1.234,5': as it is read here. */
export const numberBr = (number: number) => format.format(number)

/** '72,4 %', in one line; all of it is '100 %', as is what has no `decimals`. */
export const percentBr = (percent: number, decimals = percent === 100 ? 0 : 1) =>
  `${percent.toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}\u00A0%`
