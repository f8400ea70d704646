const format = new Intl.NumberFormat('pt-BR')
/** '1.234,5': as it is read here. */
export const numberBr = (number: number) => format.format(number)

/** '72,4 %', in one line; `decimals` 0: '100 %'. */
export const percentBr = (percent: number, decimals = 1) =>
  `${percent.toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}\u00A0%`
