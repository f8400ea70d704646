const format = new Intl.NumberFormat('pt-BR')
/** '1.234,5': as it is read here. */
export const numberBr = (number: number) => format.format(number)
