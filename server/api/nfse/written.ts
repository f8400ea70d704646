// Numbers of people, places and amounts as Brazilian documents write them.
import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj'
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf'

/** CNPJ, which may have letters since 2026, or CPF. */
export const documentBr = (text: string) => (text.length > 11 ? formatCnpj(text, { version: 2 }) : formatCpf(text))

/** '78005-000'. */
export const cepBr = (cep: string) => cep.replace(/^(\d{5})(\d{3})$/, '$1-$2')

/** '(65) 3000-1000' of ten or eleven digits; another one as it is. */
export const phoneBr = (phone: string) => phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
