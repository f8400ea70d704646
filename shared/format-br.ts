// Formats numbers that identify people and places as in Brazilian documents. Text of any other form is returned unchanged.
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf'

/** Only the letters and digits of a text, because another system may have added punctuation. */
const bare = (text: string) => text.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()

/** Writes a CPF, or a CNPJ, which may have letters since 2026. */
export function documentBr(text: string) {
  const code = bare(text)
  if (/^[\dA-Z]{12}\d\d$/.test(code)) return formatCnpj(code, { version: 2 })
  return /^\d{11}$/.test(code) ? formatCpf(code) : text
}

/** Writes a month, or the month of a day, as '11/2026'. */
export const numericMonthBr = (month: string) => `${month.slice(5, 7)}/${month.slice(0, 4)}`

/** Writes a CEP as '78005-000'. */
export const cepBr = (text: string) => text.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')

/** Writes a phone number of ten or eleven digits as '(65) 3000-1000'. */
export const phoneBr = (text: string) => text.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
