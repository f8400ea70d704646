// Formats numbers of people and places as in Brazilian documents. Any other text is returned unchanged.
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf'

/** Only letters and digits, because another system may include punctuation. */
const bare = (text: string) => text.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()

/** A CNPJ, which may have letters since 2026, or a CPF. */
export function documentBr(text: string) {
  const code = bare(text)
  if (/^[\dA-Z]{12}\d\d$/.test(code)) return formatCnpj(code, { version: 2 })
  return /^\d{11}$/.test(code) ? formatCpf(code) : text
}

/** '11/2026' for a month or a day in it. */
export const slashed = (month: string) => `${month.slice(5, 7)}/${month.slice(0, 4)}`

/** '78005-000'. */
export const cepBr = (text: string) => text.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')

/** '(65) 3000-1000', from ten or eleven digits. */
export const phoneBr = (text: string) => text.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
